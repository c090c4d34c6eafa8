"""The Python Admin SDK, unmodified, during failures of the backend."""

import time

import pytest
from firebase_admin import auth, exceptions


@pytest.fixture
def app(emulator, admin_app):
    app = admin_app(emulator)
    auth.create_user(uid="ann", app=app)
    return app


def set_fault(emulator, effect, **more):
    emulator.control("POST", "faults", {
        "match": {"operation": "projects.accounts:lookup"}, "effect": effect, **more})


def statuses(emulator):
    """The statuses of the lookups, the oldest first; 0 for a dropped connection."""
    log = emulator.control("GET", "requests?operation=projects.accounts:lookup")
    # The first lookup followed the creation of the user.
    return [entry["status"] for entry in reversed(log["requests"])][1:]


RATE_LIMIT = {"rateLimit": {"retryAfterSeconds": 1}}


@pytest.mark.parametrize(("effect", "status"), [
    (RATE_LIMIT, 429), ({"error": {"code": 503, "message": "UNAVAILABLE"}}, 503), ({"drop": True}, 0)])
def test_the_sdk_retries_what_fails_once_and_obeys_a_rate_limit(emulator, app, effect, status):
    set_fault(emulator, effect, times=1)
    before = time.monotonic()
    assert auth.get_user("ann", app=app).uid == "ann"
    assert effect != RATE_LIMIT or time.monotonic() - before >= 1
    assert statuses(emulator) == [status, 200]


@pytest.mark.parametrize(("effect", "error", "status"), [
    (RATE_LIMIT, exceptions.ResourceExhaustedError, 429), ({"status": 502}, exceptions.FirebaseError, 502),
    ({"drop": True}, exceptions.UnavailableError, None),
    ({"malformed": True}, exceptions.FirebaseError, None), ({"truncated": True}, exceptions.FirebaseError, None)])
def test_a_failure_that_stays_is_an_exception_of_its_kind(emulator, app, effect, error, status):
    set_fault(emulator, effect)
    with pytest.raises(error) as caught:
        auth.get_user("ann", app=app)
    assert status is None or caught.value.http_response.status_code == status
    assert effect != RATE_LIMIT or "QUOTA_EXCEEDED" in str(caught.value)
    emulator.control("DELETE", "faults")
    assert auth.get_user("ann", app=app).uid == "ann"
