"""Standard OAuth libraries, unmodified, against the issuers' own endpoints."""

import os
import time

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

CALLBACK = "https://app.example.com/cb"


@pytest.mark.parametrize("issuer", ["oidc.corp", "google.com"])
@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "none"])
def test_authlib_signs_in_with_pkce_and_refreshes(emulator, issuer, method):
    document = requests.get(
        f"{emulator.url}/issuers/{issuer}/.well-known/openid-configuration", timeout=60).json()
    secret = None if method == "none" else "s+e c%ret"
    verifier = generate_token(48)
    session = OAuth2Session(
        "client", secret, scope="openid email profile", redirect_uri=CALLBACK,
        code_challenge_method="S256", token_endpoint_auth_method=method)
    url, state = session.create_authorization_url(
        document["authorization_endpoint"], code_verifier=verifier, nonce="n-0S6_WzA2Mj",
        access_type="offline")
    back = requests.get(url, params={"emulator_auto": "new"}, allow_redirects=False, timeout=60)
    assert back.status_code == 302, back.text
    token = session.fetch_token(
        document["token_endpoint"], authorization_response=back.headers["Location"], state=state,
        code_verifier=verifier)

    keys = JsonWebKey.import_key_set(requests.get(document["jwks_uri"], timeout=60).json())
    claims = jwt.decode(
        token["id_token"], keys, claims_cls=CodeIDToken,
        claims_options={
            "iss": {"essential": True, "value": document["issuer"]},
            "aud": {"essential": True, "value": "client"}},
        claims_params={"nonce": "n-0S6_WzA2Mj", "client_id": "client", "access_token": token["access_token"]})
    claims.validate(now=time.time(), leeway=5)

    user = session.get(document["userinfo_endpoint"]).json()
    assert user["sub"] == claims["sub"]
    assert user["email"] == claims["email"]

    renewed = session.refresh_token(document["token_endpoint"])
    assert renewed["access_token"] != token["access_token"]
    assert session.revoke_token(document["revocation_endpoint"], renewed["access_token"]).status_code == 200


@pytest.mark.parametrize("path", [
    "apple.com/auth/token", "oidc.corp/revoke", "microsoft.com/common/oauth2/v2.0/token"])
def test_a_form_that_is_too_large_is_refused_as_oauth_has_it(emulator, path):
    answer = requests.post(f"{emulator.url}/issuers/{path}", data={"code": "a" * 2_000_000}, timeout=60)
    assert answer.status_code == 413
    assert answer.json()["error"] == "invalid_request"
    assert "1048576 bytes" in answer.json()["error_description"]
