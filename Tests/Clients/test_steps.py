"""No statement of a request has more work where there are more users, codes or sessions."""

import base64
import collections
import json
import pathlib
import sys
import time

import pytest

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Torture"))
import failing_files  # noqa: E402

COUNTED = failing_files.SOURCE.with_name("counted_steps.c")
PHONE, TEST_PHONE, ADDRESS, PASSWORD = "+15555550100", "+15555550199", "ann@example.com", "secret1"
# The codes of a day are counted up to the limit of a day, 1,000, in an index.
COUNTED_TO_A_LIMIT = "SELECT 1 FROM verification_codes WHERE project_id = ? AND created_at > ?"


def unsigned(**claims):
    """A token that the default profile reads without a signature."""
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    return ".".join(base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in parts) + "."


GOOGLE = unsigned(sub="g-1", email="g@gmail.example", email_verified=True, aud="app", iss="google")


class Calls:
    """The calls of an app and of an administrator about one user."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.session = emulator.client("accounts:signUp", {"email": ADDRESS, "password": PASSWORD})
        emulator.owner("PATCH", CONFIG, {"signIn": {"phoneNumber": {"testPhoneNumbers": {TEST_PHONE: "123456"}}}},
                       updateMask="signIn.phoneNumber.testPhoneNumbers")

    def app(self, operation, body):
        answer = self.emulator.client(operation, body)
        assert "error" not in answer, answer
        return answer

    def admin(self, path, body):
        return self.emulator.owner("POST", f"{BACKEND}/{path}", body)


AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
CONFIG = "identitytoolkit.googleapis.com/v2/projects/demo/config"
BACKEND = "identitytoolkit.googleapis.com/v1/projects/demo"
# Each leaves the state of the user alone.
CALLS = {
    "sign up": lambda calls: calls.app("accounts:signUp", {}),
    "sign in with a password": lambda calls: calls.app(
        "accounts:signInWithPassword", {"email": ADDRESS, "password": PASSWORD}),
    "sign in with a provider": lambda calls: calls.app("accounts:signInWithIdp", {
        "postBody": f"id_token={GOOGLE}&providerId=google.com", "requestUri": "http://localhost"}),
    "sign in with a custom token": lambda calls: calls.app("accounts:signInWithCustomToken", {
        "token": unsigned(
            uid="custom-1", aud=AUDIENCE, iss="a@example.com", sub="a@example.com", iat=int(time.time()),
            exp=int(time.time()) + 3600)}),
    "send a text message": lambda calls: calls.app(
        "accounts:sendVerificationCode", {"phoneNumber": PHONE, "recaptchaToken": "x"}),
    "sign in by telephone": lambda calls: calls.app("accounts:signInWithPhoneNumber", {
        "code": "123456", "sessionInfo": calls.app(
            "accounts:sendVerificationCode", {"phoneNumber": TEST_PHONE})["sessionInfo"]}),
    "refresh": lambda calls: calls.emulator.call(
        "POST", "/securetoken.googleapis.com/v1/token?key=fake",
        {"grantType": "refresh_token", "refreshToken": calls.session["refreshToken"]}),
    "look up": lambda calls: calls.app("accounts:lookup", {"idToken": calls.session["idToken"]}),
    "update": lambda calls: calls.app(
        "accounts:update", {"idToken": calls.session["idToken"], "displayName": "Ann"}),
    "create an address": lambda calls: calls.app(
        "accounts:createAuthUri", {"identifier": ADDRESS, "continueUri": "http://localhost"}),
    "send a mail": lambda calls: calls.app(
        "accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": ADDRESS}),
    "look up by key": lambda calls: calls.admin("accounts:lookup", {
        "email": [ADDRESS], "localId": [calls.session["localId"]], "phoneNumber": [PHONE]}),
    "query a page": lambda calls: calls.admin("accounts:query", {"limit": "20"}),
    "read a page": lambda calls: calls.emulator.owner("GET", f"{BACKEND}/accounts:batchGet", maxResults=20),
    "create and delete": lambda calls: calls.admin("accounts:delete", {
        "localId": calls.admin("accounts", {"email": "made@example.com", "password": PASSWORD})["localId"]})}


def add_users(calls, first, count):
    users = [
        {"localId": f"u{n:04}", "email": f"u{n}@example.com", "phoneNumber": f"+1555{n:07}"}
        for n in range(first, first + count)]
    calls.admin("accounts:batchCreate", {"users": users})


def grow(calls):
    """Adds 2,000 users, 500 codes by mail and by telephone each, and 500 sessions."""
    add_users(calls, 1000, 1000)
    add_users(calls, 2000, 1000)
    for _ in range(500):
        for name in ("send a mail", "send a text message", "sign in with a password"):
            CALLS[name](calls)


@pytest.mark.skipif(not failing_files.library(COUNTED), reason="needs Linux and a C compiler")
def test_no_statement_of_a_request_works_more_beside_more_rows(start, tmp_path):
    log = tmp_path / "steps"
    emulator = start("--quiet", "--project", "demo", prefix=(
        "env", f"LD_PRELOAD={failing_files.library(COUNTED)[1]}", f"COUNTED_STEPS={log}"))
    calls = Calls(emulator)
    add_users(calls, 0, 40)
    counted = {}
    for size in ("few", "many"):
        for name, call in CALLS.items():
            # The first call of each kind fills caches.
            call(calls)
            begin = log.stat().st_size
            call(calls)
            steps = collections.Counter()
            with log.open() as lines:
                lines.seek(begin)
                for line in lines:
                    count, _, text = line.partition("\t")
                    text = " ".join(text.split())
                    steps[text] = max(steps[text], int(count))
            assert steps, name
            counted[name, size] = steps
        if size == "few":
            grow(calls)
    grown = [
        f"{name}: {counted[name, 'few'][text]} -> {count} steps: {text}"
        for name in CALLS for text, count in counted[name, "many"].items()
        if count > 2 * counted[name, "few"][text] + (5000 if COUNTED_TO_A_LIMIT in text else 200)]
    assert not grown, "\n".join(grown)
