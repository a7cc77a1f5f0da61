"""Where everything lies in a task: the second row of whole numbers the kernel works on.

A task is a position, the plays that are compared, the worlds (hidden hands dealt out) and what
came of them: who won each deal played out, or how likely each turn seen was in each world.
"""

from __future__ import annotations

SEATS = 0
LANDLORD = 1
TURN = 2
TO_BEAT = 3
LEADER = 4
PASSES = 5
NOISE = 6
"""Thousandths of a point: uniform noise below it is added to every score."""
OPTION_NUMBER = 7
WORLD_NUMBER = 8
SEED = 9

NOW_TURN = 10
NOW_TO_BEAT = 11
NOW_LEADER = 12
NOW_PASSES = 13
NOW_RANDOM = 14
BEST_CARDS = 15
BEST_CODE = 16
SEEN_NUMBER = 17
OWN_SEAT = 18
STRAY = 19
"""Out of ``ONE``: how often a seat plays anything at all, whatever it scores."""
NOW_HANDS = 20
KITTY = 24
"""The cards the landlord took, packed."""
NOW_BOMBS = 25
"""Bombs and rockets of the deal being played out, its first play counted too."""
NOW_LANDLORD_PLAYS = 26
NOW_PEASANT_PLAYS = 27
"""Plays of each side in it, passes not counted."""
TO_OWN_TURN = 28
"""1: a deal is played on only until the seat of TURN is to act again, and NEXT tells how."""

MOST_OPTIONS = 64
OPTIONS = 32
"""Two numbers a play that is compared: its cards, packed, and its code; zeros are a pass, and
``NO_PLAY`` for the cards lets the rules of thumb play from here on."""

MOST_WORLDS = 16
SEATS_A_WORLD = 4
WORLDS = OPTIONS + 2 * MOST_OPTIONS
"""Hands of every seat, packed."""
WON = WORLDS + MOST_WORLDS * SEATS_A_WORLD
"""For every world a row of options: 1 where the landlord wins after this play."""

MOST_CHOICES = 1024
"""More bodies than a hand has (64 rows of kinds, 15 ranks, a pass)."""
CHOICE_CARDS = WON + MOST_WORLDS * MOST_OPTIONS
CHOICE_CODE = CHOICE_CARDS + MOST_CHOICES
CHOICE_SCORE = CHOICE_CODE + MOST_CHOICES
"""What the seat to act may do, one set of kickers a body; zeros are a pass."""

MOST_SEEN = 256
"""Turns that are looked at; of a longer deal the last."""
SEEN = CHOICE_SCORE + MOST_CHOICES
"""Five numbers a turn: seat, cards and code (zeros are a pass), what was to beat, who led it."""
LIKELY = SEEN + 5 * MOST_SEEN
"""For every world a row of turns: how likely each was, out of ``ONE``."""
LOW = LIKELY + MOST_WORLDS * MOST_SEEN
HIGH = LOW + SEATS_A_WORLD
"""For every seat between which strengths, in thousandths, its first hand was by its bids."""
BIDS_LIKELY = HIGH + SEATS_A_WORLD
"""For every world how likely the bids of each seat were, out of ``ONE``."""
FALL = BIDS_LIKELY + MOST_WORLDS * SEATS_A_WORLD
FALLS = 1024
"""How much less likely a play is the lower it scores, out of ``ONE``, a place a ``FALL_STEP``."""
BOMBS = FALL + FALLS
LANDLORD_PLAYS = BOMBS + MOST_WORLDS * MOST_OPTIONS
PEASANT_PLAYS = LANDLORD_PLAYS + MOST_WORLDS * MOST_OPTIONS
"""For every world a row of options, as ``WON``: what the deal played out came to."""
NEXT = PEASANT_PLAYS + MOST_WORLDS * MOST_OPTIONS
"""For every world, after the one option, two numbers for each turn before the own one: cards and
code, zeros for a pass, and ``NO_PLAY`` for the cards when the deal was over before it."""
TASK_END = NEXT + 2 * MOST_WORLDS * SEATS_A_WORLD

NO_PLAY = -1
ONE = 1 << 20

FAR = 100
"""A strength no hand has, in points."""
THOUSAND = 1000
"""Scores are whole numbers, thousandths of a point."""
FALL_STEP = 100
"""Thousandths of a point."""
OUT = 10_000 * THOUSAND
"""The score of a play that empties the hand."""
