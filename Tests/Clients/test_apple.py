"""Sign in with Apple over HTTPS with the local CA: Authlib and PyJWT, unmodified."""

import hashlib
import http.server
import json
import re
import ssl
import threading
import time
from html import unescape

import jwt
import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

CALLBACK = "https://app.example.com/cb"
SERVICES_ID, BUNDLE_ID = "com.example.web", "com.example.app"
TEAM, KEY_ID = "TEAM123456", "KEY1234567"
KEY = ec.generate_private_key(ec.SECP256R1())
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
    serialization.NoEncryption()).decode()
ANN = "001234.0123456789abcdef0123456789abcdef.0001"


class Apple:
    """An emulator on HTTPS; its project has a developer's key, and Apple has Ann's account."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.base = emulator.ready["tlsUrl"]
        self.ca = emulator.ready["caFile"]
        self.seed()
        self.document = self.get("/issuers/apple.com/.well-known/openid-configuration")

    def seed(self, **settings):
        self.post("/emulator/v1/seed", {
            "version": 1, "projects": {"demo-project": {
                "providers": {"apple.com": {
                    "clientId": SERVICES_ID, "bundleIds": [BUNDLE_ID], "appleIssuer": settings,
                    "redirectUris": [CALLBACK],
                    "codeFlow": {"teamId": TEAM, "keyId": KEY_ID, "privateKey": PEM}}},
                "people": {"apple.com": [{
                    "sub": ANN, "email": "ann@example.com",
                    "name": {"givenName": "Ann", "familyName": "Lee"}}]}}}})

    def get(self, path):
        url = path if "://" in path else self.base + path
        answer = requests.get(url, verify=self.ca, timeout=120)
        assert answer.ok, answer.text
        return answer.json()

    def post(self, path, body):
        answer = requests.post(self.base + path, json=body, verify=self.ca, timeout=120)
        assert answer.ok, answer.text
        return answer.json()

    def page(self, url):
        """Returns the fields of the form that Apple posts to the app."""
        page = requests.get(
            url, params={"emulator_auto": ANN}, verify=self.ca, timeout=120)
        assert page.status_code == 200, page.text
        assert f'<form method="post" action="{CALLBACK}">' in page.text
        found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text)
        return {name: unescape(value) for name, value in found}

    def session(self, client=SERVICES_ID, secret=None, **options):
        session = OAuth2Session(
            client, secret or client_secret(client), token_endpoint_auth_method="client_secret_post",
            revocation_endpoint_auth_method="client_secret_post", **options)
        # CA variables of the environment would take precedence over the explicit certificates.
        session.trust_env, session.verify = False, self.ca
        return session

    def claims(self, token, audience, **options):
        """Verifies a token with the discovery document only."""
        context = ssl.create_default_context(cafile=self.ca)
        key = jwt.PyJWKClient(
            self.document["jwks_uri"], ssl_context=context).get_signing_key_from_jwt(token)
        return jwt.decode(
            token, key.key, algorithms=["RS256"], audience=audience,
            issuer=self.document["issuer"], **options)


def client_secret(client, key=KEY, headers=None, **claims):
    now = int(time.time())
    return jwt.encode({
        "iss": TEAM, "iat": now, "exp": now + 300, "aud": "https://appleid.apple.com",
        "sub": client, **claims}, key, algorithm="ES256", headers={"kid": KEY_ID, **(headers or {})})


@pytest.fixture
def apple(start):
    return Apple(start("--tls-port", "0"))


def sign_in(apple, state=None):
    """The authorization code flow, as a web app's server runs it."""
    session = apple.session(scope="name email", redirect_uri=CALLBACK)
    url, state = session.create_authorization_url(
        apple.document["authorization_endpoint"], response_mode="form_post",
        nonce=hashlib.sha256(b"raw").hexdigest())
    fields = apple.page(url)
    assert fields["state"] == state
    token = session.fetch_token(apple.document["token_endpoint"], code=fields["code"])
    return session, fields, token


