"""The command line: ``uv run python -m coach VERB``.

One JSON object a line on standard output, in the order of the inputs.  An input that cannot be
answered gives one line on standard error, the others are answered, and the exit code is 2.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from coach import matches
from coach.commands.analyse import analyse_verb
from coach.commands.answering import (
    Answer,
    answer_all,
    hand as read_hand,
    or_exit,
    progress,
    rules as read_rules,
    stop,
    wait_for_kernel,
)
from coach.commands.audit import audit_verb
from coach.commands.hint import hint_verb
from coach.commands.lessons import lessons_verbs
from coach.commands.read import read_verb
from coach.commands.review import review_verb
from coach.commands.usage import Verbs
from coach.match_file import MatchFileError
from engine import deal_code
from engine.cards import Counts, count_cards, ranks_text
from engine.doudizhu import endgame, game as doudizhu, plays as kinds
from engine.doudizhu.conditions import Conditions, Priced, ranked, split_under, splits_under
from engine.doudizhu.position import action_text, parse_position
from engine.doudizhu.rules import CLASSIC, PRESETS, Rules, rules_text
from engine.match import Match
from engine.players import LEVELS

app = typer.Typer(
    cls=Verbs,
    help="Tesuu: rules, fewest plays and deals of card games, one JSON object a line.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Engine(StrEnum):
    """What computes the fewest plays."""

    search = "search"
    cpsat = "cpsat"


class Game(StrEnum):
    """Games by the name of their records."""

    ddz = "ddz"


RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        help=f"Preset, also with changes (classic,quad_two=no): {', '.join(PRESETS)}.",
        metavar="NAME",
    ),
]
GameOption = Annotated[Game, typer.Option("--game", help="The game.")]


# ---- verbs ----


@app.command("plays")
def plays_verb(
    hand: Annotated[list[str] | None, typer.Argument(help="Hands; else standard input.")] = None,
    rules: RulesOption = "classic",
    on: Annotated[str | None, typer.Option("--on", help="Play to beat.", metavar="PLAY")] = None,
    game: GameOption = Game.ddz,
) -> None:
    """Every distinct play of a hand, pass not listed; with --on those that beat it."""
    chosen = read_rules(rules)
    to_beat = None if on is None else or_exit(lambda: kinds.parse_play(on, chosen))

    def answer(text: str) -> Answer:
        cards = read_hand(text, chosen)
        found = (
            kinds.plays(cards, chosen)
            if to_beat is None
            else kinds.following(cards, to_beat, chosen)
        )
        return {"hand": ranks_text(cards), "plays": [str(play) for play in found]}

    answer_all(hand, answer)


@app.command("classify")
def classify_verb(
    cards: Annotated[list[str] | None, typer.Argument(help="Cards; else standard input.")] = None,
    rules: RulesOption = "classic",
    game: GameOption = Game.ddz,
) -> None:
    """Every reading of cards as one play; no reading is an answer too."""
    chosen = read_rules(rules)

    def answer(text: str) -> Answer:
        held = read_hand(text, chosen)
        readings = [f"{play.kind} {play}" for play in kinds.classify(held, chosen)]
        return {"cards": ranks_text(held), "readings": readings}

    answer_all(cards, answer)


@app.command("split")
def split_verb(
    hand: Annotated[list[str] | None, typer.Argument(help="Hands; else standard input.")] = None,
    rules: RulesOption = "classic",
    engine: Annotated[
        Engine | None, typer.Option("--engine", help="search (default) or cpsat.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="List every split with the fewest plays (by cpsat).")
    ] = False,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", help="Cards that stay together, a bomb whole.", metavar="CARDS"),
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", help="The play played first.", metavar="PLAY")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--last", help="The play played last.", metavar="PLAY")
    ] = None,
    game: GameOption = Game.ddz,
) -> None:
    """The fewest plays that empty a hand, and one way to do it.

    With --all every such way, those first that leave the fewest plays which cannot win the lead
    back, then those with the most bombs. With a condition also its price in plays.
    """
    chosen = read_rules(rules)
    if every and engine is Engine.search:
        stop("--all is answered by the engine cpsat; read --engine search")
    if not all(cards.strip() for cards in keep or ()):
        stop("cannot read '' as --keep; expected cards")
    conditions = Conditions(
        keep=or_exit(lambda: tuple(read_hand(cards, chosen) for cards in keep or ())),
        first=None if first is None else or_exit(lambda: kinds.parse_play(first, chosen)),
        last=None if last is None else or_exit(lambda: kinds.parse_play(last, chosen)),
    )
    if every or engine is Engine.cpsat:
        answer_all(hand, _cpsat_answer(chosen, conditions, every=every))
    else:
        answer_all(hand, _search_answer(chosen, conditions))


@app.command("solve")
def solve_verb(
    position: Annotated[
        list[str] | None, typer.Argument(help="Positions, each in quotes; else standard input.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0, help="Time for each; default 10, with --nodes no limit."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=0, help="Positions searched for each: the same everywhere."),
    ] = None,
    bombs: Annotated[
        bool,
        typer.Option("--bombs", help="Also how many bombs and rockets the winners are sure of."),
    ] = False,
    game: GameOption = Game.ddz,
) -> None:
    """Who wins with all hands open, every play that still wins, and a line to the end.

    A list of plays that is not known in time is left empty and "complete" is false. With --bombs
    also "bombs": the most bombs and rockets, of any seat, that the winners can force to be played
    from here on and still win; null when not known. Of several positions, or of standard input,
    each answer also says its "position".
    """
    limit = 10.0 if seconds is None and nodes is None else seconds
    several = position is None or len(position) > 1
    answer_all(position, _solve_answer(limit, nodes, bombs=bombs, several=several))


@app.command("deal")
def deal_verb(
    code: Annotated[str | None, typer.Argument(help="Deal code; else a random deal.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="For a repeatable deal.")] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules", help="Rules the deal is for: players and first bidder.", metavar="NAME"
        ),
    ] = None,
    game: GameOption = Game.ddz,
) -> None:
    """The cards of a deal code, or a new deal with its code for the players of the rules.

    With --rules a code for another number of players is an error, and "first" follows the rules.
    """
    chosen = None if rules is None else read_rules(rules)
    if code is not None and seed is not None:
        stop(f"a deal has either a code or a seed; read {code!r} and --seed {seed}")

    def answer(text: str) -> Answer:
        deal = deal_code.decode(text)
        return {
            "code": deal_code.encode(deal),
            "first": deal.first if chosen is None else doudizhu.deal(chosen, text).first,
            "hands": [ranks_text(count_cards(cards)) for cards in deal.hands],
            "kitty": ranks_text(count_cards(deal.kitty)),
        }

    players = (chosen or CLASSIC).seats
    drawn = deal_code.draw(secrets.token_bytes(32) if seed is None else seed, players=players)
    answer_all([deal_code.encode(drawn) if code is None else code], answer)


@app.command("match")
def match_verb(
    a: Annotated[str, typer.Option("--a", help=f"A level: {', '.join(LEVELS)}.")],
    b: Annotated[str, typer.Option("--b", help="The level it plays against.")],
    deals: Annotated[int, typer.Option("--deals", min=1, help="Deals, each both ways.")] = 500,
    rules: RulesOption = "classic",
    seed: Annotated[int, typer.Option("--seed", help="Which deals.")] = 0,
    processes: Annotated[
        int | None,
        typer.Option("--processes", min=1, help="Default: one for each core, the most there are."),
    ] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", help="A Dask cluster instead.", metavar="ADDRESS")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--csv", help="Keep the games here and go on from it.")
    ] = None,
    auction: Annotated[bool, typer.Option("--auction", help="Play the bidding too.")] = False,
) -> None:
    """Let two CPU levels play the same deals both ways."""
    for level in (a, b):
        if level not in LEVELS:
            stop(f"unknown level {level!r}; expected one of {', '.join(LEVELS)}")
    match = Match(a, b, rules=rules_text(read_rules(rules)), seed=seed, auction=auction)
    workers = matches.pool(processes, deals) if dask is None else matches.cluster(dask)
    try:
        with workers as executor, progress(deals) as done:
            results = matches.run(
                match,
                deals,
                executor=executor,
                path=file,
                progress=lambda number, _whole: done(number),
            )
    except (MatchFileError, matches.WorkersError, OSError) as error:
        stop(str(error))
    print(matches.report(match, matches.summary(results)))


app.command("read")(read_verb)
app.command("analyse")(analyse_verb)
app.command("hint")(hint_verb)
app.command("audit")(audit_verb)
app.command("review")(review_verb)
app.add_typer(lessons_verbs, name="lessons")


# ---- splits ----


def _search_answer(rules: Rules, conditions: Conditions) -> Callable[[str], Answer]:
    def answer(text: str) -> Answer:
        cards = read_hand(text, rules)
        found = split_under(cards, conditions, rules)
        return _split_answer(cards, found, proved=True, conditions=conditions)

    return answer


def _cpsat_answer(rules: Rules, conditions: Conditions, *, every: bool) -> Callable[[str], Answer]:
    from engine.doudizhu import split  # ortools takes a second to load; the other verbs go without

    def answer(text: str) -> Answer:
        cards = read_hand(text, rules)
        proofs: list[bool] = []

        def solve(hand: Counts, rules: Rules) -> tuple[kinds.Play, ...]:
            found = split.split(hand, rules)
            proofs.append(found.proved)
            return found.plays

        def all_of(hand: Counts) -> tuple[tuple[kinds.Play, ...], ...]:
            found = split.all_splits(hand, rules)
            whole.append(found.complete)
            return found.splits

        whole: list[bool] = []
        best = split_under(cards, conditions, rules, solve=solve)
        reply = _split_answer(cards, best, proved=all(proofs), conditions=conditions)
        if every:
            splits = ranked(splits_under(cards, conditions, rules, all_of), cards, rules)
            listed = [list(map(str, plays)) for plays in splits]
            reply |= {"split": listed[0], "splits": listed}
            if not all(whole):
                reply["complete"] = False
        return reply

    return answer


def _split_answer(cards: Counts, found: Priced, *, proved: bool, conditions: Conditions) -> Answer:
    listed = list(map(str, found.plays))
    answer = {"hand": ranks_text(cards), "fewest": len(listed), "proved": proved, "split": listed}
    return answer if conditions == Conditions() else answer | {"price": found.price}


# ---- open hands ----


def _solve_answer(
    seconds: float | None, nodes: int | None, *, bombs: bool, several: bool
) -> Callable[[str], Answer]:
    def answer(text: str) -> Answer:
        state = parse_position(text)
        wait_for_kernel()
        ending = None if seconds is None else time.monotonic() + seconds
        found = endgame.solve(
            state,
            bombs=bombs,
            nodes=nodes,
            stop=None if ending is None else lambda: time.monotonic() >= ending,
        )
        reply: Answer = {
            "winner": found.winner,
            "winning_plays": list(map(action_text, found.winning_plays)),
            "line": list(map(action_text, found.line)),
            "nodes": found.nodes,
        }
        if not found.complete:
            reply["complete"] = False
        if bombs:
            reply["bombs"] = found.bombs
        return reply | {"position": text} if several else reply

    return answer


# ---- start ----


def main() -> None:
    """Run the command line; a closed pipe or Ctrl-C ends it without a stack trace."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for output in (sys.stdout, sys.stderr):
        if hasattr(output, "reconfigure"):
            output.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app(prog_name="python -m coach")
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away: nobody is left to tell
        sys.exit(1)


if __name__ == "__main__":
    main()
