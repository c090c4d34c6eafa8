"""The grants of oidc.* without a sign-in page, by Authlib and oauthlib."""

import time

import jwt
import pytest
import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import AssertionSession, OAuth2Session
from conftest import pem
from cryptography.hazmat.primitives.asymmetric import rsa
from oauthlib.oauth2 import BackendApplicationClient, LegacyApplicationClient
from requests_oauthlib import OAuth2Session as OAuthlibSession

TYPES = "urn:ietf:params:oauth:token-type:"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"


class Issuer:
    """oidc.corp as its discovery document describes it."""

    def __init__(self, emulator):
        self.url = f"{emulator.url}/issuers/oidc.corp"
        self.metadata = requests.get(f"{self.url}/.well-known/openid-configuration", timeout=60).json()
        self.token = self.metadata["token_endpoint"]
        self.keys = jwt.PyJWKClient(self.metadata["jwks_uri"])

    def claims(self, token, audience):
        key = self.keys.get_signing_key_from_jwt(token)
        assert jwt.get_unverified_header(token)["typ"] == "at+jwt"
        return jwt.decode(token, key.key, algorithms=["RS256"], audience=audience, issuer=self.url)

    def person(self, token):
        headers = {"Authorization": f"Bearer {token}"}
        return requests.get(self.metadata["userinfo_endpoint"], headers=headers, timeout=60).json()

    def session(self, **more):
        return OAuth2Session("service", "secret", token_endpoint=self.token, **more)


@pytest.fixture
def issuer(emulator):
    return Issuer(emulator)


@pytest.fixture
def ann(emulator):
    return emulator.control(
        "POST", "issuers/oidc.corp/accounts", {"email": "ann@corp.example", "name": "Ann Lee"})


def test_a_request_may_name_several_resources(issuer):
    several = ["https://a.example.com", "https://b.example.com"]
    for name in ("resource", "audience"):
        answer = requests.post(issuer.token, timeout=60, auth=("service", "secret"), data={
            "grant_type": "client_credentials", name: several})
        assert answer.ok, answer.text
        assert issuer.claims(answer.json()["access_token"], several[1])["aud"] == several
    asked = {
        "client_id": "app", "redirect_uri": "http://localhost/cb", "response_type": "code",
        "scope": "openid", "resource": several}
    for name in ("pushed_authorization_request_endpoint", "device_authorization_endpoint"):
        answer = requests.post(issuer.metadata[name], timeout=60, data=asked)
        assert answer.ok, answer.text


def test_client_credentials(issuer):
    token = issuer.session(scope="read write").fetch_token(grant_type="client_credentials")
    supported = issuer.metadata["grant_types_supported"]
    assert {"client_credentials", "password", BEARER, EXCHANGE} <= set(supported)
    claims = issuer.claims(token["access_token"], "service")
    assert claims["sub"] == claims["client_id"] == "service"
    assert claims["scope"] == token["scope"] == "read write"
    assert claims["exp"] - claims["iat"] == token["expires_in"] == 3600
    other = issuer.session().fetch_token(grant_type="client_credentials", audience="https://api.example.com")
    assert issuer.claims(other["access_token"], "https://api.example.com")["sub"] == "service"


def test_client_credentials_by_oauthlib(issuer, monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    session = OAuthlibSession(client=BackendApplicationClient("service", scope="read"))
    token = session.fetch_token(issuer.token, client_secret="secret", include_client_id=True)
    assert issuer.claims(token["access_token"], "service")["scope"] == "read"


def test_a_client_without_a_secret_gets_no_token_of_its_own(issuer):
    answer = requests.post(
        issuer.token, data={"grant_type": "client_credentials", "client_id": "app"}, timeout=60)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


def test_password(issuer, ann, monkeypatch):
    token = issuer.session().fetch_token(
        username="ann@corp.example", password="anything", scope="openid email")
    assert issuer.person(token["access_token"])["sub"] == ann["sub"]
    assert token["refresh_token"]
    key = issuer.keys.get_signing_key_from_jwt(token["id_token"])
    person = jwt.decode(
        token["id_token"], key.key, algorithms=["RS256"], audience="service", issuer=issuer.url)
    assert (person["sub"], person["email"]) == (ann["sub"], "ann@corp.example")
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    session = OAuthlibSession(client=LegacyApplicationClient("service"))
    again = session.fetch_token(issuer.token, username=ann["sub"], password="x", client_secret="secret")
    assert issuer.person(again["access_token"])["sub"] == ann["sub"]
    with pytest.raises(OAuthError, match="invalid_grant"):
        issuer.session().fetch_token(username="nobody@corp.example", password="x")


def exchanged(issuer, token, **more):
    form = {
        "grant_type": EXCHANGE, "subject_token": token,
        "subject_token_type": TYPES + "access_token", "audience": "https://api.example.com"}
    return requests.post(issuer.token, data=form | more, auth=("service", "secret"), timeout=60)


def test_token_exchange(emulator, issuer, ann):
    minted = emulator.mint("oidc.corp", clientId="app", account={"sub": ann["sub"]})
    for token in (minted["accessToken"], minted["idToken"]):
        answer = exchanged(issuer, token, scope="read").json()
        assert answer["issued_token_type"] == TYPES + "access_token"
        claims = issuer.claims(answer["access_token"], "https://api.example.com")
        assert (claims["sub"], claims["client_id"]) == (ann["sub"], "service")
        assert claims["scope"] == "read" and "act" not in claims
    actor = issuer.session().fetch_token(grant_type="client_credentials")["access_token"]
    answer = exchanged(
        issuer, minted["accessToken"], actor_token=actor, actor_token_type=TYPES + "access_token").json()
    claims = issuer.claims(answer["access_token"], "https://api.example.com")
    assert claims["act"] == {"sub": "service"}
    wrong = exchanged(issuer, actor, requested_token_type=TYPES + "saml2")
    assert wrong.json()["error"] == "invalid_request"
    # A token of a chain is exchanged again.
    again = exchanged(issuer, answer["access_token"], audience="https://next.example.com").json()
    assert issuer.claims(again["access_token"], "https://next.example.com")["sub"] == ann["sub"]


def test_jwt_bearer(emulator, issuer):
    key, other = (rsa.generate_private_key(65537, 2048) for _ in range(2))
    public = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True) | {"kid": "k1"}
    emulator.control("PATCH", "issuers/oidc.corp", {
        "clients": [{"clientId": "service", "clientSecret": "secret", "clientKeys": {"keys": [public]}}]})

    def assertion(signer, **more):
        now = int(time.time())
        claims = {"iss": "service", "sub": "ann", "aud": issuer.token, "iat": now, "exp": now + 60}
        return jwt.encode(claims | more, signer, "RS256", {"kid": "k1"})

    def granted(token):
        return requests.post(
            issuer.token, data={"grant_type": BEARER, "assertion": token, "scope": "read"},
            auth=("service", "secret"), timeout=60)

    claims = issuer.claims(granted(assertion(key)).json()["access_token"], "service")
    assert (claims["sub"], claims["scope"]) == ("ann", "read")
    for token in (assertion(other), assertion(key, exp=1), assertion(key, sub="")):
        answer = granted(token)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


def test_jwt_bearer_by_authlib(issuer):
    key = pem(rsa.generate_private_key(65537, 2048))
    session = AssertionSession(
        token_endpoint=issuer.token, issuer="service", subject="ann", audience=issuer.token,
        grant_type=BEARER, key=key, header={"alg": "RS256"})
    session.refresh_token()
    claims = issuer.claims(session.token["access_token"], "service")
    assert claims["sub"] == "ann"
