"""Dates and times as they are shown: any moment that a database holds."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from coach.language import LANGUAGES, texts
from coach.ui import when


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_every_moment_can_be_shown(
    language: str, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(when, "zone", lambda: ZoneInfo(zone))
    for moment in (datetime.min, datetime(2025, 3, 4, 5, 6), datetime.max):
        assert str(moment.year) in when.shown(moment, texts(language))


def test_a_moment_is_shown_where_the_person_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(when, "zone", lambda: ZoneInfo("Asia/Tokyo"))
    assert "1 Jan 2025" in when.shown(datetime(2024, 12, 31, 20), texts("en"))
