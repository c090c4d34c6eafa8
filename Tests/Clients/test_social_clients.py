"""social-auth-core and requests-oauthlib, unmodified, over HTTPS with the local CA.

URLs are set as the library documents it: as class attributes of a backend.
"""

import re
import time
from html import unescape
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests
from conftest import pem
from cryptography.hazmat.primitives.asymmetric import ec
from requests_oauthlib import OAuth1Session
from requests_oauthlib.oauth1_session import TokenMissing
from social_core.backends.apple import AppleIdAuth
from social_core.backends.facebook import FacebookOAuth2
from social_core.backends.github import GithubOAuth2
from social_core.backends.google import GoogleOAuth2
from social_core.backends.linkedin import LinkedinOpenIdConnect
from social_core.backends.open_id_connect import OpenIdConnectAuth
from social_core.backends.twitter_oauth2 import TwitterOAuth2
from social_core.backends.yahoo import YahooOAuth2
from social_core.exceptions import AuthCanceled, AuthException, AuthSessionError, SocialAuthBaseException

from social import Browser

CALLBACK = "https://app.example.com/complete/"
PIPELINE = (
    "social_core.pipeline.social_auth.social_details",
    "social_core.pipeline.social_auth.social_uid",
    "test_social_clients.remember",
)


def remember(backend, details, uid, response, *args, **kwargs):
    """The last step of the pipeline: the user is the library's result."""
    return {"user": SimpleNamespace(details=details, uid=uid, response=response)}


@pytest.fixture
def secure(start, monkeypatch):
    emulator = start("--tls-port", "0")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", emulator.ready["caFile"])
    monkeypatch.setenv("SSL_CERT_FILE", emulator.ready["caFile"])
    emulator.tls = emulator.ready["tlsUrl"]
    return emulator


def configure(emulator, provider, **config):
    emulator.control("POST", "seed", {
        "version": 1, "projects": {"demo-project": {"providers": {provider: config}}}})


TEAM_KEY = pem(ec.generate_private_key(ec.SECP256R1()))


# The library's backend, its URLs, and the path of the profile where it has no attribute for the URL.
BACKENDS = {
    "google.com": (GoogleOAuth2, {
        "AUTHORIZATION_URL": "o/oauth2/v2/auth", "ACCESS_TOKEN_URL": "token"}, "oauth2/v3/userinfo"),
    "github.com": (GithubOAuth2, {
        "AUTHORIZATION_URL": "login/oauth/authorize", "ACCESS_TOKEN_URL": "login/oauth/access_token",
        "API_URL": ""}, None),
    "facebook.com": (FacebookOAuth2, {
        "AUTHORIZATION_URL": "v{version}/dialog/oauth", "ACCESS_TOKEN_URL": "v{version}/oauth/access_token",
        "USER_DATA_URL": "v{version}/me", "REVOKE_TOKEN_URL": "v{version}/{uid}/permissions"}, None),
    "linkedin.com": (LinkedinOpenIdConnect, {"OIDC_ENDPOINT": "oauth"}, None),
    "apple.com": (AppleIdAuth, {
        "AUTHORIZATION_URL": "auth/authorize", "ACCESS_TOKEN_URL": "auth/token", "JWK_URL": "auth/keys",
        "ID_TOKEN_ISSUER": None}, None),
    "oidc.corp": (OpenIdConnectAuth, {"OIDC_ENDPOINT": None}, None),
    "twitter.com": (TwitterOAuth2, {
        "AUTHORIZATION_URL": "i/oauth2/authorize", "ACCESS_TOKEN_URL": "2/oauth2/token"}, "2/users/me"),
    "yahoo.com": (YahooOAuth2, {
        "AUTHORIZATION_URL": "oauth2/request_auth", "ACCESS_TOKEN_URL": "oauth2/get_token"},
        "openid/v1/userinfo")}


