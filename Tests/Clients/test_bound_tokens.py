"""Pushed requests, proofs of a key and clients with a key at oidc.*, by requests-oauth2client."""

import pytest
import requests
from jwskate import Jwk
from requests_oauth2client import DPoPKey, DPoPToken, OAuth2Client, PrivateKeyJwt
from requests_oauth2client.exceptions import EndpointError

CALLBACK = "https://app.example.com/cb"


class Corp:
    """oidc.corp with a client that has a key."""

    def __init__(self, emulator):
        self.emulator, self.url = emulator, f"{emulator.url}/issuers/oidc.corp"
        self.key = Jwk.generate(alg="ES256").with_kid_thumbprint()
        self.set(clients=[{
            "clientId": "app", "redirectUris": [CALLBACK], "authentication": "private_key_jwt",
            "clientKeys": {"keys": [self.key.public_jwk().to_dict()]}}])
        self.ann = emulator.control("POST", "issuers/oidc.corp/accounts", {"email": "ann@corp.example"})

    def set(self, **settings):
        self.emulator.control("PATCH", "issuers/oidc.corp", settings)

    def client(self, **options):
        return OAuth2Client.from_discovery_endpoint(
            issuer=self.url, auth=PrivateKeyJwt("app", self.key), redirect_uri=CALLBACK, testing=True,
            **options)

    def sign_in(self, client):
        """The tokens of a code flow whose request is pushed."""
        request = client.authorization_request(scope="openid email offline_access")
        pushed = client.pushed_authorization_request(request)
        back = requests.get(
            pushed.uri, params={"emulator_auto": "ann@corp.example"}, allow_redirects=False, timeout=60)
        assert back.status_code == 302, back.text
        return client.authorization_code(request.validate_callback(back.headers["Location"]), validate=False)

    def userinfo(self, token, **options):
        return requests.get(f"{self.url}/userinfo", timeout=60, **options, auth=token)


@pytest.fixture
def corp(emulator):
    return Corp(emulator)


def test_a_pushed_request_of_a_client_with_a_key(corp):
    corp.set(requiresPushedRequests=True)
    client = corp.client()
    assert client.pushed_authorization_request_endpoint == f"{corp.url}/par"
    token = corp.sign_in(client)
    assert (token.token_type, token.id_token.claims["sub"]) == ("Bearer", corp.ann["sub"])
    assert client.userinfo(token)["email"] == "ann@corp.example"
    renewed = client.refresh_token(token)
    assert client.introspect_token(renewed)["active"]
    plain = client.authorization_request()
    back = requests.get(plain.uri, allow_redirects=False, timeout=60)
    assert "error=invalid_request" in back.headers["Location"]


@pytest.mark.parametrize("alg", ["ES256", "RS256", "PS256", "EdDSA"])
def test_tokens_are_bound_to_the_key_of_a_proof(corp, alg):
    client = corp.client(dpop_bound_access_tokens=True, dpop_alg=alg)
    token = corp.sign_in(client)
    assert isinstance(token, DPoPToken) and token.token_type == "DPoP"
    assert corp.userinfo(token).json()["sub"] == corp.ann["sub"]
    jkt = token.dpop_key.dpop_jkt
    assert client.introspect_token(token)["cnf"] == {"jkt": jkt}
    bearer = requests.get(
        f"{corp.url}/userinfo", headers={"Authorization": f"Bearer {token.access_token}"}, timeout=60)
    assert (bearer.status_code, bearer.json()["error"]) == (401, "invalid_token")
    stolen = DPoPToken(access_token=token.access_token, _dpop_key=DPoPKey.generate("ES256"))
    request = requests.Request("GET", f"{corp.url}/userinfo", auth=stolen).prepare()
    # Without the client's own handling of a refusal.
    request.hooks = {}
    assert requests.Session().send(request, timeout=60).json()["error"] == "invalid_token"
    renewed = client.refresh_token(token)
    assert corp.userinfo(renewed).status_code == 200


def test_the_client_takes_the_nonce_that_an_issuer_requires(corp):
    corp.set(requiresDPoP=True, requiresDPoPNonce=True, requiresPushedRequests=True)
    token = corp.sign_in(corp.client(dpop_bound_access_tokens=True))
    assert token.dpop_key.as_nonce
    assert corp.userinfo(token).status_code == 200
    assert token.dpop_key.rs_nonce
    with pytest.raises(EndpointError, match="requires a DPoP proof"):
        corp.client().client_credentials()
