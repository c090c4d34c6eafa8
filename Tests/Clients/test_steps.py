"""No statement of a request has more work where there are more users, codes or sessions."""

import base64
import collections
import json
import pathlib
import sys
import time

import pytest
import requests

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


class Calls:
    """The calls of an app and of an administrator about one user, whose state each of them leaves alone."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.session = emulator.client("accounts:signUp", {"email": ADDRESS, "password": PASSWORD})
        emulator.owner("PATCH", CONFIG, {"signIn": {"phoneNumber": {"testPhoneNumbers": {TEST_PHONE: "123456"}}}},
                       updateMask="signIn.phoneNumber.testPhoneNumbers")

    def sign_up(self):
        self.app("accounts:signUp", {})

    def sign_in_with_password(self):
        self.app("accounts:signInWithPassword", {"email": ADDRESS, "password": PASSWORD})

    def sign_in_with_a_provider(self):
        token = unsigned(sub="g-1", email="g@gmail.example", email_verified=True, aud="app", iss="google")
        self.app("accounts:signInWithIdp", {
            "postBody": f"id_token={token}&providerId=google.com", "requestUri": "http://localhost"})

    def sign_in_with_a_custom_token(self):
        now = int(time.time())
        self.app("accounts:signInWithCustomToken", {"token": unsigned(
            uid="custom-1", aud=AUDIENCE, iss="a@example.com", sub="a@example.com", iat=now, exp=now + 3600)})

    def send_a_text_message(self):
        self.app("accounts:sendVerificationCode", {"phoneNumber": PHONE, "recaptchaToken": "x"})

    def sign_in_by_telephone(self):
        sent = self.app("accounts:sendVerificationCode", {"phoneNumber": TEST_PHONE})
        self.app("accounts:signInWithPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": "123456"})

    def refresh(self):
        answer = requests.post(f"{self.emulator.url}/securetoken.googleapis.com/v1/token?key=fake", timeout=60, data={
            "grant_type": "refresh_token", "refresh_token": self.session["refreshToken"]})
        assert answer.ok, answer.text

    def look_up(self):
        self.app("accounts:lookup", {"idToken": self.session["idToken"]})

    def update(self):
        self.app("accounts:update", {"idToken": self.session["idToken"], "displayName": "Ann"})

    def create_auth_uri(self):
        self.app("accounts:createAuthUri", {"identifier": ADDRESS, "continueUri": "http://localhost"})

    def send_a_mail(self):
        self.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": ADDRESS})

    def look_up_by_key(self):
        self.admin("accounts:lookup", {"email": [ADDRESS], "localId": [self.session["localId"]], "phoneNumber": [PHONE]})

    def query_a_page(self):
        self.admin("accounts:query", {"limit": "20"})

    def read_a_page(self):
        self.emulator.owner("GET", f"{BACKEND}/accounts:batchGet", maxResults=20)

    def create_and_delete(self):
        made = self.admin("accounts", {"email": "made@example.com", "password": PASSWORD})
        self.admin("accounts:delete", {"localId": made["localId"]})

    def app(self, operation, body):
        answer = self.emulator.client(operation, body)
        assert "error" not in answer, answer
        return answer

    def admin(self, path, body):
        return self.emulator.owner("POST", f"{BACKEND}/{path}", body)


AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
CONFIG = "identitytoolkit.googleapis.com/v2/projects/demo/config"
BACKEND = "identitytoolkit.googleapis.com/v1/projects/demo"
NAMES = [name for name in vars(Calls) if not name.startswith("_") and name not in ("app", "admin")]


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
        calls.send_a_mail()
        calls.send_a_text_message()
        calls.sign_in_with_password()


@pytest.mark.skipif(not failing_files.library(COUNTED), reason="needs Linux and a C compiler")
def test_no_statement_of_a_request_works_more_beside_more_rows(start, tmp_path):
    log = tmp_path / "steps"
    emulator = start("--quiet", "--project", "demo", prefix=(
        "env", f"LD_PRELOAD={failing_files.library(COUNTED)[1]}", f"COUNTED_STEPS={log}"))
    calls = Calls(emulator)
    add_users(calls, 0, 40)
    counted = {}
    for size in ("few", "many"):
        for name in NAMES:
            # The first call of each kind fills caches.
            getattr(calls, name)()
            begin = log.stat().st_size
            getattr(calls, name)()
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
        for name in NAMES for text, count in counted[name, "many"].items()
        if count > 2 * counted[name, "few"][text] + (5000 if COUNTED_TO_A_LIMIT in text else 200)]
    assert not grown, "\n".join(grown)
