"""The file of a match: one CSV row a game, all games of a deal at once.

The first line says which match it is, the second names the columns.  A file only ever grows: what
is in it is never written again, and a last line that was cut short is the only thing taken away.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path

from engine.match import Match, Result, ways

COLUMNS = tuple(column.name for column in fields(Result))
_ROLES = ("landlord", "peasants")
_TIME = r"\d{1,12}(\.\d{1,12})?(e[+-]?\d{1,2})?"
_TIMES = rf"({_TIME}( {_TIME})*)?"

Games = dict[int, dict[str, Result]]
"""By the number of the deal, then by the way it was played."""


class MatchFileError(ValueError):
    """The file holds another match, or no match; the message says what was read, and where."""


def read_results(path: Path, match: Match) -> dict[int, tuple[Result, ...]]:
    """The whole deals that *path* holds of *match*, by number; none where there is no file.

    A last line cut short, and the games of a deal that is not whole, are left out.  Raises
    MatchFileError when the file holds anything else than games of this match.
    """
    return whole(read_games(path, match), match)


def whole(games: Games, match: Match) -> dict[int, tuple[Result, ...]]:
    """The deals of *games* that were played every way, their games in order."""
    names = ways(match)
    return {
        deal: tuple(found[way] for way in names)
        for deal, found in games.items()
        if set(found) == set(names)
    }


def read_games(path: Path, match: Match) -> Games:
    """Every game that *path* holds of *match*; MatchFileError as for ``read_results``."""
    if not path.exists():
        return {}
    if not path.is_file():
        raise MatchFileError(f"{path} is no file; expected one, or a name for a new one")
    try:
        *lines, cut_short = path.read_bytes().decode().split("\n")
    except UnicodeDecodeError as error:
        raise MatchFileError(f"{path} is no text in UTF-8: {error.reason}") from None
    begin = _beginning(match)
    for number, (line, expected) in enumerate(zip(lines, begin, strict=False), 1):
        _compare(f"{path}, line {number}", line, expected, line.rstrip() == expected.rstrip())
    if len(lines) < len(begin):
        expected = begin[len(lines)]
        place = f"{path}, line {len(lines) + 1}"
        _compare(place, cut_short, expected, expected.startswith(cut_short))
    found: Games = {}
    for number, line in enumerate(lines[len(begin) :], len(begin) + 1):
        if line.strip():
            result = _result(line.rstrip(), match, f"{path}, line {number}")
            found.setdefault(result.deal, {})[result.way] = result
    return found


def _compare(place: str, read: str, expected: str, same: bool) -> None:
    if not same:
        raise MatchFileError(f"{place} holds {read[:120]!r}; expected {expected.strip()!r}")


@contextmanager
def appending(
    path: Path | None, match: Match, known: Games
) -> Iterator[Callable[[Sequence[Result]], None]]:
    """A function that adds the games of one deal to *path* in one write; without a path nothing.

    Games that are *known* of the file are not written twice.  The file is begun where there is
    none, and a last line cut short is taken away; it was read before.
    """
    if path is None:
        yield lambda results: None
        return
    path.touch()
    with path.open("r+b") as file:
        held = file.read()
        file.seek(held.rfind(b"\n") + 1)
        file.truncate()
        file.write("".join(_beginning(match)[held.count(b"\n") :]).encode())
        file.flush()

        def add(results: Sequence[Result]) -> None:
            there = known.get(results[0].deal, {})
            rows = "".join(_row(result) for result in results if result.way not in there)
            file.write(rows.encode())
            file.flush()
            os.fsync(file.fileno())

        yield add


# ---- lines ----


def _beginning(match: Match) -> tuple[str, str]:
    """The first two lines."""
    told = asdict(match)
    head = " ".join(f"{name}={told[name]}" for name in told)
    return f"# match {head}\n", ",".join(COLUMNS) + "\r\n"


def _row(result: Result) -> str:
    values = asdict(result) | {"times": " ".join(map(str, result.times))}
    return ",".join(str(values[name]) for name in COLUMNS) + "\r\n"


def _result(line: str, match: Match, place: str) -> Result:
    """The game of a *line*; MatchFileError names the *place*, the field and what was expected."""
    values = line.split(",")
    if len(values) != len(COLUMNS):
        raise MatchFileError(
            f"{place} has {len(values)} fields; expected {len(COLUMNS)}: {', '.join(COLUMNS)}"
        )
    read = dict(zip(COLUMNS, values, strict=True))

    def value(name: str, form: str, expected: str) -> str:
        if re.fullmatch(form, read[name], re.ASCII) is None:
            raise MatchFileError(f"{place}: {name} is {read[name][:40]!r}; expected {expected}")
        return read[name]

    def one_of(name: str, *words: str) -> str:
        return value(name, "|".join(words), f"one of {', '.join(words)}")

    way = one_of("way", *ways(match))
    role = one_of("role", *(_ROLES if match.auction else (way,)))
    won = one_of("won", "True", "False") == "True"
    points = int(value("points", r"-?\d{1,9}", "a whole number"))
    if won != (points > 0):
        raise MatchFileError(f"{place}: won is {won} and points are {points}, which cannot be")
    return Result(
        deal=int(value("deal", r"\d{1,9}", "the number of a deal")),
        way=way,
        role=role,
        won=won,
        points=points,
        times=tuple(map(float, value("times", _TIMES, "milliseconds of each turn").split())),
    )
