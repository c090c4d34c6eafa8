"""The statements of a request have no more work where there are more users, codes, sessions, projects,
tenants, providers or keys."""

import base64
import collections
import json
import pathlib
import secrets
import sys
import time

import pytest

sys.path.append(str(pathlib.Path(__file__).parent.parent / "Torture"))
import failing_files  # noqa: E402

COUNTED = failing_files.SOURCE.with_name("counted_steps.c")
PHONE, TEST_PHONE, ADDRESS, PASSWORD = "+15555550100", "+15555550199", "ann@example.com", "secret1"
KEYS = "keys@example.com"
# The codes of a day are counted up to the limit of a day, 1,000, in an index. New accounts are counted
# among the last rows, 1,000 and the limit.
COUNTED_TO_A_LIMIT = {"SELECT 1 FROM verification_codes WHERE project_id = ? AND created_at > ?": 5000,
                      "SELECT 1 FROM users WHERE id >": 9000}


def unsigned(**claims):
    """A token that the default profile reads without a signature."""
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    return ".".join(base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in parts) + "."


GOOGLE = unsigned(sub="g-1", email="g@gmail.example", email_verified=True, aud="app", iss="google")


class Calls:
    """The calls of an app and of an administrator about one user."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.turn = False
        self.session = emulator.client("accounts:signUp", {"email": ADDRESS, "password": PASSWORD})
        emulator.owner("PATCH", CONFIG, {
            "signIn": {"phoneNumber": {"testPhoneNumbers": {TEST_PHONE: "123456"}}},
            "quota": {"signUpQuotaConfig": {"quota": "100"}}
        }, updateMask="signIn.phoneNumber.testPhoneNumbers,quota")
        configure_providers(self, 0, 2)

    def other(self, *values):
        """Returns another value at each call, so that a call changes what the one before it has set."""
        self.turn = not self.turn
        return values[self.turn]

    def refresh(self, session):
        return self.emulator.call(
            "POST", "/securetoken.googleapis.com/v1/token?key=fake",
            {"grantType": "refresh_token", "refreshToken": session["refreshToken"]})

    def mailed_code(self):
        return self.admin("accounts:sendOobCode", {
            "requestType": "PASSWORD_RESET", "email": ADDRESS, "returnOobLink": True})["oobCode"]

    def app(self, operation, body):
        answer = self.emulator.client(operation, body)
        assert "error" not in answer, answer
        return answer

    def provider(self, collection="oauthIdpConfigs", id="", method="GET", body=None, **query):
        path = f"{BACKEND.replace('v1', 'v2')}/{collection}{id and '/' + id}"
        return self.emulator.owner(method, path, body, **query)

    def control(self, method, path, body=None):
        return self.emulator.control(method, f"projects/demo/{path}", body)

    def rename_provider(self):
        name = self.other("A", "B")
        self.provider(id="oidc.a0", method="PATCH", body={"displayName": name}, updateMask="displayName")

    def exchange(self, client):
        """An exchange at an issuer, after a change drops what the issuer has read."""
        self.rename_provider()
        return self.emulator.send("POST", "issuers/oidc.a0/token?" + "&".join([
            "grant_type=authorization_code", "code=x", f"client_id={client}", "client_secret=s"]))

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
    "sign in beside passkeys": lambda calls: calls.refresh(calls.app(
        "accounts:signInWithPassword", {"email": KEYS, "password": PASSWORD})),
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
    "refresh": lambda calls: calls.refresh(calls.session),
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
        "localId": calls.admin("accounts", {"email": "made@example.com", "password": PASSWORD})["localId"]}),
    "check a code": lambda calls: calls.app("accounts:resetPassword", {"oobCode": calls.mailed_code()}),
    "list messages": lambda calls: calls.control("GET", "messages?limit=10"),
    "list the codes of an address": lambda calls: calls.control("GET", "oobCodes?email=other%40example.com"),
    "list the codes of a number": lambda calls: calls.control(
        "GET", "verificationCodes?phoneNumber=%2B15555550111"),
    "delete a message": lambda calls: calls.control("DELETE", f"messages?id={calls.mailed_code()}"),
    "list codes of apps": lambda calls: calls.control("GET", "totpCodes"),
    "read a provider": lambda calls: calls.provider(id="oidc.a0"),
    "list providers": lambda calls: calls.provider(pageSize=2),
    "list providers of SAML": lambda calls: calls.provider("inboundSamlConfigs", pageSize=2),
    "list listed providers": lambda calls: calls.provider("defaultSupportedIdpConfigs", pageSize=2),
    "change a provider": lambda calls: calls.rename_provider(),
    "create and delete a provider": lambda calls: (
        calls.provider(method="POST", body=provider("c"), oauthIdpConfigId="oidc.made"),
        calls.provider(id="oidc.made", method="DELETE")),
    "read settings": lambda calls: calls.control("GET", "settings"),
    "change settings": lambda calls: calls.control(
        "PATCH", "settings", {"recentLogin": calls.other("warn", "off")}),
    "change the configuration": lambda calls: calls.emulator.owner(
        "PATCH", CONFIG, {"quota": {"signUpQuotaConfig": {"quota": calls.other("100", "101")}}},
        updateMask="quota"),
    "register a key": lambda calls: calls.control("POST", "apiKeys", {"apiKey": secrets.token_hex()}),
    "change an issuer": lambda calls: calls.emulator.control(
        "PATCH", "issuers/oidc.a0", {"issuer": calls.other("production", "local")}),
    "use an unknown client": lambda calls: calls.exchange("unknown")}


def provider(client):
    return {"enabled": True, "clientId": client, "issuer": "https://issuer.example"}


def configure_providers(calls, first, last):
    """Configures providers, tenants, keys, other projects and issuers, and a user's passkeys.

    A page of users has their passkeys, so the user is after the first page.
    """
    some = range(first, last)
    passkeys = [{"credentialId": f"key{n:05}"} for n in some]
    providers = {f"oidc.a{n}": provider(f"client-{n}") for n in some}
    calls.emulator.control("POST", "seed", {
        "version": 1,
        "projects": {
            "demo": {
                "providers": providers, "apiKeys": [f"key-{n}" for n in some],
                "users": [{"localId": "z-keys", "email": KEYS, "password": PASSWORD, "passkeys": passkeys}],
                "tenants": [{"id": f"t{n}", "providers": {f"oidc.b{n}": provider("b")}} for n in some]},
            **{f"other-{n}": {"providers": {f"oidc.b{n}": provider("b")}} for n in some}},
        "issuers": {f"oidc.a{n + 1}": {"options": {"issuer": "production"}} for n in some}})


def add_users(calls, first, count):
    users = [
        {"localId": f"u{n:04}", "email": f"u{n}@example.com", "phoneNumber": f"+1555{n:07}", "createdAt": "1"}
        for n in range(first, first + count)]
    calls.admin("accounts:batchCreate", {"users": users})


def grow(calls):
    """Adds 2,000 users, 500 codes by mail and by telephone each, 500 sessions, and 200 of the others."""
    add_users(calls, 1000, 1000)
    add_users(calls, 2000, 1000)
    for _ in range(500):
        for name in ("send a mail", "send a text message", "sign in with a password"):
            CALLS[name](calls)
    configure_providers(calls, 2, 202)


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
                    steps[text] += int(count)
            assert steps, name
            counted[name, size] = steps
        if size == "few":
            grow(calls)
    grown = [
        f"{name}: {counted[name, 'few'][text]} -> {count} steps: {text}"
        for name in CALLS for text, count in counted[name, "many"].items()
        if count > 2 * counted[name, "few"][text] + next(
            (most for begin, most in COUNTED_TO_A_LIMIT.items() if begin in text), 200)]
    assert not grown, "\n".join(grown)