def backend_of(provider, url):
    """The backend of a provider as its users direct it to another address."""
    kind, paths, profile = BACKENDS[provider]
    root = f"{url}/issuers/{provider}"
    members = {name: root if path is None else f"{root}/{path}" for name, path in paths.items()}
    if provider == "oidc.corp":
        members["name"] = "corp"
    if profile:
        def user_data(self, access_token, *args, **kwargs):
            answer = self.get_json(f"{root}/{profile}", headers={"Authorization": f"Bearer {access_token}"})
            return answer.get("data", answer)
        members["user_data"] = user_data
    return type("Backend", (kind,), members)


class SignIn:
    """One sign-in in one browser, from the library's redirect to the callback."""

    def __init__(self, emulator, provider):
        config = {"clientId": "client", "clientSecret": "top secret"}
        settings = {"KEY": "client", "SECRET": "top secret", "SCOPE": []}
        if provider == "facebook.com":
            settings |= {
                "SCOPE": ["email"], "API_VERSION": "19.0",
                "PROFILE_EXTRA_PARAMS": {"fields": "id,name,email"}}
        if provider == "github.com":
            settings |= {"SCOPE": ["user:email"]}
        if provider == "apple.com":
            config = {"clientId": "client", "codeFlow": {
                "teamId": "TEAMID0000", "keyId": "KEYID00000", "privateKey": TEAM_KEY}}
            settings |= {
                "CLIENT": "client", "TEAM": "TEAMID0000", "KEY": "KEYID00000",
                "SECRET": TEAM_KEY, "SCOPE": ["email", "name"]}
        configure(emulator, provider, **config)
        backend = backend_of(provider, emulator.tls)
        prefix = backend.name.upper().replace("-", "_")
        self.strategy = Browser(
            {f"SOCIAL_AUTH_{prefix}_{name}": value for name, value in settings.items()}, PIPELINE)
        self.backend = backend(self.strategy, CALLBACK)

    def leave(self, **parameters):
        """Visits the issuer and returns the parameters of the callback."""
        url = self.backend.start()
        answer = requests.get(url, params=parameters, allow_redirects=False, timeout=60)
        if answer.status_code == 302:
            self.strategy.data = dict(parse_qsl(urlsplit(answer.headers["Location"]).query))
        else:
            assert answer.ok, answer.text
            found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', answer.text)
            self.strategy.data = {name: unescape(value) for name, value in found}
        self.backend.data = self.strategy.data
        return self

    def finish(self):
        return self.backend.complete(user=None)


def make_ann(emulator, provider, **more):
    return emulator.control("POST", f"issuers/{provider}/accounts", {
        "email": "ann@example.com", "name": {"givenName": "Ann", "familyName": "Lee"}, **more})


@pytest.mark.parametrize("provider", BACKENDS)
def test_social_auth_core_signs_in(secure, provider):
    ann = make_ann(secure, provider)
    user = SignIn(secure, provider).leave(emulator_auto="ann@example.com").finish()
    # The library does not request it from Twitter.
    assert user.details.get("email") == (None if provider == "twitter.com" else "ann@example.com")
    # Some backends have the full name, and some its parts.
    parts = [user.details[part] for part in ("first_name", "last_name")]
    assert (user.details["fullname"] or " ".join(parts)) == "Ann Lee"
    assert str(user.uid) == ann["sub"]


@pytest.mark.parametrize("provider", [name for name in BACKENDS if name != "apple.com"])
def test_social_auth_core_hears_of_a_denial(secure, provider):
    code = "user_cancelled_login" if provider == "linkedin.com" else "access_denied"
    visit = SignIn(secure, provider).leave(emulator_fail=code)
    with pytest.raises(AuthException) as caught:
        visit.finish()
    assert provider == "linkedin.com" or isinstance(caught.value, AuthCanceled)


