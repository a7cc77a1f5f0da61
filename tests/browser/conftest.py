"""A browser and a server for all tests, and a table on each kind of screen."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.table import CHROMIUM_FLAGS, SCREENS, Server, Table, on_screen, serve

expect.set_options(timeout=30_000)  # a slow machine is no fault

INSTALL = "apt-get install chromium fonts-noto-cjk"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; without one they are skipped, but fail under CI."""
    path = shutil.which("chromium")
    if path is None:
        message = f"no chromium found; install it: {INSTALL}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started once; it ends when the tests do."""
    with serve(tmp_path_factory.mktemp("games")) as server:
        yield server


@pytest.fixture(params=sorted(SCREENS))
def table(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> Iterator[Table]:
    """A table on a desktop and on a phone, without motion."""
    yield from _table(server, chromium, request.param)


@pytest.fixture
def phone(server: Server, chromium: Browser) -> Iterator[Table]:
    """A table on a phone with a touch screen."""
    yield from _table(server, chromium, "phone")


@pytest.fixture
def desktop(server: Server, chromium: Browser) -> Iterator[Table]:
    """A table on a desktop."""
    yield from _table(server, chromium, "desktop")


def _table(server: Server, chromium: Browser, screen: str) -> Iterator[Table]:
    context = on_screen(chromium, screen)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Table(page, server)
    context.close()
    assert not errors


@pytest.fixture(params=sorted(SCREENS))
def browser_of_one(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[BrowserContext]:
    """A browser without a cookie, on a desktop and on a phone: another person's."""
    context = on_screen(chromium, request.param)
    yield context
    context.close()
