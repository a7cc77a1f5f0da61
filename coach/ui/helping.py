"""What a process of the pool runs for hints and the tutor; it loads the engine and the coach.

A question has a sign, a small file: as long as it exists the answer is wanted, and in it stands
how much is done, in percent.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from coach.doudizhu.play_hints import decided
from coach.hints import Hint, hint, why_not
from coach.tutor import Judged, judge
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.plays import Play, parse_play
from engine.doudizhu.position import parse_view
from engine.doudizhu.state import Action, View

_FIRST = "ddz ?9/345789TQKA/?9 - 1@1 1 - 0 0 plays=2,2,2 unseen=34455667788TTJJQQK"
"""A position to begin with: then the first question of a person is answered as soon as others."""


def load() -> bool:
    """Whether this process is ready: the kernel, and all that a hint and a judgement take."""
    ready = KERNEL.wait()
    view = parse_view(_FIRST)
    hint(view, 4, worlds=20)
    judge(view, parse_play("3"), worlds=20)
    return ready


def explain(view: View, level: int, seed: int, sign: str) -> Hint | None:
    """The hint for *view* up to *level*; None when it is not wanted any more."""
    KERNEL.wait()
    return hint(view, level, seed=seed, stop=_unwanted(sign), progress=_told(sign))


def compare(view: View, action: Action, seed: int, sign: str) -> Hint | None:
    """*action* beside the best in the same worlds; None when it is not wanted any more."""
    KERNEL.wait()
    return why_not(view, action, seed=seed, stop=_unwanted(sign))


def ready(view: View, seed: int, sign: str) -> Hint | None:
    """The first steps, once what all plays of *view* are compared with has been found."""
    KERNEL.wait()
    decided(view, seed, _unwanted(sign))
    return hint(view, 2)


def judged(view: View, play: Play | None, seed: int, sign: str) -> Judged | None:
    """*play* as the tutor sees it; None when it is not wanted any more."""
    KERNEL.wait()
    return judge(view, play, seed=seed, stop=_unwanted(sign))


def _unwanted(sign: str) -> Callable[[], bool]:
    path = Path(sign)
    return lambda: not path.exists()


def _told(sign: str) -> Callable[[float], None]:
    path = Path(sign)

    def tell(share: float) -> None:
        if path.exists():
            path.write_bytes(b"%d" % round(100 * share))

    return tell