@pytest.mark.parametrize("provider", BACKENDS)
def test_social_auth_core_hears_that_a_code_was_used(secure, provider):
    make_ann(secure, provider)
    visit = SignIn(secure, provider).leave(emulator_auto="ann@example.com")
    kept = visit.strategy.keep()
    visit.finish()
    # The library itself would refuse a repeated state.
    visit.strategy.restore(kept)
    with pytest.raises((SocialAuthBaseException, requests.HTTPError)) as caught:
        visit.finish()
    assert not isinstance(caught.value, AuthSessionError)


@pytest.mark.parametrize(("provider", "claims"), [
    *((provider, claims) for provider in ("linkedin.com", "apple.com", "oidc.corp") for claims in (
        {"aud": "someone-else"}, {"iss": "https://issuer.example.invalid"}, {"exp": int(time.time()) - 3600})),
    ("oidc.corp", {"nonce": "another"}), ("oidc.corp", {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"})])
def test_social_auth_core_refuses_an_id_token_that_is_wrong(secure, provider, claims):
    make_ann(secure, provider, claims=claims)
    visit = SignIn(secure, provider).leave(emulator_auto="ann@example.com")
    with pytest.raises(AuthException):
        visit.finish()


def test_social_auth_core_proves_facebooks_secret_and_revokes(secure):
    ann = make_ann(secure, "facebook.com")
    visit = SignIn(secure, "facebook.com").leave(emulator_auto="ann@example.com")
    token = visit.finish().response["access_token"]
    url = f"{secure.tls}/issuers/facebook.com/v19.0/me"
    assert requests.get(url, params={"access_token": token}, timeout=60).ok
    refused = requests.get(url, params={"access_token": token, "appsecret_proof": "0" * 64}, timeout=60)
    assert refused.json()["error"]["code"] == 100
    # The library compares the response with that of the first Graph version.
    visit.backend.revoke_token(token, ann["sub"])
    assert not requests.get(url, params={"access_token": token}, timeout=60).ok


class Twitter:
    """OAuth 1.0a's three legs with requests-oauthlib."""

    def __init__(self, emulator):
        self.url = f"{emulator.tls}/issuers/twitter.com"
        self.session = OAuth1Session("client", client_secret="top secret", callback_uri=CALLBACK)

    def visit(self, **parameters):
        answer = self.session.fetch_request_token(f"{self.url}/oauth/request_token")
        assert answer["oauth_callback_confirmed"] == "true"
        url = self.session.authorization_url(f"{self.url}/oauth/authenticate")
        answer = requests.get(url, params=parameters, allow_redirects=False, timeout=60)
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def finish(self):
        return self.session.fetch_access_token(f"{self.url}/oauth/access_token")

    def profile(self):
        return self.session.get(
            f"{self.url}/1.1/account/verify_credentials.json",
            params={"include_email": "true", "odd": "a b&c=d+e/é"})


@pytest.fixture
def twitter(secure):
    configure(secure, "twitter.com", clientId="client", clientSecret="top secret")
    return Twitter(secure)


def test_requests_oauthlib_signs_in_with_oauth_1(secure, twitter):
    ann = make_ann(secure, "twitter.com", claims={"screen_name": "ann_lee"})
    twitter.session.parse_authorization_response(twitter.visit(emulator_auto="ann@example.com"))
    tokens = twitter.finish()
    assert tokens["user_id"] == ann["sub"]
    assert tokens["screen_name"] == "ann_lee"
    profile = twitter.profile()
    assert profile.ok, profile.text
    assert profile.json()["email"] == "ann@example.com"
    signed_in = secure.client("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "returnSecureToken": True,
        "postBody": "providerId=twitter.com&access_token={oauth_token}"
                    "&oauth_token_secret={oauth_token_secret}".format(**tokens)})
    assert signed_in["screenName"] == "ann_lee", signed_in
    assert signed_in["oauthTokenSecret"] == tokens["oauth_token_secret"]


def test_requests_oauthlib_hears_of_a_denial(twitter):
    with pytest.raises(TokenMissing):
        twitter.session.parse_authorization_response(twitter.visit(emulator_fail="access_denied"))
