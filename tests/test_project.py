"""The project itself: imports point down, versions are pinned, the README's commands are run."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

FLOORS = (
    "engine.cards",
    "engine.deal_code",
    "engine.doudizhu.rules",
    "engine.doudizhu.plays",
    "engine.doudizhu",
    "engine",
    "lessons",
    "coach",
    "coach.ui",
    "app",
)
"""Low to high; a module belongs to the longest name that fits and imports no higher floor."""


def modules() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [ROOT / name for name in listed if name.split("/")[0] not in ("tests", ".ci", "docs")]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def floor(module: str) -> int:
    fitting = [name for name in FLOORS if module == name or module.startswith(name + ".")]
    return FLOORS.index(max(fitting, key=len))


def imported(path: Path) -> set[str]:
    """Full names of what *path* imports, also inside functions; ``from a import b`` is ``a.b``."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_imports_point_down_only(path: Path) -> None:
    own = floor(module_name(path))
    ours = {n for n in imported(path) if n.split(".")[0] in {f.split(".")[0] for f in FLOORS}}
    assert {name for name in ours if floor(name) > own} == set()


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_only_the_pages_know_streamlit(path: Path) -> None:
    name = module_name(path)
    if not (name == "app" or name == "coach.ui" or name.startswith("coach.ui.")):
        assert not {used for used in imported(path) if used.split(".")[0] == "streamlit"}


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_the_engine_knows_no_clock_no_files_and_no_global_chance(path: Path) -> None:
    if not module_name(path).startswith("engine"):
        return
    roots = {name.split(".")[0] for name in imported(path)}
    assert not roots & {"time", "os", "pathlib", "secrets", "io", "sys"}
    source = path.read_text(encoding="utf-8")
    assert not re.search(r"\bopen\(|\bprint\(|datetime\.now|\.today\(", source)
    assert not re.search(r"\brandom\.(?!Random\b)\w+", source)


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_a_file_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450


# ---- versions ----


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    listed = PROJECT["tool"]["uv"]["constraint-dependencies"]
    return {normal(pin.split("==")[0]): pin.split("==")[1] for pin in listed}


def direct() -> dict[str, str]:
    listed = [*PROJECT["project"]["dependencies"]]
    for group in PROJECT["dependency-groups"].values():
        listed += group
    return {normal(pin.split("==")[0]): pin.split("==")[1] for pin in listed}


def test_every_direct_dependency_is_pinned_to_one_version() -> None:
    for name, version in direct().items():
        assert pins()[name] == version, f"run: uv run python .ci/pins.py ({name})"


def test_every_installed_package_is_pinned() -> None:
    installed = {normal(d.name): d.version for d in importlib.metadata.distributions()}
    not_pinned = {name: v for name, v in installed.items() if pins().get(name) != v}
    assert not_pinned.keys() <= {"pip", "setuptools"}, "run: uv run python .ci/pins.py"


def test_every_resolved_package_is_pinned() -> None:
    """What other systems and other versions of Python would install, as far as resolved here."""
    lock = ROOT / "uv.lock"
    if not lock.exists():
        pytest.skip("no uv.lock: the packages were not resolved by uv here")
    packages = tomllib.loads(lock.read_text(encoding="utf-8"))["package"]
    resolved = {p["name"]: p["version"] for p in packages if p["name"] != "tesuu"}
    assert {n: v for n, v in resolved.items() if pins().get(n) != v} == {}


IMPORT_NAMES = {"open-spiel": "pyspiel", "axe-playwright-python": "axe_playwright_python"}
TOOLS = {
    "mypy",
    "ruff",
    "pytest-benchmark",
    "pytest-xdist",
    "psycopg-binary",
    "pip",
    "vl-convert-python",
}
"""Used by their command, or by pytest, psycopg, RLCard (pip) and Altair (vl-convert)."""


def test_every_dependency_is_used() -> None:
    tests = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").glob("*.py")]
    used = {name.split(".")[0] for path in [*modules(), *tests] for name in imported(path)}
    for path in tests:
        skipping = re.findall(r'importorskip\(\s*"(\w+)', path.read_text(encoding="utf-8"))
        used |= set(skipping)
    wanted = {IMPORT_NAMES.get(name, name) for name in direct() if name not in TOOLS}
    assert wanted - used == set()


def test_no_file_records_an_address_of_packages() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert not {"uv.lock", "pylock.toml"} & set(tracked)
    pattern = re.compile(rb"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian\.org")
    own = Path(__file__).relative_to(ROOT).as_posix()
    found = [n for n in tracked if n != own and pattern.search((ROOT / n).read_bytes())]
    assert found == []


# ---- README and .ci/run ----


README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_readme_has_the_two_commands() -> None:
    assert "\npip install uv && uv run streamlit run app.py\n" in README
    assert "\npip install uv && uv run pytest\n" in README


def test_ci_runs_the_readmes_test_command_linter_formatter_and_types() -> None:
    steps = re.findall(r"^step (.+)$", CI, re.MULTILINE)
    assert steps[0] == "uv run pytest"
    assert {"uv run ruff check .", "uv run ruff format --check .", "uv run mypy"} <= set(steps)
    groups = set(PROJECT["dependency-groups"]) - {"dev"}
    for group in groups:
        assert any(f"--group {group}" in step for step in steps), f"no step for {group}"


def test_ci_counts_as_ci_and_stops_at_what_failed() -> None:
    assert "export CI=true" in CI
    assert "exit 1" in CI


def test_commands_in_the_readme_exist() -> None:
    for verb in re.findall(r"python -m coach (\w+)", README):
        ended = subprocess.run(
            [sys.executable, "-m", "coach", verb, "--help"], cwd=ROOT, capture_output=True
        )
        assert ended.returncode == 0, verb
    for script in re.findall(r"python (\.ci/\w+\.py)", README):
        assert (ROOT / script).exists()
