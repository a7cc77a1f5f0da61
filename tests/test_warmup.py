"""The server's kernel: asked for once, told while it is compiled, ready in the end."""

from __future__ import annotations

import pytest

from coach.ui import warmup
from engine.doudizhu.kernel import KERNEL


def test_the_kernel_is_asked_for_once_and_ready_in_the_end() -> None:
    assert warmup.started() == warmup.started()
    assert KERNEL.wait(), KERNEL.why_not
    assert not warmup.is_compiling()


def test_a_long_start_is_told_while_the_kernel_is_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = warmup.started()
    monkeypatch.setattr(warmup, "KERNEL", type("Waiting", (), {"ready": False, "why_not": None}))
    monkeypatch.setattr(warmup.time, "monotonic", lambda: now + warmup.USUAL - 0.1)
    assert not warmup.is_compiling()  # as long as a kernel from the cache takes
    monkeypatch.setattr(warmup.time, "monotonic", lambda: now + warmup.USUAL + 0.1)
    assert warmup.is_compiling()
