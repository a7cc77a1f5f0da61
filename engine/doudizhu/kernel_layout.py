"""Where everything lies in the one row of whole numbers that the kernel works on.

Compiled functions hand an array on cheaply, and many arrays dearly; so there is one, and each name
here is the place where its part of the row begins.  In plain Python the row is a list.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Numbers = MutableSequence[int]
"""A list in plain Python, an array of 64-bit integers in compiled code."""

CHAINS = 160
"""No fewer than the chains of any rules (157 with four players)."""

DEPTH = 24
"""More chains than any hand a seat can hold is split into."""

SUMS = 256
"""Sums of slots kept for a set of chains; a hand of 33 cards has fewer."""

MEMO = 1 << 16
"""Places of the memory of bounds, a power of two."""

PROFILES = 1 << 12
"""Places of the index of profiles, a power of two."""

PROFILE_ROWS = 24_000
"""No fewer than the rows of all profiles of any rules."""

FEW = 1 << 18
"""Places of the memory of fewest plays, a power of two."""

SEATS = 4
"""Places for hands in every frame; unused ones are empty."""

FRAMES = 512
"""More turns with a choice than a deal has."""

MOVES = 1 << 16
"""Places for the moves of all frames together."""

KEY_SIZE = SEATS + 5
"""Numbers of a key: ``kernel_positions.py`` says which."""


class _Parts:
    """Hands out one part of the row after the other."""

    def __init__(self) -> None:
        self.end = 0

    def part(self, size: int) -> int:
        """Where a part of so many numbers begins."""
        begin = self.end
        self.end += size
        return begin


_row = _Parts()

# ---- one set of rules: fewest plays ----

LARGEST_HAND = _row.part(1)
JOKERS_RIDE = _row.part(1)
"""Whether both jokers may be kickers of one play (R11)."""
MOST_SOLOS = _row.part(1)
"""Most solo kickers of one rank."""
MOST_PAIRS = _row.part(1)
"""Most pair kickers of one rank."""
MOST_TOUCHING = _row.part(1)
"""Most solo kickers of a rank that would lengthen the airplane."""

CHAIN_NUMBER = _row.part(1)
CHAIN_WIDTH = _row.part(CHAINS)
CHAIN_RANKS = _row.part(CHAINS)
"""A one in the place of each rank of the chain."""
CHAIN_SIZE = _row.part(CHAINS)
CHAIN_ROOM = _row.part(CHAINS)
"""Most cards its kickers can be."""
CLASHES = _row.part(CHAINS * CHAINS)
"""For every two chains whether one need not be looked at beside the other."""

FIRST_FORM = _row.part(CHAINS + 1)
"""For every chain its first row among the forms; one more at the end."""
FORM_SOLOS = _row.part(3 * CHAINS)
FORM_PAIRS = _row.part(3 * CHAINS)
FORM_START = _row.part(3 * CHAINS)
FORM_LENGTH = _row.part(3 * CHAINS)

FIRST_USE = _row.part(11)
"""For every number of cards its first row among the uses; one more at the end."""
USE_PLAYS = _row.part(256)
USE_SOLOS = _row.part(256)
USE_PAIRS = _row.part(256)
USE_SOLO_NEED = _row.part(256)
USE_PAIR_NEED = _row.part(256)
USE_CARRIERS = _row.part(256)
"""How many plays of this use carry kickers; two at most."""
USE_SLOTS = _row.part(512)
"""Two a use: slots of each carrier."""
USE_SIZES = _row.part(512)
"""Two a use: cards of each kicker."""

PROFILE_KEY = _row.part(PROFILES)
"""Index of profiles by hash: the tally of ranks with three cards or more, plus one."""
PROFILE_FIRST = _row.part(PROFILES)
PROFILE_LAST = _row.part(PROFILES)
PROFILE_PLAYS = _row.part(PROFILE_ROWS)
PROFILE_SOLOS = _row.part(PROFILE_ROWS)
PROFILE_PAIRS = _row.part(PROFILE_ROWS)

# ---- one set of rules: kinds of play by kind and length; row 0 is nothing ----

FIRST_BOMB = _row.part(1)
ROCKET = _row.part(1)
PACKS = _row.part(1)
KIND_WIDTH = _row.part(64)
KIND_LENGTH = _row.part(64)
KIND_SLOTS = _row.part(64)
KIND_KICKER_SIZE = _row.part(64)
KIND_IS_CHAIN = _row.part(64)
KIND_IS_LONGER = _row.part(64)
"""1 where the row before is the same kind with a smaller body."""
KIND_SIZE = _row.part(64)
"""Cards of the whole play."""

TABLES_END = _row.end
"""All before is fixed by the rules, all behind is working memory."""

# ---- working memory: fewest plays; what it holds never changes an answer ----

MEMO_KEY = _row.part(MEMO)
MEMO_VALUE = _row.part(MEMO)
FEW_KEPT = _row.part(FEW)
"""Sixteen times the packed hand, and its fewest plays: no hand takes more than 15, one a rank."""
LEVEL_PACKED = _row.part(DEPTH)
LEVEL_CARDS = _row.part(DEPTH)
LEVEL_ROOM = _row.part(DEPTH)
LEVEL_CHOSEN = _row.part(DEPTH)
LEVEL_CURSOR = _row.part(DEPTH)
PLAYABLE = _row.part(DEPTH * (CHAINS + 1))
"""For every depth a row of chains, ended by -1."""
LEVEL_SUMS = _row.part(DEPTH * SUMS)
"""For every depth the sums of slots that its chains can have."""
SUMS_HELD = _row.part(DEPTH)
CHOSEN_FORM = _row.part(DEPTH)
REST_RANK = _row.part(16)
REST_COUNT = _row.part(16)
REST_TALLY = _row.part(16)
REST_USE = _row.part(16)
REST_LEFT = _row.part(16)
REST_SOLO_SLOTS = _row.part(16)
REST_PAIR_SLOTS = _row.part(16)
KICKERS = _row.part(16)
BODY_START = _row.part(64)
BODY_LENGTH = _row.part(64)
BODY_SLOTS = _row.part(64)

# ---- working memory: kickers of one body ----

OFFER_RANK = _row.part(16)
OFFER_MOST = _row.part(16)
OFFER_REST = _row.part(16)
"""Most kickers of the ranks from here on."""
OFFER_TAKEN = _row.part(16)
OFFER_CARDS = _row.part(16)

# ---- working memory: open hands; where the search stands, so that it can go on ----

SEAT_NUMBER = _row.part(1)
LANDLORD_SEAT = _row.part(1)
NOW_DEPTH = _row.part(1)
NOW_NODES = _row.part(1)
NOW_NEW = _row.part(1)
"""Whether the top frame was not looked at yet."""
NOW_BACK = _row.part(1)
"""Who wins the position the search came back from."""
GOAL_SIDE = _row.part(1)
"""The side that must win and see bombs played, as many as each frame asks for."""
NOW_END = _row.part(1)
"""Where the list of moves ends."""
NOW_FULL = _row.part(1)
"""Whether that list was too short."""

FRAME_HANDS = _row.part(SEATS * FRAMES)
FRAME_TURN = _row.part(FRAMES)
FRAME_TO_BEAT = _row.part(FRAMES)
FRAME_LEADER = _row.part(FRAMES)
FRAME_NEED = _row.part(FRAMES)
"""Bombs and rockets that must still be played for the goal; zero when only the win counts."""
FRAME_FIRST = _row.part(FRAMES)
FRAME_LAST = _row.part(FRAMES)
FRAME_NEXT = _row.part(FRAMES)
FRAME_END = _row.part(FRAMES)
"""Where the moves end that the frame began with: their keys are needed to its end."""
FRAME_BEGAN = _row.part(FRAMES)
"""Nodes counted when the frame was entered."""

FRAME_LIMIT = _row.part(FRAMES)
"""Nodes counted at which the frame is given up for now."""
FRAME_SHARE = _row.part(FRAMES)
"""Nodes that each move of the frame may take in this round."""
FRAME_OPEN = _row.part(FRAMES)
"""Where the moves end that this round left open."""

FRAME_KEY = _row.part(FRAMES)
"""Where the key of the frame's position stands: among the keys of the moves."""

MOVE_CARDS = _row.part(MOVES)
MOVE_CODE = _row.part(MOVES)
MOVE_ORDER = _row.part(MOVES)
"""How late to try a move and, in the last sixteen bits, which: small ones first."""
MOVE_KEY = _row.part(KEY_SIZE * MOVES)
"""The keys of the positions after the moves."""

SETTLED = _row.part(SEATS)
"""The hands after a play or a pass was settled."""
SETTLED_TURN = _row.part(1)
SETTLED_TO_BEAT = _row.part(1)
SETTLED_LEADER = _row.part(1)
SETTLED_NEED = _row.part(1)
TABLE_MASK = _row.part(1)
"""Buckets of the table less one; their number is a power of two."""
GENERATION = _row.part(1)
"""Which search the entries of the table must be of; others count as empty places."""

ROW_END = _row.end
