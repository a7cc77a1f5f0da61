"""The texts people read, in four languages: one translator a session, messages by key."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "ja", "zh-Hans", "zh-Hant")
"""Language tags as a browser and the address write them."""

CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "tesuu"
HINTS = "hints"
DOMAINS = (DOMAIN, HINTS)
"""The files of messages: those of the pages, and the sentences made of claims."""


class Texts:
    """The messages of one language by key."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, key: str, **values: object) -> str:
        """The message *key* with its named placeholders filled."""
        return self._catalogue.gettext(key).format(**values)

    def raw(self, key: str) -> str:
        """The message *key* with its placeholders, in the form for many."""
        form = self._catalogue.ngettext(key, key, 2)
        return self._catalogue.gettext(key) if form == key else form

    def count(self, key: str, number: int, **values: object) -> str:
        """The message *key* in the form for *number*, which fills ``{n}``."""
        return self._catalogue.ngettext(key, key, number).format(n=number, **values)

    def filled(self, key: str, values: Mapping[str, object], number: int | None = None) -> str:
        """The message *key* filled from *values* alone, in the form for *number* if there is one.

        A *number* fills ``{n}``; what *values* does when a name is missing decides.
        """
        if number is None:
            return self._catalogue.gettext(key).format_map(values)
        form = self._catalogue.ngettext(key, key, number)
        return form.replace("{n}", str(number)).format_map(values)


def catalogue_path(language: str, domain: str = DOMAIN) -> Path:
    """Where the messages of *language* are kept."""
    return CATALOGUES / language.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po"


@cache
def texts(language: str, domain: str = DOMAIN) -> Texts:
    """The translator of one of ``LANGUAGES``; *domain* is one of ``DOMAINS``."""
    with catalogue_path(language, domain).open("rb") as file:
        catalogue = read_po(file, locale=language.replace("-", "_"), abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Texts(language, gettext.GNUTranslations(compiled))


def best_language(wanted: str | None) -> str:
    """The one of ``LANGUAGES`` for a browser's language tag such as ``zh-TW``; else English."""
    language, *rest = (wanted or "").split(",")[0].strip().split("-")
    if language.lower() == "zh":
        if "Hans" not in rest and {"Hant", "TW", "HK", "MO"} & set(rest):
            return "zh-Hant"
        return "zh-Hans"
    return language.lower() if language.lower() in LANGUAGES else "en"
