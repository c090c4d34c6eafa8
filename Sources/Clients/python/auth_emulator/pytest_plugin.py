"""The fixture `auth_emulator`: a project for each test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from auth_emulator import AuthEmulatorError, Emulator, Project


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "auth_emulator(own=False, profile=None): own=True starts an emulator for the test alone, so"
        " that it may move the clock; profile='production' rejects what production rejects.")


@pytest.fixture(scope="session")
def auth_emulator_server() -> Iterator[Emulator]:
    """The emulator of all tests: of AUTH_EMULATOR_URL, else one that ends with the tests."""
    if os.environ.get("AUTH_EMULATOR_URL") or os.environ.get("FIREBASE_AUTH_EMULATOR_HOST"):
        yield Emulator.join()
        return
    emulator = Emulator.launch()
    yield emulator
    emulator.stop()


@pytest.fixture
def auth_emulator(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Project]:
    """A project of this test; the environment has the variables by which Admin SDKs find it."""
    marker = request.node.get_closest_marker("auth_emulator")
    options = dict(marker.kwargs) if marker else {}
    own, profile = options.pop("own", False), options.pop("profile", None)
    if marker and marker.args:
        raise pytest.UsageError("The marker auth_emulator has options by name: own, profile.")
    if options:
        raise pytest.UsageError(f"The marker auth_emulator has no option {', '.join(options)}.")
    emulator = Emulator.launch() if own else request.getfixturevalue("auth_emulator_server")
    try:
        project = emulator.project()
        if profile:
            project.set(profile=profile)
        for name, value in project.environment.items():
            monkeypatch.setenv(name, value)
        yield project
        if not own:
            project.faults.remove_all()
            project.remove_users()
    finally:
        if own:
            emulator.stop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Adds the explanation of the last requests to the report of a test that failed."""
    report = (yield).get_result()
    project = getattr(item, "funcargs", {}).get("auth_emulator")
    if report.when == "call" and report.failed and isinstance(project, Project):
        try:
            text = project.explain(last=3)
        except AuthEmulatorError as error:
            text = str(error)
        report.sections.append(("auth-emulator: the last requests", text or "The app sent none."))
