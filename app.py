"""The app: page set-up, language, navigation; the pages themselves are in ``coach/ui``."""

from functools import partial

import streamlit as st

from coach.ui import play
from coach.ui.head import LOGO, head

st.set_page_config(page_title="Tesuu 手数", page_icon=LOGO, layout="wide")
texts, menu = head()
pages = [
    st.Page(
        partial(play.page, texts, menu), title=texts("page.play"), url_path="play", default=True
    )
]
st.navigation(pages, position="hidden").run()
