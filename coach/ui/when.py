"""Dates and times as the person reads them: where he is, in his language."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from babel.dates import format_date, format_datetime

from coach.language import Texts


def zone() -> ZoneInfo:
    """The time zone of the browser; UTC where it tells none."""
    told = st.context.timezone
    try:
        return ZoneInfo(told if isinstance(told, str) else "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def today() -> date:
    """The date where the person is."""
    return datetime.now(zone()).date()


def _local(moment: datetime) -> datetime:
    """A moment (UTC, without a zone of its own) where the person is."""
    try:
        return moment.replace(tzinfo=UTC).astimezone(zone())
    except OverflowError:  # the first and the last day that there are; a database may hold them
        return moment


def _locale(texts: Texts) -> str:
    return "en_GB" if texts.language == "en" else texts.language.replace("-", "_")


def shown(moment: datetime, texts: Texts) -> str:
    """A moment (UTC, without a zone of its own): day and time, or the date of an earlier year."""
    local = _local(moment)
    key = "when.day_time" if local.year == today().year else "when.year"
    return format_datetime(local, texts(key), locale=_locale(texts))


def day(moment: datetime) -> date:
    """The date of a moment (UTC, without a zone of its own) where the person is."""
    return _local(moment).date()


def shown_day(moment: datetime, texts: Texts) -> str:
    """That date as it is read."""
    return format_date(day(moment), "medium", locale=_locale(texts))
