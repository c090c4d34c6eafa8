"""Sign in with Apple over HTTPS with the local CA: Authlib and PyJWT, unmodified."""

import hashlib
import json
import re
import ssl
import time
from html import unescape

import jwt
import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from conftest import pem
from cryptography.hazmat.primitives.asymmetric import ec

CALLBACK = "https://app.example.com/cb"
SERVICES_ID, TEAM, KEY_ID = "com.example.web", "TEAM123456", "KEY1234567"
KEY = ec.generate_private_key(ec.SECP256R1())
ANN = "001234.0123456789abcdef0123456789abcdef.0001"


class Apple:
    """An emulator on HTTPS; its project has a developer's key, and Apple has Ann's account."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.base = emulator.ready["tlsUrl"]
        self.ca = emulator.ready["caFile"]
        self.seed()
        self.document = self.get("/issuers/apple.com/.well-known/openid-configuration")

    def seed(self):
        self.emulator.control("POST", "seed", {
            "version": 1, "projects": {"demo-project": {
                "providers": {"apple.com": {
                    "clientId": SERVICES_ID, "redirectUris": [CALLBACK],
                    "codeFlow": {"teamId": TEAM, "keyId": KEY_ID, "privateKey": pem(KEY)}}},
                "people": {"apple.com": [{
                    "sub": ANN, "email": "ann@example.com",
                    "name": {"givenName": "Ann", "familyName": "Lee"}}]}}}})

    def get(self, path):
        url = path if "://" in path else self.base + path
        answer = requests.get(url, verify=self.ca, timeout=120)
        assert answer.ok, answer.text
        return answer.json()

    def page(self, url):
        """Returns the fields of the form that Apple posts to the app."""
        page = requests.get(url, params={"emulator_auto": ANN}, verify=self.ca, timeout=120)
        assert page.status_code == 200, page.text
        assert f'<form method="post" action="{CALLBACK}">' in page.text
        found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text)
        return {name: unescape(value) for name, value in found}

    def session(self, **options):
        session = OAuth2Session(
            SERVICES_ID, client_secret(), token_endpoint_auth_method="client_secret_post",
            revocation_endpoint_auth_method="client_secret_post", **options)
        # CA variables of the environment would take precedence over the explicit certificates.
        session.trust_env, session.verify = False, self.ca
        return session

    def claims(self, token):
        """Verifies a token with the discovery document only."""
        context = ssl.create_default_context(cafile=self.ca)
        key = jwt.PyJWKClient(self.document["jwks_uri"], ssl_context=context).get_signing_key_from_jwt(token)
        return jwt.decode(
            token, key.key, algorithms=["RS256"], audience=SERVICES_ID, issuer=self.document["issuer"])


def client_secret():
    now = int(time.time())
    return jwt.encode(
        {"iss": TEAM, "iat": now, "exp": now + 300, "aud": "https://appleid.apple.com", "sub": SERVICES_ID},
        KEY, algorithm="ES256", headers={"kid": KEY_ID})


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
    claims = apple.claims(token["id_token"])
    assert claims["sub"] == ANN
    assert claims["nonce"] == hashlib.sha256(b"raw").hexdigest()
    assert claims["email_verified"] is True

    renewed = session.refresh_token(apple.document["token_endpoint"], refresh_token=token["refresh_token"])
    assert renewed["access_token"] != token["access_token"]
    revoked = session.revoke_token(
        apple.document["revocation_endpoint"], token["refresh_token"], token_type_hint="refresh_token")
    assert (revoked.status_code, revoked.content) == (200, b"")
    with pytest.raises(Exception, match="invalid_grant"):
        session.refresh_token(apple.document["token_endpoint"], refresh_token=token["refresh_token"])
    # The next authorization counts as the first one again.
    _, fields, _ = sign_in(apple)
    assert "user" in fields
