"""Goals that leave their answer open, as ``count 2`` for ``count 2 = 3``, and that answer found.

Who makes an exercise need not know the answer, and who reads the goal does not learn it.
"""

from __future__ import annotations

import re

from engine.doudizhu.kernel import fewest
from lessons.goals import Task, counted, holder, named

BID = "bid"
"""The open goal of a first bid, whose right range only a sample tells."""
_COUNT = re.compile(r"count (\S+)")
_WHO = re.compile(r"who (\S+)")


def closed(text: str, task: Task) -> str:
    """The goal *text* with the exact answer that it leaves open; as it is where it leaves none.

    GoalError where there is no answer, NotationError where a rank cannot be read.
    """
    return " and ".join(_closed(part.strip(), task) for part in text.split(" and "))


def _closed(text: str, task: Task) -> str:
    if text == "empty":
        return f"empty in {fewest(task.hand, task.rules)}"
    if text == "name":
        return f"name {named(task)}"
    if told := _COUNT.fullmatch(text):
        return f"{text} = {counted(told[1], task)}"
    if told := _WHO.fullmatch(text):
        return f"{text} = {holder(told[1], task)}"
    return text
