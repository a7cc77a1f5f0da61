"""The page of lessons: the course, a lesson step by step, drills, the test, own exercises.

What the address names is shown: a lesson or a row of exercises and its step, a drill, the test, an
exercise that a teacher made; else the course.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from coach.language import Texts
from coach.ui.course import drilling, fresh, listing, making, own, placing, stepping
from coach.ui.course.words import everything
from coach.ui.profile import settings_now
from coach.ui.warmup import started


def page(texts: Texts) -> None:
    """Draw what the address names."""
    st.session_state["elsewhere"] = True
    started()
    settings_now()
    with st.container(key="lessons"):
        asked = st.query_params
        asked["lang"] = texts.language  # so that the address leads back to what is seen
        if asked.get(stepping.LESSON, "") in {one.id for one in everything()}:
            stepping.lesson(texts)
            return
        for name, draw in _OTHERS.items():
            if name in asked:
                draw(texts)
                return
        st.query_params.from_dict({"lang": texts.language})
        listing.overview(texts)


_OTHERS: dict[str, Callable[[Texts], None]] = {
    drilling.DRILL: drilling.drill,
    placing.PLACE: placing.test,
    making.MAKE: making.make,
    own.EXERCISE: own.exercise,
    stepping.FRESH: fresh.exercise,
}
"""By the parameter of the address."""
