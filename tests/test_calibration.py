"""The tables of predicted against happened, counted by hand."""

from __future__ import annotations

import pytest

from docs.calibration import Sample, brier, fifths, fit, mean_error


def test_fifths_hold_the_mean_prediction_the_share_won_and_the_number() -> None:
    found = fifths([0.1, 0.15, 0.5, 1.0], [True, False, True, True])
    assert [part.number for part in found] == [2, 1, 1]
    assert [part.predicted for part in found] == pytest.approx([0.125, 0.5, 1.0])
    assert [part.happened for part in found] == pytest.approx([0.5, 1.0, 1.0])


def test_the_mean_error_counts_every_sample() -> None:
    """Distances .375 (twice), .5 and 0."""
    found = fifths([0.1, 0.15, 0.5, 1.0], [True, False, True, True])
    assert mean_error(found) == pytest.approx((2 * 0.375 + 0.5) / 4)


def test_the_brier_score_is_the_mean_squared_distance() -> None:
    assert brier([0.5, 1.0], [True, False]) == pytest.approx((0.25 + 1.0) / 2)


def test_the_fit_finds_a_stretch_put_in() -> None:
    """At two thirds of the cards shares of .9 win 75 %, those of .1 25 %: log odds halved."""
    samples = [
        Sample(number, 2 / 3, True, 2 / 3, raw, raw, number % 4 < wins)
        for number in range(4000)
        for raw, wins in ((0.9, 3), (0.1, 1))
    ]
    shift, slope = fit(samples, landlord=True)
    assert shift[2] == pytest.approx(0.0, abs=0.05)
    assert slope[2] == pytest.approx(0.5, abs=0.05)
