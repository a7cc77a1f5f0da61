"""The fewest plays that empty a hand, by an exact search in plain Python.

Depth-first over the chains, airplanes and the rocket that are played; what they leave is played
rank by rank.  How few plays that takes is first read from a table that forgets which kicker rides
where, so that it never says too many; only where it promises less than the best so far are the
kickers dealt (``kickers.py``).  ``docs/solver.md`` says why nothing is missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from engine.cards import CHAIN_RANKS, RANKS, Counts
from engine.doudizhu.kickers import Body, can_deal, check_covered, dealt, in_order
from engine.doudizhu.plays import JOKERS, Play, Shape, rocket, shapes
from engine.doudizhu.rules import CLASSIC, Rules

NO_WAY = 1_000
"""More plays than there are cards: kickers and slots cannot be made equal."""


def fewest(hand: Counts, rules: Rules = CLASSIC) -> int:
    """The least number of plays that empty *hand*, any part of the deck.

    >>> from engine.cards import parse_ranks
    >>> fewest(parse_ranks("33344456")), fewest(parse_ranks("3579J"))
    (1, 5)
    """
    return _best(hand, rules).number


def fewest_plays(hand: Counts, rules: Rules = CLASSIC) -> tuple[Play, ...]:
    """*hand* as the fewest plays, the longest first; always the same one of several ways."""
    best = _best(hand, rules)
    plays = [body.play() for body in best.bodies if not body.slots]
    plays += [rocket(rules)] * best.rockets
    for size, kickers in ((1, best.solos), (2, best.pairs)):
        loaded = dealt(kickers, _carriers(best.bodies, size), rules)
        assert loaded is not None, "the search keeps only kickers that can be dealt"
        plays += loaded
    return in_order(plays)


class _Found(NamedTuple):
    """A split whose kickers can be dealt, and are not dealt yet."""

    number: int
    bodies: tuple[Body, ...]
    solos: Counts
    """How many solo kickers of each rank."""
    pairs: Counts
    """How many pair kickers of each rank."""
    rockets: int


def _carriers(found: Sequence[Body], size: int) -> list[Body]:
    """The bodies that carry kickers of this size."""
    return [body for body in found if body.slots and body.shape.kicker_size == size]


# ---- the table of one set of rules ----


class _Use(NamedTuple):
    """One way to use up the cards of one rank without chains."""

    bodies: tuple[tuple[Shape, int], ...]
    """Shape and width of each play whose body is of this rank."""
    solos: int
    """Solo kickers this rank gives."""
    pairs: int
    """Pair kickers this rank gives."""
    solo_need: int
    """Solo slots of the bodies less solo kickers given."""
    pair_need: int
    """Pair slots of the bodies less pair kickers given."""


class _Form(NamedTuple):
    """A chain played without kickers, with solos, or with pairs."""

    solo_slots: int
    pair_slots: int
    body: Body | None
    """None for the rocket."""


class _Chain(NamedTuple):
    """Neighbouring ranks that are played together, in one of several forms; or the rocket."""

    bit: int
    """A power of two of its own."""
    width: int
    ranks: int
    """A one in the place of each rank."""
    cards: int
    """What it takes from a packed hand."""
    size: int
    """Number of cards, kickers not among them."""
    room: int
    """Most cards its kickers can be."""
    forms: tuple[_Form, ...]
    clashes: int
    """Bits of the chains that need not be played beside it."""


_ONES = sum(1 << 4 * rank for rank in range(len(RANKS)))
"""A one in the place of every rank: a packed hand has four bits a rank."""


class _Table:
    """What the search needs to know about one set of rules, and the results it has met."""

    def __init__(self, rules: Rules) -> None:
        check_covered(rules)
        self.rules = rules
        most = 4 * rules.packs
        self.uses = [tuple(_uses(count, rules)) for count in range(most + 1)]
        self.cheapest = [_cheapest(uses) for uses in self.uses]
        self.chains = _chains(rules)
        self._known: dict[tuple[int, int, int], int] = {}

    def bound(self, tally: int, solo_slots: int, pair_slots: int) -> int:
        """No more than the plays that empty ranks of this *tally* and fill exactly these slots.

        Exact but for one thing: it does not ask which kicker rides where.  *tally* holds the number
        of ranks with 1, 2, 3... cards, four bits each; slots below zero are kickers that wait.
        """
        key = (tally, solo_slots, pair_slots)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > 1_000_000:
                self._known.clear()
            known = self._known[key] = self._bound(tally, solo_slots, pair_slots)
        return known

    def _bound(self, tally: int, solo_slots: int, pair_slots: int) -> int:
        for count in range(len(self.uses) - 1, 2, -1):
            if tally >> 4 * count - 4 & 15:
                rest = tally - (1 << 4 * count - 4)
                return min(
                    number + self.bound(rest, solo_slots + solos, pair_slots + pairs)
                    for number, solos, pairs in self.cheapest[count]
                )
        # Only single cards and pairs are left: they fill slots, they offer none.
        singles, pairs = tally & 15, tally >> 4
        if solo_slots < 0 or not 0 <= pair_slots <= pairs:
            return NO_WAY
        pairs -= pair_slots
        over = max(0, solo_slots - singles)
        if over > 2 * pairs:
            return NO_WAY
        return singles - (solo_slots - over) + pairs - over // 2


@cache
def _table(rules: Rules) -> _Table:
    """The one table of these rules."""
    return _Table(rules)


def _uses(count: int, rules: Rules) -> Iterator[_Use]:
    """Every way to use up *count* cards of a rank, of equal ones only that with the fewest plays.

    Ways are equal when they have the same bodies with slots and give the same kickers; what else
    they play carries nothing and is not carried, so only its number matters.
    """
    singles = [shape for shape in shapes(rules) if not shape.is_chain]
    carrying = [shape for shape in singles if shape.kickers]
    bare = _bare(count, [shape for shape in singles if not shape.kickers])
    sets: list[tuple[Shape, ...]] = [()]
    for carriers in sets:
        taken = sum(shape.width for shape in carriers)
        sets += [
            (*carriers, shape)
            for shape in carrying
            if taken + shape.width <= count
            and (not carriers or carrying.index(shape) >= carrying.index(carriers[-1]))
        ]
        slots = [sum(s.kickers for s in carriers if s.kicker_size == size) for size in (1, 2)]
        for solos, pairs in product(range(count - taken + 1), range((count - taken) // 2 + 1)):
            left = count - taken - solos - 2 * pairs
            if left >= 0:
                loaded = tuple((shape, shape.width) for shape in carriers)
                yield _Use(loaded + bare[left], solos, pairs, slots[0] - solos, slots[1] - pairs)


def _bare(count: int, alone: Sequence[Shape]) -> list[tuple[tuple[Shape, int], ...]]:
    """For 0 to *count* cards of one rank, the fewest plays without kickers that use them up."""
    best: list[tuple[tuple[Shape, int], ...]] = [()]
    for cards in range(1, count + 1):
        ways = []
        for shape in alone:
            for width in range(shape.width, cards + 1 if shape.kind == "bomb" else shape.width + 1):
                if width <= cards:
                    ways.append(((shape, width), *best[cards - width]))
        best.append(min(ways, key=len))
    return best


def _cheapest(uses: Sequence[_Use]) -> list[tuple[int, int, int]]:
    """The fewest plays for each pair of needs: ``(plays, solo need, pair need)``."""
    least: dict[tuple[int, int], int] = {}
    for use in uses:
        needs = use.solo_need, use.pair_need
        least[needs] = min(least.get(needs, NO_WAY), len(use.bodies))
    return [(number, *needs) for needs, number in least.items()]


def _chains(rules: Rules) -> tuple[_Chain, ...]:
    """The rocket and every chain of the full deck, the longest first."""
    forms: dict[tuple[int, int, int], list[_Form]] = {}
    for shape in shapes(rules):
        if shape.is_chain:
            for length in range(shape.shortest, shape.longest(rules) + 1):
                for start in range(CHAIN_RANKS - length + 1):
                    body = Body(shape, start, length, shape.width)
                    place = shape.width, start, length
                    solos, pairs = (body.slots * (shape.kicker_size == size) for size in (1, 2))
                    forms.setdefault(place, []).append(_Form(solos, pairs, body))
    places = sorted(forms, key=lambda place: (-place[0] * place[2], place))
    known = frozenset(places)
    jokers = sum(1 << 4 * joker for joker in JOKERS)
    rocket_form = _Form(0, 0, None)
    packs = rules.packs
    found = [_Chain(1, packs, jokers, jokers * packs, 2 * packs, 0, (rocket_form,), 0)]
    for number, place in enumerate(places, 1):
        width, start, length = place
        ranks = sum(1 << 4 * rank for rank in range(start, start + length))
        clashes = sum(
            1 << other
            for other, beside in enumerate(places, 1)
            if _replaceable(place, beside, known) or _replaceable(beside, place, known)
        )
        size, ways = width * length, tuple(forms[place])
        room = max(form.solo_slots + 2 * form.pair_slots for form in ways)
        found.append(_Chain(1 << number, width, ranks, ranks * width, size, room, ways, clashes))
    return tuple(found)


def _replaceable(
    one: tuple[int, int, int], other: tuple[int, int, int], places: frozenset[tuple[int, int, int]]
) -> bool:
    """Whether two chains without kickers can be played in a way that is looked at anyway.

    Chains are ``(width, start, length)``.  One that ends where the other starts makes a longer one;
    two over the same ranks make a wider one; one strictly within the other is exchanged for two
    that overlap, the ends changed over.
    """
    (width, start, length), (other_width, other_start, other_length) = one, other
    if width > 2 or other_width > 2:
        return False
    if (start, length) == (other_start, other_length):
        return (width + other_width, start, length) in places
    if width != other_width:
        return False
    if start + length == other_start:
        return (width, start, length + other_length) in places
    return start < other_start and other_start + other_length < start + length


# ---- the search ----


@lru_cache(maxsize=1 << 14)
def _best(hand: Counts, rules: Rules) -> _Found:
    """A split of *hand* into the fewest plays."""
    return _Search(hand, rules).best


class _Search:
    """One hand being searched; ``best`` is the best split so far, at the end the answer."""

    def __init__(self, hand: Counts, rules: Rules) -> None:
        self.table = _table(rules)
        self.best = _Found(NO_WAY, (), (), (), 0)
        packed = sum(count << 4 * rank for rank, count in enumerate(hand))
        self._visit(packed, sum(hand), [], {(0, 0)}, 0, _playable(self.table.chains, packed, 0))

    def _visit(
        self,
        packed: int,
        cards: int,
        chosen: list[_Chain],
        slots: set[tuple[int, int]],
        room: int,
        chains: list[_Chain],
    ) -> None:
        """Looks at every split that plays the *chosen* chains and any more of *chains*.

        *packed* is what the chosen ones leave, *cards* its size, *slots* what slots their forms can
        have in all, *room* the most cards these can take.
        """
        bound, tally = self.table.bound, _tally(packed)
        number = len(chosen)
        promised = number + min(bound(tally, *pair) for pair in slots)
        while promised < self.best.number:
            found = self._finish(packed, chosen, promised)
            if found:
                self.best = found
            promised += 1
        for place, chain in enumerate(chains):
            # What is left may all be kickers; what exceeds the slots takes plays of its own.
            left, more_room = cards - chain.size, room + chain.room
            more_plays = -(-max(0, left - more_room) // self.table.rules.largest_hand)
            if number + 1 + more_plays >= self.best.number:
                continue
            more = slots
            if len(chain.forms) > 1:
                more = {(s + f.solo_slots, p + f.pair_slots) for s, p in slots for f in chain.forms}
            after = packed - chain.cards
            playable = _playable(chains[place:], after, chain.clashes)
            self._visit(after, left, [*chosen, chain], more, more_room, playable)

    def _finish(self, packed: int, chosen: Sequence[_Chain], number: int) -> _Found | None:
        """A split into *number* plays: the *chosen* chains, and the rest without chains."""
        ranks = [(packed >> 4 * rank & 15, rank) for rank in range(len(RANKS))]
        ranks = sorted((item for item in ranks if item[0]), reverse=True)
        tallies = [sum(1 << 4 * count - 4 for count, _ in ranks[i:]) for i in range(len(ranks) + 1)]
        for forms in product(*(chain.forms for chain in chosen)):
            solo_slots = sum(form.solo_slots for form in forms)
            pair_slots = sum(form.pair_slots for form in forms)
            ways = self._uses_of(ranks, tallies, 0, number - len(forms), solo_slots, pair_slots)
            for uses in ways:
                found = self._kept(number, forms, ranks, uses)
                if found:
                    return found
        return None

    def _uses_of(
        self,
        ranks: Sequence[tuple[int, int]],
        tallies: Sequence[int],
        place: int,
        number: int,
        solo_slots: int,
        pair_slots: int,
    ) -> Iterator[tuple[_Use, ...]]:
        """Every choice of uses for the ranks from *place* on with *number* plays or fewer."""
        if self.table.bound(tallies[place], solo_slots, pair_slots) > number:
            return
        if place == len(ranks):
            yield ()
            return
        for use in self.table.uses[ranks[place][0]]:
            for others in self._uses_of(
                ranks,
                tallies,
                place + 1,
                number - len(use.bodies),
                solo_slots + use.solo_need,
                pair_slots + use.pair_need,
            ):
                yield (use, *others)

    def _kept(
        self,
        number: int,
        forms: Sequence[_Form],
        ranks: Sequence[tuple[int, int]],
        uses: Sequence[_Use],
    ) -> _Found | None:
        """This split, or None when its kickers cannot be dealt."""
        found = [form.body for form in forms if form.body]
        kickers = {1: [0] * len(RANKS), 2: [0] * len(RANKS)}
        for (_, rank), use in zip(ranks, uses, strict=True):
            found += [Body(shape, rank, 1, width) for shape, width in use.bodies]
            kickers[1][rank] = use.solos
            kickers[2][rank] = use.pairs
        for size, numbers in kickers.items():
            if not can_deal(numbers, _carriers(found, size), self.table.rules):
                return None
        rockets = sum(form.body is None for form in forms)
        return _Found(number, tuple(found), tuple(kickers[1]), tuple(kickers[2]), rockets)


def _playable(chains: Sequence[_Chain], packed: int, clashes: int) -> list[_Chain]:
    """The chains that *packed* holds, but for those that clash."""
    bits = [packed >> shift & _ONES for shift in range(4)]
    two = bits[1] | bits[2] | bits[3]
    held = (0, two | bits[0], two, bits[0] & bits[1] | bits[2] | bits[3])
    return [
        chain
        for chain in chains
        if held[chain.width] & chain.ranks == chain.ranks and not chain.bit & clashes
    ]


def _tally(packed: int) -> int:
    """How many ranks hold 1, 2, 3... cards, four bits each."""
    one, two, four = packed & _ONES, packed >> 1 & _ONES, packed >> 2 & _ONES
    three = (one & two).bit_count()
    low = (three << 8) + (two.bit_count() - three << 4) + one.bit_count() - three
    if not four & (one | two) and packed & _ONES << 3 == 0:
        return low + (four.bit_count() << 12)
    counts = [packed >> 4 * rank & 15 for rank in range(len(RANKS))]
    return sum(1 << 4 * count - 4 for count in counts if count)
