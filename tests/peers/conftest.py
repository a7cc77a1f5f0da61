"""Agreement with other engines: wants the dependency group ``peers``.

uv run --group peers pytest tests/peers
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PEERS = ("rlcard", "pyspiel")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Without the group there is nothing to compare with; ``.ci/run`` has it."""
    missing = [name for name in PEERS if find_spec(name) is None]
    return True if missing and collection_path.suffix == ".py" else None
