"""Sentences, made of claims only.

A sentence has a key, the message of the ``hints`` catalogue, and for each of its roles a claim.
Every placeholder of a message is ``{role_field}``: a field of the claim in that role, so that
nothing is said that was not found.  ``{n}`` is the field that chooses between singular and plural.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from coach.claims import BASES, Claim
from coach.language import HINTS, texts

WORDING = {"ddz": "coach.doudizhu.wording"}
"""Where each game's sentences are listed, by the name of its records."""


class UnprovedError(Exception):
    """A sentence was to say what no claim says."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a message may be filled with."""

    roles: tuple[tuple[str, tuple[str, ...]], ...]
    """Each role, and the kinds of claims that may stand in it."""
    count: str = ""
    """The field, as ``role_field``, that chooses the plural form."""
    above: str = ""
    """A role whose value must lie more than two standard errors above zero."""
    within: str = ""
    """A role whose value must lie within two standard errors of zero."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message and the claims it says."""

    key: str
    roles: tuple[tuple[str, Claim], ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, in the order of the roles."""
        return tuple(claim for _, claim in self.roles)

    @property
    def basis(self) -> str:
        """What it rests on: the weakest of what its claims rest on, one of ``BASES``."""
        return max((claim.basis.name for claim in self.claims), key=BASES.index)


def sentence(key: str, **claims: Claim | None) -> Sentence:
    """The sentence *key* about *claims*, by role.

    Raises UnprovedError when a claim is missing, of a wrong kind, or too weak for what is said.
    """
    given = {role: claim for role, claim in claims.items() if claim is not None}
    game = next((claim.how.game for claim in given.values()), "")
    if game not in WORDING:
        raise UnprovedError(f"{key}: no claim is given")
    pattern: Pattern | None = import_module(WORDING[game]).PATTERNS.get(key)
    if pattern is None:
        raise UnprovedError(f"{key} is no sentence")
    wanted = dict(pattern.roles)
    if set(wanted) != set(given):
        raise UnprovedError(f"{key} needs claims for {sorted(wanted)}; read {sorted(given)}")
    for role, kinds in wanted.items():
        if given[role].kind not in kinds:
            raise UnprovedError(f"{key}: {role} is {given[role].kind}; expected one of {kinds}")
    if pattern.above and not clearly_above(given[pattern.above]):
        raise UnprovedError(f"{key}: {given[pattern.above].value} is not clearly above zero")
    if pattern.within and (
        clearly_above(given[pattern.within]) or clearly_below(given[pattern.within])
    ):
        raise UnprovedError(f"{key}: {given[pattern.within].value} is clearly not zero")
    return Sentence(key, tuple((role, given[role]) for role in wanted))


def clearly_above(claim: Claim) -> bool:
    """Whether the value lies more than two standard errors above zero."""
    return bool(claim.value > 2 * (claim.basis.error or 0.0))


def clearly_below(claim: Claim) -> bool:
    """Whether the value lies more than two standard errors below zero."""
    return bool(claim.value < -2 * (claim.basis.error or 0.0))


class _Fields(dict[str, Any]):
    """The fields of a sentence's claims; a slot beyond them is an error."""

    def __missing__(self, slot: str) -> str:
        raise UnprovedError(f"no claim fills {{{slot}}}")


def render(said: Sentence, language: str) -> str:
    """*said* in one of ``LANGUAGES``.

    Raises UnprovedError when the message has a slot that no claim fills.
    """
    game = said.claims[0].how.game
    wording = import_module(WORDING[game])
    fields = _Fields()
    for role, claim in said.roles:
        for name, shown in wording.fields(claim, language).items():
            fields[f"{role}_{name}"] = shown
    pattern: Pattern = wording.PATTERNS[said.key]
    return texts(language, HINTS).filled(said.key, fields, fields.get(pattern.count))