def test_authlib_signs_in_refreshes_and_revokes(apple):
    session, fields, token = sign_in(apple)
    assert json.loads(fields["user"]) == {
        "name": {"firstName": "Ann", "lastName": "Lee"}, "email": "ann@example.com"}
    claims = apple.claims(token["id_token"], SERVICES_ID)
    assert claims["sub"] == ANN
    assert claims["nonce"] == hashlib.sha256(b"raw").hexdigest()
    assert claims["email_verified"] is True

    renewed = session.refresh_token(
        apple.document["token_endpoint"], refresh_token=token["refresh_token"])
    assert renewed["access_token"] != token["access_token"]
    revoked = session.revoke_token(
        apple.document["revocation_endpoint"], token["refresh_token"],
        token_type_hint="refresh_token")
    assert (revoked.status_code, revoked.content) == (200, b"")
    with pytest.raises(Exception, match="invalid_grant"):
        session.refresh_token(
            apple.document["token_endpoint"], refresh_token=token["refresh_token"])
    # The next authorization counts as the first one again.
    _, fields, _ = sign_in(apple)
    assert "user" in fields


def der(secret):
    """Returns a client secret with a DER signature, in OpenSSL's form."""
    text, _, signature = secret.rpartition(".")
    raw = jwt.utils.base64url_decode(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    return text + "." + jwt.utils.base64url_encode(encode_dss_signature(*numbers)).decode()


@pytest.mark.parametrize("secret", [
    client_secret(SERVICES_ID, key=ec.generate_private_key(ec.SECP256R1())),
    client_secret(SERVICES_ID, headers={"kid": "OTHER"}),
    client_secret(SERVICES_ID, iss="OTHER"), client_secret(SERVICES_ID, aud="https://a.example"),
    client_secret(SERVICES_ID, exp=int(time.time()) - 1),
    client_secret(SERVICES_ID, exp=int(time.time()) + 15_777_000 + 86_400),
    client_secret(BUNDLE_ID), der(client_secret(SERVICES_ID)), "secret",
], ids=["key", "kid", "iss", "aud", "expired", "six-months", "sub", "der", "no-token"])
def test_every_wrong_client_secret_reads_the_same(apple, secret):
    answer = requests.post(apple.document["token_endpoint"], verify=apple.ca, timeout=120, data={
        "grant_type": "authorization_code", "code": "c", "client_id": SERVICES_ID,
        "client_secret": secret})
    assert answer.status_code == 400
    assert answer.json() == {"error": "invalid_client"}


def test_a_native_code_is_exchanged_without_a_redirect(apple):
    minted = apple.post("/emulator/v1/issuers/apple.com/tokens", {
        "account": {"sub": ANN}, "clientId": BUNDLE_ID, "rawNonce": "raw"})
    token = apple.session(BUNDLE_ID).fetch_token(
        apple.document["token_endpoint"], code=minted["authorizationCode"],
        grant_type="authorization_code")
    assert apple.claims(token["id_token"], BUNDLE_ID)["sub"] == ANN


class Receiver(http.server.BaseHTTPRequestHandler):
    """An app's server: answers with the listed statuses, then with 200."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(json.loads(body))
        self.send_response(self.server.statuses.pop() if self.server.statuses else 200)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def receiver():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.received, server.statuses = [], []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_port}/apple"
    yield server
    server.shutdown()
    server.server_close()


def test_a_notification_arrives_and_is_verified_from_the_key_set(apple, receiver):
    apple.seed(notificationEndpoint=receiver.url)
    session, _, token = sign_in(apple)
    receiver.statuses = [503]
    told = apple.post("/emulator/v1/issuers/apple.com/notifications", {
        "type": "consent-revoked", "sub": ANN, "copies": 2})
    assert told["delivered"] is True
    assert [attempt["status"] for attempt in told["deliveries"]] == [503, 200, 200]
    assert len(receiver.received) == 3
    assert len({message["payload"] for message in receiver.received}) == 1
    claims = apple.claims(receiver.received[0]["payload"], BUNDLE_ID)
    events = json.loads(claims["events"])
    assert (events["type"], events["sub"]) == ("consent-revoked", ANN)
    assert abs(events["event_time"] / 1000 - time.time()) < 3600
    with pytest.raises(Exception, match="invalid_grant"):
        session.refresh_token(
            apple.document["token_endpoint"], refresh_token=token["refresh_token"])


def test_a_page_of_another_origin_cannot_read_the_sign_in_page(apple):
    page = requests.get(
        apple.document["authorization_endpoint"], verify=apple.ca, timeout=120,
        headers={"Origin": "https://evil.example"}, params={
            "client_id": SERVICES_ID, "redirect_uri": CALLBACK, "response_type": "code"})
    assert page.status_code == 200
    assert "Access-Control-Allow-Origin" not in page.headers
    keys = requests.get(
        apple.document["jwks_uri"], verify=apple.ca, timeout=120,
        headers={"Origin": "https://app.example"})
    assert keys.headers["Access-Control-Allow-Origin"] == "https://app.example"
