"""The Python Admin SDK, unmodified, during failures of the backend."""

import time
import uuid

import firebase_admin
import pytest
from firebase_admin import auth, exceptions


@pytest.fixture
def app(emulator, monkeypatch):
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator.host)
    app = firebase_admin.initialize_app(
        options={"projectId": "demo-project"}, name=uuid.uuid4().hex)
    auth.create_user(uid="ann", app=app)
    yield app
    firebase_admin.delete_app(app)


def set_fault(emulator, effect, **more):
    emulator.control("POST", "faults", {
        "match": {"operation": "projects.accounts:lookup"}, "effect": effect, **more})


def statuses(emulator):
    """The statuses of the lookups, the oldest first; 0 for a dropped connection."""
    log = emulator.control("GET", "requests?operation=projects.accounts:lookup")
    # The first lookup followed the creation of the user.
    return [entry["status"] for entry in reversed(log["requests"])][1:]


def test_the_sdk_waits_as_long_as_a_rate_limit_says(emulator, app):
    set_fault(emulator, {"rateLimit": {"retryAfterSeconds": 1}}, times=1)
    before = time.monotonic()
    assert auth.get_user("ann", app=app).uid == "ann"
    assert time.monotonic() - before >= 1
    assert statuses(emulator) == [429, 200]


def test_a_rate_limit_that_stays_is_the_exception_of_an_exhausted_quota(emulator, app):
    set_fault(emulator, {"rateLimit": {"retryAfterSeconds": 1}})
    with pytest.raises(exceptions.ResourceExhaustedError, match="QUOTA_EXCEEDED"):
        auth.get_user("ann", app=app)
    emulator.control("DELETE", "faults")
    assert auth.get_user("ann", app=app).uid == "ann"


def test_the_sdk_retries_what_is_unavailable_for_a_moment(emulator, app):
    set_fault(emulator, {"error": {"code": 503, "message": "UNAVAILABLE"}}, times=1)
    assert auth.get_user("ann", app=app).uid == "ann"
    assert statuses(emulator) == [503, 200]


def test_a_gateway_that_fails_is_an_exception_with_its_status(emulator, app):
    set_fault(emulator, {"status": 502}, times=1)
    with pytest.raises(exceptions.FirebaseError) as caught:
        auth.get_user("ann", app=app)
    assert caught.value.http_response.status_code == 502


def test_a_dropped_connection_is_tried_once_more_and_then_unavailable(emulator, app):
    set_fault(emulator, {"drop": True}, times=1)
    assert auth.get_user("ann", app=app).uid == "ann"
    assert statuses(emulator) == [0, 200]
    set_fault(emulator, {"drop": True})
    with pytest.raises(exceptions.UnavailableError):
        auth.get_user("ann", app=app)
    emulator.control("DELETE", "faults")
    assert auth.get_user("ann", app=app).uid == "ann"


@pytest.mark.parametrize("effect", ["malformed", "truncated"])
def test_half_of_an_answer_is_an_exception(emulator, app, effect):
    set_fault(emulator, {effect: True})
    with pytest.raises(exceptions.FirebaseError):
        auth.get_user("ann", app=app)
