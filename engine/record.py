"""Games as text and back, by replay.

A record is tags, then one numbered item a line::

    [Game "ddz"]
    [Rules "classic"]
    [Deal "D1XX-XXXX-XXXX-XXXX-XXXX-XXX"]
    [Result "6 -3 -3"]

    0a. pass pass pass
    0. pass 1 2
    1. 2:34567 89TJQ pass pass
    2. 0:33 {a comment} 44! (55 pass) pass pass

``0a.`` is an auction that all passed, ``0.`` the auction, ``0d.`` the doubling, then one item a
trick with the leader's seat before its first play.  A turn may carry a mark (``! ? !! ?? !? ?!``),
a ``{comment}`` and ``(side lines)`` that stand for this turn and what follows it.  A record starts
from the tag ``Deal`` (a code) or ``Position`` (a line of the game's notation).

The writer is strict; the reader forgives: it reports every fault with its place and keeps what
was good.  Reading what was written and writing it again gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import AmbiguousPlayError, IllegalPlayError, NotationError
from engine.games import GAMES, Game

READING_ERRORS = (NotationError, IllegalPlayError, AmbiguousPlayError)

MARKS = ("!!", "??", "!?", "?!", "!", "?")

CUT_SHORT = "cut short"
"""The comment on a turn for which a brake ended a CPU's thinking early."""

TAGS = ("Game", "Rules", "Date", "Players", "Deal", "Position", "First", "Result")
"""The tags this program knows, in the order they are written; others follow by name."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of the seat to act, and what is written about it."""

    action: Any
    mark: str = ""
    comment: str = ""
    side_lines: tuple[tuple[Turn, ...], ...] = ()
    """Other ways to go on instead of this turn."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start; the states follow by replay."""

    game: str
    start: Any
    """The first state."""
    turns: tuple[Turn, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    """Tags besides those that follow from the game: date, players and any other."""
    comment: str = ""
    """What is said before the first turn."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a record that could not be read or was not allowed."""

    line: int
    trick: str
    """Number of the item, ``0`` for the auction; empty for the head."""
    turn: int
    """Place of the turn within the item, from 1; 0 for what is no turn."""
    reason: str

    def __str__(self) -> str:
        where = f"trick {self.trick}, turn {self.turn}: " if self.turn else ""
        return f"line {self.line}: {where}{self.reason}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text gave: the record as far as it was good, and every fault."""

    record: Record
    faults: tuple[Fault, ...] = ()


def states(record: Record) -> tuple[Any, ...]:
    """The states of the main line, the start first."""
    found = [record.start]
    for turn in record.turns:
        found.append(GAMES[record.game].apply(found[-1], turn.action))
    return tuple(found)


# ---- writing ----


def write_record(record: Record) -> str:
    """*record* as text, ending in a line break.

    Raises IllegalPlayError when its turns are not those of a game, ValueError when a tag or a
    comment cannot be written.
    """
    game = GAMES[record.game]
    line = states(record)
    end = line[-1]
    known = {
        "Game": record.game,
        "Rules": game.rules_text(record.start.rules),
        "Deal": record.start.code,
        "Position": "" if record.start.code else game.position_text(record.start),
        "First": str(record.start.first),
        "Result": " ".join(map(str, game.payoffs(end))) if game.is_over(end) else "*",
    }
    tags = {**dict(record.tags), **known}
    names = [*TAGS, *sorted(set(tags) - set(TAGS))]
    head = [_tag(name, tags[name]) for name in names if tags.get(name)]
    opening = [_comment(record.comment)] if record.comment else []
    items = _items(game, record.start, record.turns)
    return "\n".join([*head, "", *opening, *items]).rstrip("\n") + "\n"


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z]\w*", name) or "\n" in value or "\r" in value:
        raise ValueError(f"cannot write the tag {name!r} with the value {value!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _comment(text: str) -> str:
    if "}" in text or text != " ".join(text.split()):
        raise ValueError(f"cannot write the comment {text!r}: a brace, or white space to spare")
    return f"{{{text}}}"


def _items(game: Game, state: Any, turns: tuple[Turn, ...]) -> Iterator[str]:
    """One line an item of the main line."""
    words: list[str] = []
    label, trick = "", 0
    for turn in turns:
        after = game.apply(state, turn.action)
        item = game.item(state, after)
        if not words or game.leads(state):
            if words:
                yield f"{label}. {' '.join(words)}"
            words = []
            trick += item == "trick"
        label = str(trick) if item == "trick" else item  # the last bid tells if all passed
        words.append(_turn_text(game, state, turn, seat=not words and item == "trick"))
        state = after
    if words:
        yield f"{label}. {' '.join(words)}"


def _turn_text(game: Game, state: Any, turn: Turn, *, seat: bool) -> str:
    if turn.mark and turn.mark not in MARKS:
        raise ValueError(f"unknown mark {turn.mark!r}; expected one of {' '.join(MARKS)}")
    leader = f"{game.turn(state)}:" if seat else ""
    parts = [f"{leader}{game.action_text(turn.action)}{turn.mark}"]
    if turn.comment:
        parts.append(_comment(turn.comment))
    parts += [f"({_side_line(game, state, line)})" for line in turn.side_lines]
    return " ".join(parts)


def _side_line(game: Game, state: Any, line: tuple[Turn, ...]) -> str:
    words = []
    for turn in line:
        after = game.apply(state, turn.action)
        leads = game.leads(state) and game.item(state, after) == "trick"
        words.append(_turn_text(game, state, turn, seat=leads))
        state = after
    return " ".join(words)


# ---- reading ----

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>\{[^}]*(?:\}|\Z))
    | (?P<open>\() | (?P<close>\))
    | (?P<number>[0-9]+[a-z]?\.+)
    | (?P<result>\*(?!\S))
    | (?P<word>[^\s(){}]+)
    | (?P<bad>.)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[[ \t]*([A-Za-z]\w*)[ \t]*"((?:[^"\\\n]|\\[^\n])*)"[ \t]*\]')
