"""Authlib over HTTPS with the local CA: complete sign-ins with PKCE, and each of its refusals once."""

import time

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oidc.core import CodeIDToken

CALLBACK = "https://app.example.com/cb"
NONCE, SECRET = "n-0S6_WzA2Mj", "s+e c%ret"
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
METHODS = ["client_secret_basic", "client_secret_post", "none"]

# Authlib's error for each defect.
REFUSALS = {
    "expired": "ExpiredTokenError", "not-yet-valid": "issued in the future",
    "future-nbf": "not yet valid", "bad-signature": "BadSignatureError",
    "unknown-key": "ValueError", "unsigned": "UnsupportedAlgorithmError",
    "hmac-signed": "UnsupportedAlgorithmError", "critical-header": "crit",
    "wrong-audience": "'aud'", "missing-audience": "'aud'", "wrong-issuer": "'iss'",
    "issuer-slash": "'iss'", "missing-issuer": "'iss'", "wrong-nonce": "'nonce'",
    "missing-nonce": "'nonce'", "missing-subject": "'sub'", "missing-expiry": "'exp'",
    "missing-issued-at": "'iat'", "wrong-hash": "'at_hash'", "numeric-strings": "InvalidClaimError",
}


class Client:
    """An app's parts: discovery, a session that trusts the local CA, and the checks of OpenID Connect Core."""

    def __init__(self, emulator, issuer="oidc.corp", method=METHODS[0], **settings):
        self.emulator = emulator
        self.ca = emulator.ready["caFile"]
        if issuer == "oidc.corp":
            secret = {} if method == "none" else {"clientSecret": SECRET}
            emulator.control("PATCH", f"issuers/{issuer}", {**settings, "clients": [
                {"clientId": "client", "redirectUris": [CALLBACK], **secret}]})
        root = f"{emulator.ready['tlsUrl']}/issuers/{issuer}"
        self.document = self.get(f"{root}/.well-known/openid-configuration").json()
        self.verifier = generate_token(48)
        self.session = OAuth2Session(
            "client", None if method == "none" else SECRET, scope="openid email profile",
            redirect_uri=CALLBACK, code_challenge_method="S256", token_endpoint_auth_method=method)
        self.session.verify = self.ca
        # REQUESTS_CA_BUNDLE of the environment would take precedence.
        self.session.trust_env = False

    def get(self, url, **options):
        return requests.get(url, verify=self.ca, timeout=60, **options)

    def sign_in(self):
        url, state = self.session.create_authorization_url(
            self.document["authorization_endpoint"], code_verifier=self.verifier, nonce=NONCE,
            access_type="offline", emulator_auto="new")
        back = self.get(url, allow_redirects=False)
        assert back.status_code == 302, back.text
        return self.session.fetch_token(
            self.document["token_endpoint"], authorization_response=back.headers["Location"],
            state=state, code_verifier=self.verifier)

    def claims(self, token):
        keys = JsonWebKey.import_key_set(self.get(self.document["jwks_uri"]).json())
        essential = {"essential": True}
        claims = JsonWebToken(ALGORITHMS).decode(
            token["id_token"], keys, claims_cls=CodeIDToken,
            claims_options={
                "iss": {**essential, "value": self.document["issuer"]},
                "aud": {**essential, "value": "client"}, "sub": essential, "exp": essential,
                "iat": essential, "nonce": {**essential, "value": NONCE}},
            claims_params={"nonce": NONCE, "client_id": "client", "access_token": token["access_token"]})
        claims.validate(now=time.time(), leeway=5)
        return claims


@pytest.fixture
def secure(start):
    return start("--tls-port", "0")


@pytest.fixture
def client(secure):
    return Client(secure)


@pytest.mark.parametrize(("issuer", "method", "algorithm"), [
    *(("oidc.corp", METHODS[0], algorithm) for algorithm in ALGORITHMS),
    *(("oidc.corp", method, "RS256") for method in METHODS[1:]),
    *(("google.com", method, "RS256") for method in METHODS)])
def test_authlib_signs_in_reads_userinfo_refreshes_and_revokes(secure, issuer, method, algorithm):
    client = Client(secure, issuer, method, algorithms=[algorithm])
    token = client.sign_in()
    claims = client.claims(token)
    assert claims.header["alg"] == algorithm
    user = client.session.get(client.document["userinfo_endpoint"]).json()
    assert (user["sub"], user["email"]) == (claims["sub"], claims["email"])
    renewed = client.session.refresh_token(client.document["token_endpoint"])
    assert renewed["access_token"] != token["access_token"]
    # An issuer of OpenID Connect rotates them, and Google does not.
    assert (renewed["refresh_token"] != token["refresh_token"]) == (issuer == "oidc.corp")
    revoked = client.session.revoke_token(client.document["revocation_endpoint"], renewed["access_token"])
    assert revoked.status_code == 200


@pytest.mark.parametrize("defect, error", REFUSALS.items())
def test_authlib_refuses_what_is_wrong_once(client, defect, error):
    with client.emulator.defect("oidc.corp", defect):
        invalid = client.sign_in()
    with pytest.raises(Exception) as refusal:
        client.claims(invalid)
    assert error in f"{type(refusal.value).__name__}: {refusal.value}"
    client.claims(client.sign_in())


@pytest.mark.parametrize("defect", ["audience-array", "email-verified-text", "missing-hash"])
def test_authlib_takes_what_the_standard_allows(client, defect):
    with client.emulator.defect("oidc.corp", defect):
        client.claims(client.sign_in())
