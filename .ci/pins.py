"""Pin every package, the indirect ones too: rewrites ``constraint-dependencies``.

    uv run python .ci/pins.py

Direct versions stay as they stand in pyproject.toml (change them there by hand first); the newest
indirect ones that fit are looked up and written down.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT / "pyproject.toml"
PINS = re.compile(r"constraint-dependencies = \[.*?\]", re.DOTALL)


def main() -> None:
    """Resolve without the old constraints, then write the versions found."""
    before = PROJECT.read_text(encoding="utf-8")
    PROJECT.write_text(PINS.sub("constraint-dependencies = []", before), encoding="utf-8")
    try:
        subprocess.run(["uv", "lock", "--upgrade"], cwd=ROOT, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        PROJECT.write_text(before, encoding="utf-8")
        sys.exit(f"could not resolve the versions: {error}")
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    pins = [
        f'    "{package["name"]}=={package["version"]}",\n'
        for package in lock["package"]
        if "registry" in package["source"]
    ]
    text = f"constraint-dependencies = [\n{''.join(pins)}]"
    PROJECT.write_text(PINS.sub(lambda _: text, before), encoding="utf-8")


if __name__ == "__main__":
    main()