_SPACE = re.compile(r"\s*")
DEEPEST = 20
"""Side lines within side lines that are read."""


@dataclass(slots=True)
class _Token:
    kind: str
    text: str
    line: int


def read_record(text: str) -> Reading:
    """The record in *text* as far as it can be followed, with every fault.

    Raises NotationError when there is no start to follow from: no known game, code or position.
    The mark of byte order that some editors write before a text is passed over.
    """
    text = text.removeprefix("\ufeff")
    faults: list[Fault] = []
    tags, body, line = _read_tags(text, faults)
    name = tags.get("Game", "ddz")
    if name not in GAMES:
        raise NotationError(f"unknown game {name[:40]!r}; expected one of {', '.join(GAMES)}")
    if not (tags.get("Deal") or tags.get("Position")):
        read = f"read {' '.join(text.split())[:40]!r}; " if not tags else ""
        raise NotationError(
            f"{read}the record has neither a tag Deal nor a tag Position to start from"
        )
    game = GAMES[name]
    start = game.start(
        tags.get("Rules", ""), code=tags.get("Deal", ""), position=tags.get("Position", "")
    )
    reader = _Reader(game, _tokens(body, line), faults)
    comment, turns, end = reader.main_line(start)
    own = ("Game", "Rules", "Deal", "Position", "First", "Result")
    rest = tuple((key, value) for key, value in tags.items() if key not in own)
    record = Record(name, start, turns, rest, comment)
    _check_tags(game, tags, start, end, faults)
    return Reading(record, tuple(sorted(faults, key=lambda fault: fault.line)))


def read_single(text: str) -> Reading:
    """As ``read_record``; NotationError where *text* holds several records."""
    number = len(re.findall(r'^\ufeff?\[Game "', text, re.MULTILINE))
    if number > 1:
        raise NotationError(f"read {number} records; expected one")
    return read_record(text)


def read_one(text: str) -> Record:
    """The one record of *text*; NotationError where it has several, or its first fault."""
    reading = read_single(text)
    if reading.faults:
        raise NotationError(str(reading.faults[0]))
    return reading.record


def _read_tags(text: str, faults: list[Fault]) -> tuple[dict[str, str], str, int]:
    """The tags at the head, the rest of the text, and the number of its first line."""
    tags: dict[str, str] = {}
    place, line = 0, 1

    def move(end: int) -> None:
        nonlocal place, line
        line += text.count("\n", place, end)
        place = end

    while True:
        move(_end_of_space(text, place))
        if not text.startswith("[", place):
            return tags, text[place:], line
        found = _TAG.match(text, place)
        if found is None:
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            read = text[place : min(end, place + 60)]
            faults.append(Fault(line, "", 0, f'cannot read {read!r}; expected [Name "value"]'))
            move(end)
            continue
        name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if name in tags:
            faults.append(Fault(line, "", 0, f"the tag {name} stands twice; the first counts"))
        tags.setdefault(name, value)
        move(found.end())


def _end_of_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return place if found is None else found.end()


def _tokens(body: str, line: int) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(body):
        kind = match.lastgroup or "bad"
        if kind != "space":
            found.append(_Token(kind, match[0], line))
        line += match[0].count("\n")
    return found


def _check_tags(
    game: Game, tags: dict[str, str], start: Any, end: Any, faults: list[Fault]
) -> None:
    """Report the tags that say other than the game does; no result where a fault cut it short."""
    found = {
        "Rules": game.rules_text(start.rules),
        "First": str(start.first),
        "Result": " ".join(map(str, game.payoffs(end))) if game.is_over(end) else "*",
    }
    if not game.is_over(end) and any(fault.trick for fault in faults):
        del found["Result"]
    for name, value in found.items():
        if tags.get(name, value) != value:
            read = tags[name][:60]
            faults.append(Fault(1, "", 0, f"the tag {name} says {read!r}; it is {value!r}"))


