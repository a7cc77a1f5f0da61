"""What a process of the pool runs for hints and the tutor; it loads the engine and the coach.

A question has a sign, a small file: as long as it exists the answer is wanted, and in it stands
how much is done, in percent.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from coach.hints import Hint, hint, why_not
from engine.doudizhu.kernel import KERNEL
from engine.doudizhu.state import Action, View


def explain(view: View, level: int, seed: int, sign: str) -> Hint | None:
    """The hint for *view* up to *level*; None when it is not wanted any more."""
    KERNEL.wait()
    return hint(view, level, seed=seed, stop=_unwanted(sign), progress=_told(sign))


def compare(view: View, action: Action, seed: int, sign: str) -> Hint | None:
    """*action* beside the best in the same worlds; None when it is not wanted any more."""
    KERNEL.wait()
    return why_not(view, action, seed=seed, stop=_unwanted(sign))


def _unwanted(sign: str) -> Callable[[], bool]:
    path = Path(sign)
    return lambda: not path.exists()


def _told(sign: str) -> Callable[[float], None]:
    path = Path(sign)

    def tell(share: float) -> None:
        if path.exists():
            path.write_bytes(b"%d" % round(100 * share))

    return tell
