"""Grades and the accuracy: by loss of win chance, never beyond the error, monotone."""

from __future__ import annotations

from hypothesis import given, strategies as st

from coach.grades import BEST, GOOD, Weighed, accuracy, grade


def test_losses_of_5_10_and_15_points_are_named() -> None:
    named = [grade(loss / 100, 0.0, is_best=False) for loss in (4, 5, 9, 10, 14, 15, 60)]
    assert named == [
        GOOD, "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip


def test_a_loss_within_two_standard_errors_is_graded_good() -> None:
    assert grade(0.20, 0.10, is_best=False) == GOOD
    assert grade(0.20, 0.099, is_best=False) == "blunder"


def test_the_play_that_a_hint_names_is_best_and_so_is_one_that_loses_nothing() -> None:
    assert grade(0.0, 0.0, is_best=True) == BEST
    assert grade(-0.01, 0.02, is_best=False) == BEST
    assert grade(0.01, 0.02, is_best=False) == GOOD


def test_accuracy_is_what_was_not_lost_of_what_was_at_stake() -> None:
    # 0.1 lost of 0.4, nothing of 0.6: one tenth of what was at stake
    assert accuracy([Weighed(0.1, 0.4), Weighed(0.0, 0.6)]) == 90.0


def test_forced_and_obvious_decisions_do_not_count() -> None:
    hard = Weighed(0.1, 0.4)
    forced = Weighed(0.0, 0.0, forced=True)
    out = Weighed(0.0, 0.9, obvious=True)
    alike = Weighed(0.0, 0.049)
    assert [one.counts for one in (hard, forced, out, alike)] == [True, False, False, False]
    assert accuracy([hard, forced, out, alike]) == accuracy([hard]) == 75.0
    assert accuracy([forced, out, alike]) is None


def test_a_missed_obvious_decision_counts_with_its_loss() -> None:
    missed = Weighed(0.2, 0.9, obvious=True)
    assert missed.counts
    # 0.1 and 0.2 lost of 0.4 and 0.2
    assert accuracy([Weighed(0.1, 0.4), missed]) == 50.0


def test_a_loss_within_its_error_is_no_miss() -> None:
    assert not Weighed(0.02, 0.9, obvious=True, error=0.01).counts


_losses = st.floats(0, 1)
_weighed = st.builds(
    lambda loss, rest, obvious: Weighed(loss, min(1.0, loss + rest), obvious=obvious),
    _losses,
    _losses,
    st.booleans(),
)


@given(st.lists(_weighed, min_size=1, max_size=12), st.data())
def test_a_larger_loss_never_makes_the_accuracy_higher(
    decisions: list[Weighed], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(decisions) - 1))
    one = decisions[place]
    more = data.draw(st.floats(one.loss, max(one.stake, one.loss)))
    worse = Weighed(more, one.stake, obvious=one.obvious)
    after = accuracy([*decisions[:place], worse, *decisions[place + 1 :]])
    before = accuracy(decisions)
    if before is None:
        assert after is None or after <= 100
    else:
        assert after is not None
        assert after <= before + 1e-9
        assert 0 <= after <= 100