@dataclass(slots=True)
class _Reader:
    """Follows the tokens of the body, replaying every line."""

    game: Game
    tokens: list[_Token]
    faults: list[Fault]
    place: int = 0
    trick: str = ""
    turn: int = 0
    number: int = 0
    """Tricks begun."""

    def main_line(self, start: Any) -> tuple[str, tuple[Turn, ...], Any]:
        """The opening comment, the turns, and the state they lead to."""
        comment = ""
        if self.tokens and self.tokens[0].kind == "comment":
            comment = self._comment_text(self.tokens[0])
            self.place = 1
        turns, end = self._line(start, depth=0)
        return comment, turns, end

    def _line(self, state: Any, *, depth: int) -> tuple[tuple[Turn, ...], Any]:
        """The turns up to the closing bracket of this line, or to the end of the text."""
        turns: list[Turn] = []
        before = state
        good = True
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            if token.kind == "close":
                if depth:
                    return tuple(turns), state
                self._fault(token, "a bracket closes that was not opened")
            elif token.kind == "open":
                self._open(token, turns, before, depth=depth)
            elif token.kind == "comment":
                self._add_comment(token, turns)
            elif token.kind == "bad":
                self._fault(token, f"cannot read {token.text!r}")
            elif token.kind == "word" and good:
                read = self._word(token, state, depth=depth)
                if read is None:
                    good = False  # nothing after it can be replayed: keep what was good
                else:
                    before = state
                    turns.append(read)
                    state = self.game.apply(state, read.action)
            elif token.kind == "number" and not depth:
                self._check_number(token, state, good=good)
        if depth:
            self.faults.append(
                Fault(self._last_line(), self.trick, 0, "a bracket opens that is not closed")
            )
        return tuple(turns), state

    def _word(self, token: _Token, state: Any, *, depth: int) -> Turn | None:
        plain = token.text.rstrip("!?")
        mark = token.text[len(plain) :]
        seat, colon, word = plain.rpartition(":")
        if not depth:
            self._count(state)
        if mark and mark not in MARKS:
            self._fault(token, f"unknown mark {mark[:10]!r}; it is left out")
            mark = ""
        if colon and seat != str(self.game.turn(state)):
            self._fault(token, f"seat {seat[:10]} is written; seat {self.game.turn(state)} acts")
        try:
            action = self.game.parse_action(state, word)
            self.game.apply(state, action)
        except READING_ERRORS as error:
            self._fault(token, str(error))
            return None
        return Turn(action, mark)

    def _count(self, state: Any) -> None:
        """Keep the number of the item and the place in it."""
        if self.game.leads(state) or not self.turn:
            self.turn = 0
            probe = self.game.item(state, state)
            if probe == "trick":
                self.number += 1
            self.trick = str(self.number) if probe == "trick" else probe
        self.turn += 1

    def _check_number(self, token: _Token, state: Any, *, good: bool) -> None:
        read = token.text.rstrip(".")
        if not good or self.game.is_over(state) or read.startswith("0"):
            return
        expected = self.number + 1
        within = self.turn > 0 and not self.game.leads(state)  # a position may lie within a trick
        if self.game.item(state, state) != "trick" or within:
            self._fault(token, f"the number {read} stands within an item")
        elif read != str(expected):
            self._fault(token, f"the trick is numbered {read}; it is number {expected}")

    def _open(self, token: _Token, turns: list[Turn], before: Any, *, depth: int) -> None:
        if depth >= DEEPEST or not turns:
            too_deep = f"side lines lie more than {DEEPEST} deep; this one is left out"
            early = "a side line stands before the first turn; it is left out"
            self._fault(token, too_deep if turns else early)
            self._skip_brackets()
            return
        line, _ = self._line(before, depth=depth + 1)
        if line:
            last = turns[-1]
            turns[-1] = replace(last, side_lines=(*last.side_lines, line))

    def _skip_brackets(self) -> None:
        """Go on behind the bracket that closes the one just opened."""
        opened = 1
        while opened and self.place < len(self.tokens):
            kind = self.tokens[self.place].kind
            opened += (kind == "open") - (kind == "close")
            self.place += 1

    def _add_comment(self, token: _Token, turns: list[Turn]) -> None:
        text = self._comment_text(token)
        if not turns:
            self._fault(token, "a comment stands before the first turn; it is left out")
        elif text:
            last = turns[-1]
            turns[-1] = replace(last, comment=f"{last.comment} {text}".strip())

    def _comment_text(self, token: _Token) -> str:
        """The text of a ``{comment}``, its white space made plain."""
        if not token.text.endswith("}"):
            self._fault(token, "a comment opens that is not closed")
        return " ".join(token.text[1:].removesuffix("}").split())

    def _fault(self, token: _Token, reason: str) -> None:
        self.faults.append(Fault(token.line, self.trick, self.turn, reason))

    def _last_line(self) -> int:
        return self.tokens[-1].line if self.tokens else 1
