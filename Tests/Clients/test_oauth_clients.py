"""Standard OAuth libraries, unmodified, against the issuers' own endpoints."""

import base64
import hashlib
import json
import os
import re
import time
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oauth2.rfc6749 import MismatchingStateException
from authlib.oidc.core import CodeIDToken

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

CALLBACK = "https://app.example.com/cb"


def discover(emulator, issuer):
    return requests.get(
        f"{emulator.url}/issuers/{issuer}/.well-known/openid-configuration", timeout=60).json()


def headless(url, **parameters):
    """Follows an authorization URL like a browser, without interaction."""
    answer = requests.get(url, params=parameters, allow_redirects=False, timeout=60)
    assert answer.status_code == 302, answer.text
    return answer.headers["Location"]


def hidden(page):
    """Returns the hidden fields of a page."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in reversed(found)}


@pytest.mark.parametrize("issuer", ["oidc.corp", "google.com"])
@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "none"])
def test_authlib_signs_in_with_pkce_and_refreshes(emulator, issuer, method):
    document = discover(emulator, issuer)
    secret = None if method == "none" else "s+e c%ret"
    verifier = generate_token(48)
    session = OAuth2Session(
        "client", secret, scope="openid email profile", redirect_uri=CALLBACK,
        code_challenge_method="S256", token_endpoint_auth_method=method)
    url, state = session.create_authorization_url(
        document["authorization_endpoint"], code_verifier=verifier, nonce="n-0S6_WzA2Mj",
        access_type="offline")
    back = headless(url, emulator_auto="new")
    token = session.fetch_token(
        document["token_endpoint"], authorization_response=back, state=state,
        code_verifier=verifier)

    keys = JsonWebKey.import_key_set(requests.get(document["jwks_uri"], timeout=60).json())
    claims = jwt.decode(
        token["id_token"], keys, claims_cls=CodeIDToken,
        claims_options={
            "iss": {"essential": True, "value": document["issuer"]},
            "aud": {"essential": True, "value": "client"}},
        claims_params={
            "nonce": "n-0S6_WzA2Mj", "client_id": "client",
            "access_token": token["access_token"]})
    claims.validate(now=time.time(), leeway=5)

    user = session.get(document["userinfo_endpoint"]).json()
    assert user["sub"] == claims["sub"]
    assert user["email"] == claims["email"]

    renewed = session.refresh_token(document["token_endpoint"])
    assert renewed["access_token"] != token["access_token"]
    assert session.revoke_token(
        document["revocation_endpoint"], renewed["access_token"]).status_code == 200


def test_authlib_refuses_an_answer_with_another_state(emulator):
    document = discover(emulator, "oidc.corp")
    session = OAuth2Session("client", redirect_uri=CALLBACK, scope="openid")
    url, _ = session.create_authorization_url(document["authorization_endpoint"])
    back = headless(url, emulator_auto="new")
    with pytest.raises(MismatchingStateException):
        session.fetch_token(
            document["token_endpoint"], authorization_response=back, state="another")


@pytest.mark.parametrize("path", [
    "apple.com/auth/token", "oidc.corp/revoke", "microsoft.com/common/oauth2/v2.0/token"])
def test_a_form_that_is_too_large_is_refused_as_oauth_has_it(emulator, path):
    answer = requests.post(
        f"{emulator.url}/issuers/{path}", data={"code": "a" * 2_000_000}, timeout=60)
    assert answer.status_code == 413
    assert answer.json()["error"] == "invalid_request"
    assert "1048576 bytes" in answer.json()["error_description"]


def test_a_browser_picks_a_person_on_the_page(emulator):
    emulator.control("POST", "issuers/oidc.corp/accounts", {"sub": "ann", "email": "a@b.example"})
    browser = requests.Session()
    page = browser.get(
        f"{emulator.url}/issuers/oidc.corp/authorize", timeout=60, params={
            "client_id": "client", "redirect_uri": CALLBACK, "response_type": "code",
            "scope": "openid", "state": "x"})
    action = re.search(r'<form method="post" action="([^"]*)">', page.text)[1]
    answer = browser.post(
        action, data={**hidden(page.text), "person": "ann"}, allow_redirects=False, timeout=60)
    assert answer.status_code == 303
    fields = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert fields["state"] == ["x"]
    assert fields["code"]


def test_apples_form_signs_in_at_the_backend_and_is_revoked(emulator):
    page = requests.get(
        f"{emulator.url}/issuers/apple.com/auth/authorize", timeout=60, params={
            "client_id": "com.example.web", "redirect_uri": CALLBACK, "state": "x",
            "response_type": "code id_token", "response_mode": "form_post",
            "scope": "name email", "emulator_auto": "new",
            "nonce": hashlib.sha256(b"raw").hexdigest()})
    fields = hidden(page.text)
    assert json.loads(fields["user"])["name"]
    payload = fields["id_token"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    left = hashlib.sha256(fields["code"].encode()).digest()[:16]
    assert claims["c_hash"] == base64.urlsafe_b64encode(left).rstrip(b"=").decode()

    signed_in = emulator.client("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "returnSecureToken": True,
        "postBody": f"providerId=apple.com&code={fields['code']}"})
    assert signed_in.get("localId"), signed_in
    again = requests.get(
        f"{emulator.url}/issuers/apple.com/auth/authorize", timeout=60, params={
            "client_id": "com.example.web", "redirect_uri": CALLBACK,
            "response_type": "code", "response_mode": "form_post", "scope": "name email",
            "emulator_auto": claims["sub"]})
    second = hidden(again.text)
    assert "user" not in second
    revoked = emulator.client("accounts:revokeToken", {
        "providerId": "apple.com", "tokenType": "CODE", "token": second["code"],
        "idToken": signed_in["idToken"]}, version="v2")
    assert revoked == {}
    grants = emulator.control("GET", "issuers/apple.com/grants")["grants"]
    assert [grant["state"] for grant in grants] == ["revoked"]
