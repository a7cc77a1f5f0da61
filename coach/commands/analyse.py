"""The verb ``analyse``: the whole report of a pasted hand, or of a position, a view or a record."""

from __future__ import annotations

from typing import Annotated

import typer

from coach.claims import CERTAIN, EXACT
from coach.commands.answering import (
    BAD_INPUT,
    READING_ERRORS,
    Answer,
    answer_all,
    complain,
    inputs,
    rules as read_rules,
    wait_for_kernel,
)
from coach.commands.hint import Language, answered as hint_answered, claim_data, digest
from coach.doudizhu.analyse import Analysis, Answers, Costed, HandReport, analysed, understood
from coach.doudizhu.analyse_text import as_text, said_of, sections
from coach.doudizhu.hand_facts import of_report
from coach.doudizhu.hand_text import read_hand
from coach.doudizhu.situation import ROLES, Situation, read_counts
from engine.cards import RANKS, NotationError, ranks_text
from engine.doudizhu.endgame import Solution
from engine.doudizhu.position import action_text
from engine.doudizhu.rules import PRESETS, rules_text


def analyse_verb(
    hands: Annotated[
        list[str] | None,
        typer.Argument(
            help="Cards as people write them, a position, a view, or the text of a record; "
            "else the lines of standard input.",
            metavar="HAND|POSITION...",
        ),
    ] = None,
    rules: Annotated[
        str,
        typer.Option("--rules", help=f"Of a hand: {', '.join(PRESETS)}.", metavar="NAME"),
    ] = "classic",
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            help="Of a position: whose view, as a number. Of a hand that is to play: "
            f"{', '.join(ROLES[4])}.",
        ),
    ] = None,
    on: Annotated[
        str, typer.Option("--on", help="The play on the table, to be beaten.", metavar="PLAY")
    ] = "",
    by: Annotated[
        str | None, typer.Option("--by", help="Whose it is; the seat before when left out.")
    ] = None,
    seen: Annotated[
        str | None, typer.Option("--seen", help="Cards that were played.", metavar="CARDS")
    ] = None,
    counts: Annotated[
        str | None,
        typer.Option(
            "--counts", help="Cards of the others, from the next seat on: 20,17.", metavar="N,N"
        ),
    ] = None,
    language: Annotated[Language, typer.Option("--lang", help="Of the sentences.")] = Language.en,
    text: Annotated[bool, typer.Option("--text", help="For people, not JSON.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="For the hands that are drawn.")] = 0,
) -> None:
    """The report of a hand: fewest plays, all ways to them, what each choice costs, what beats it.

    A hand as it is dealt is also asked for a bid, one with the kitty for the first lead, and a
    position for every play, in hands drawn for the others. With all hands open the solver answers
    beside it, which is labelled: no seat could know that.
    """
    chosen = read_rules(rules)

    def report(given: str) -> Analysis:
        told = Situation(
            role=seat if seat in ROLES[4] else None,
            to_beat=on,
            by=by,
            seen=None if seen is None else read_hand(seen, chosen).only,
            counts=() if counts is None else read_counts(counts),
        )
        number = None if seat is None or seat in ROLES[4] else _seat(seat)
        wait_for_kernel()
        return analysed(understood(given, chosen, told=told, seat=number), seed=seed)

    if not text:
        answer_all(hands, lambda given: answered(report(given), language.value))
        return
    failed = False
    for given in inputs(hands):
        try:
            found = report(given)
        except READING_ERRORS as error:
            failed = True
            complain(str(error))
        else:
            listed = sections(found.report, language.value, found=found.hint, opened=found.opened)
            print(as_text(listed), end="\n\n", flush=True)
    if failed:
        raise typer.Exit(BAD_INPUT)


def answered(found: Analysis, language: str) -> Answer:
    """*found* as the command line prints it.

    Each claim can be found again: those of the cards from ``cards``, ``rules`` and ``unseen``,
    those of bids and plays from the ``view`` beside them, and the record where there was one.
    """
    reply = {"input": found.given.text, **_hand(found.report)}
    if found.hint is not None:
        told = hint_answered(found.hint, language, _history(found))
        place = "turn" if found.hint.view.phase == "play" else "bids"
        reply[place] = {key: told[key] for key in ("view", "plays", "claims")}
        reply["sentences"] = list(said_of(found.hint, language))
    if found.opened is not None:
        reply["open"] = _open(found.opened)
    return reply


def _history(found: Analysis) -> Answer:
    """The record that was pasted, and how many turns of it; its turns weigh what is sampled."""
    if found.given.turns is None:
        return {}
    return {"record": digest(found.given.text), "at": found.given.turns}


def _hand(report: HandReport) -> Answer:
    return {
        "cards": ranks_text(report.hand),
        "rules": rules_text(report.rules),
        "unseen": ranks_text(report.unseen),
        "fewest": report.fewest,
        "proved": report.proved,
        "splits": [list(map(str, split)) for split in report.splits],
        "complete": report.complete,
        "why": {"card": RANKS[report.case], "plays": [_costed(case) for case in report.cases]},
        "groups": [{**_costed(one), "price": one.plays - report.fewest} for one in report.groups],
        "weak": [{"play": str(play), "basis": CERTAIN} for play in report.weak],
        "answers": [_answers(one) for one in report.answers],
        "claims": [claim_data(claim, {}) for claim in of_report(report)],
    }


def _costed(one: Costed) -> Answer:
    return {"play": str(one.play), "fewest": one.plays, "basis": EXACT}


def _answers(one: Answers) -> Answer:
    return {
        "play": str(one.play),
        "beaten_by": list(map(str, one.in_kind)),
        "bombs": list(map(str, one.bombs)),
        "basis": CERTAIN,
    }


def _open(opened: Solution) -> Answer:
    """What no seat could know: of this one deal, all hands open."""
    known = opened.winner != "unknown"
    return {
        "winner": opened.winner,
        "winning_plays": list(map(action_text, opened.winning_plays)),
        "line": list(map(action_text, opened.line)),
        "basis": EXACT if known else None,
        "how": {"method": "solver of open hands", "scope": "this deal", "nodes": opened.nodes},
    }


def _seat(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        expected = ", ".join(("0 to 3", *ROLES[4]))
        raise NotationError(f"cannot read {text[:40]!r} as a seat; expected {expected}")
    return int(text)
