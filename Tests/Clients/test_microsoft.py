"""Microsoft's own library and social-auth-core, unmodified, over HTTPS with the local CA."""

import json
import re
import time
from urllib.parse import parse_qs, urlsplit

import jwt
import msal
import pytest
import requests
from conftest import pem
from cryptography.hazmat.primitives.asymmetric import rsa
from msal.exceptions import MsalServiceError
from social_core.backends.azuread import AzureADOAuth2
from social_core.backends.azuread_tenant import AzureADTenantOAuth2, AzureADV2TenantOAuth2
from social_core.exceptions import AuthException

from social import Browser

CALLBACK = "http://localhost:5000/cb"
HOME = "6f8b1a5e-3c0d-4e2f-9a7b-0c1d2e3f4a5b"
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"
PEOPLE = [
    {"sub": "11111111-2222-3333-4444-555555555555", "email": "wanda@corp.example", "name": "Wanda Work"},
    {"sub": "4b2eabcdefabcdef", "tenant": "consumers", "email": "peter@outlook.example",
     "name": "Peter Personal"},
]


class Entra:
    """A running emulator's Microsoft, and a session that trusts only its CA."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.url = f"{emulator.ready['tlsUrl']}/issuers/microsoft.com"
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = emulator.ready["caFile"]
        for person in PEOPLE:
            emulator.control("POST", "issuers/microsoft.com/accounts", person)

    def sign_in(self, url, account="wanda@corp.example", **parameters):
        """Signs in without interaction and returns the parameters of the redirect."""
        answer = self.session.get(url, params={"emulator_auto": account, **parameters}, allow_redirects=False)
        assert answer.status_code == 302, answer.text
        query = parse_qs(urlsplit(answer.headers["Location"]).query)
        return {name: values[0] for name, values in query.items()}

    def graph(self, path, token):
        return self.session.get(f"{self.url}/graph{path}", headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def entra(start):
    return Entra(start("--tls-port", "0"))


def confidential(entra, tenant="common", credential="secret", client="client"):
    return msal.ConfidentialClientApplication(
        client, client_credential=credential, authority=f"{entra.url}/{tenant}", instance_discovery=False,
        http_client=entra.session)


@pytest.fixture
def app(entra):
    return confidential(entra)


def public(entra, tenant):
    return msal.PublicClientApplication(
        "client", authority=f"{entra.url}/{tenant}", instance_discovery=False, http_client=entra.session)


def begin(app, scope="User.Read", **options):
    return app.initiate_auth_code_flow([scope] if scope else [], redirect_uri=CALLBACK, **options)


def tokens_of(entra, app, scope="User.Read", **options):
    """The tokens of a whole code flow."""
    flow = begin(app, scope, **options)
    tokens = app.acquire_token_by_auth_code_flow(flow, entra.sign_in(flow["auth_uri"]))
    assert "error" not in tokens, tokens
    return tokens


def test_msal_signs_in_by_code_and_renews_silently(entra, app):
    tokens = tokens_of(entra, app)
    claims = tokens["id_token_claims"]
    assert claims["oid"] == PEOPLE[0]["sub"]
    assert claims["iss"] == f"{entra.url}/{HOME}/v2.0"
    account, = app.get_accounts("wanda@corp.example")
    assert account["home_account_id"] == f"{PEOPLE[0]['sub']}.{HOME}"
    cached = app.acquire_token_silent(["User.Read"], account)
    assert cached["access_token"] == tokens["access_token"]
    renewed = app.acquire_token_silent(["User.Read"], account, force_refresh=True)
    assert renewed["access_token"] != tokens["access_token"]
    me = entra.graph("/v1.0/me", renewed["access_token"]).json()
    assert me["userPrincipalName"] == "wanda@corp.example"
    photo = entra.graph("/v1.0/me/photo/$value", renewed["access_token"])
    assert photo.headers["Content-Type"] == "image/jpeg"
    assert photo.content.startswith(b"\xff\xd8\xff")


def test_msal_learns_when_the_person_signed_in(entra, app):
    tokens = tokens_of(entra, app, max_age=600)
    # The library itself refuses a token without auth_time, and one with an old auth_time.
    assert tokens["id_token_claims"]["auth_time"] == pytest.approx(time.time(), abs=60)
    account, = app.get_accounts("wanda@corp.example")
    renewed = app.acquire_token_silent(["User.Read"], account, force_refresh=True)
    assert renewed["id_token_claims"]["auth_time"] == tokens["id_token_claims"]["auth_time"]
    assert "auth_time" not in tokens_of(entra, app)["id_token_claims"]


def test_msal_shows_a_certificate_as_often_as_it_likes(entra):
    key = rsa.generate_private_key(65537, 2048)
    jwk = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
    entra.emulator.control("PATCH", "issuers/microsoft.com", {
        "clients": [{"clientId": "client", "clientKeys": {"keys": [jwk]}}]})

    def app(key):
        return confidential(entra, HOME, credential={
            "private_key": pem(key), "thumbprint": "A1" * 20, "sha256_thumbprint": "A1" * 32})

    client = app(key)
    for _ in range(2):
        tokens_of(entra, client)
    account, = client.get_accounts("wanda@corp.example")
    renewed = client.acquire_token_silent(["User.Read"], account, force_refresh=True)
    assert "error" not in renewed, renewed
    for scope in ["https://graph.microsoft.com/.default", "api://orders/.default"]:
        own = client.acquire_token_for_client([scope])
        assert "error" not in own, own
    refused = app(rsa.generate_private_key(65537, 2048)).acquire_token_for_client(["api://orders/.default"])
    assert refused["error_codes"] == [700027]


def test_msal_signs_in_at_an_authority_of_openid_connect(entra):
    app = msal.ConfidentialClientApplication(
        "client", client_credential="secret", oidc_authority=f"{entra.url}/{HOME}/v2.0",
        http_client=entra.session)
    flow = begin(app, response_mode="form_post")
    page = entra.session.get(flow["auth_uri"], params={"emulator_auto": "wanda@corp.example"})
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text))
    tokens = app.acquire_token_by_auth_code_flow(flow, fields)
    assert tokens["id_token_claims"]["preferred_username"] == "wanda@corp.example"


def test_msal_signs_in_on_a_device(entra):
    app = public(entra, "consumers")
    flow = app.initiate_device_flow(["User.Read"])
    assert flow["user_code"] in flow["message"]
    early = app.acquire_token_by_device_flow(flow, exit_condition=lambda flow: True)
    assert early["error"] == "authorization_pending"
    assert early["error_codes"] == [70016]
    entra.session.get(flow["verification_uri"], params={
        "user_code": flow["user_code"], "emulator_auto": "peter@outlook.example"})
    tokens = app.acquire_token_by_device_flow(flow)
    assert tokens["id_token_claims"]["tid"] == PERSONAL
    assert entra.graph("/v1.0/me", tokens["access_token"]).json()["id"] == "4b2eabcdefabcdef"


def test_msal_signs_in_as_an_app(entra):
    app = confidential(entra, "corp.example")
    tokens = app.acquire_token_for_client(["https://graph.microsoft.com/.default"])
    assert tokens["expires_in"] == 3599
    assert app.acquire_token_for_client(["https://graph.microsoft.com/.default"])["token_source"] == "cache"
    refused = confidential(entra).acquire_token_for_client(["api://orders/.default"])
    assert refused["error_codes"] == [50059]


class AtItsPort(requests.adapters.HTTPAdapter):
    """The library asks for the realm of an account at the authority's host without its port."""

    def __init__(self, root):
        super().__init__()
        self.root = root

    def send(self, request, **options):
        request.url = request.url.replace("https://127.0.0.1/", f"{self.root}/")
        return super().send(request, **options)


def test_msal_signs_in_by_name_and_password(entra):
    entra.session.mount("https://127.0.0.1/common/", AtItsPort(entra.emulator.ready["tlsUrl"]))
    app = public(entra, "organizations")
    tokens = app.acquire_token_by_username_password("wanda@corp.example", "any", ["User.Read"])
    assert "error" not in tokens, tokens
    assert tokens["id_token_claims"]["oid"] == PEOPLE[0]["sub"]
    me = entra.graph("/v1.0/me", tokens["access_token"]).json()
    assert me["userPrincipalName"] == "wanda@corp.example"
    account, = app.get_accounts()
    renewed = app.acquire_token_silent(["User.Read"], account, force_refresh=True)
    assert renewed["access_token"] != tokens["access_token"]
    unknown = app.acquire_token_by_username_password("no@corp.example", "any", ["User.Read"])
    assert unknown["error"] == "invalid_grant" and unknown["error_codes"] == [50034]
    refused = public(entra, "common").acquire_token_by_username_password(
        "wanda@corp.example", "any", ["User.Read"])
    assert refused["error_codes"] == [9001023]


def test_msal_acts_on_behalf_of_a_person(entra, app):
    tokens = tokens_of(entra, app, "api://orders/read")
    service = confidential(entra, HOME, client="orders")
    graph = service.acquire_token_on_behalf_of(tokens["access_token"], ["User.Read"])
    assert "error" not in graph, graph
    me = entra.graph("/v1.0/me", graph["access_token"]).json()
    assert me["userPrincipalName"] == "wanda@corp.example"
    next_api = service.acquire_token_on_behalf_of(tokens["access_token"], ["api://stock/read"])
    claims = jwt.decode(next_api["access_token"], options={"verify_signature": False})
    assert (claims["oid"], claims["appid"], claims["scp"]) == (PEOPLE[0]["sub"], "orders", "read")
    refused = service.acquire_token_on_behalf_of(graph["access_token"], ["api://other/read"])
    assert refused["error_codes"] == [50013]
    # The request of msal, without the member that names the use.
    incomplete = entra.session.post(f"{entra.url}/{HOME}/oauth2/v2.0/token", data={
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "client_id": "orders",
        "client_secret": "secret", "assertion": tokens["access_token"], "scope": "User.Read"})
    assert (incomplete.status_code, incomplete.json()["error_codes"]) == (400, [900144])


def test_msal_hears_of_refusals(entra, app):
    flow = begin(app)
    blocked = entra.sign_in(flow["auth_uri"], emulator_fail="AADSTS53003")
    answer = app.acquire_token_by_auth_code_flow(flow, blocked)
    assert answer["error"] == "interaction_required"
    assert answer["error_description"].startswith("AADSTS53003: ")
    fields = entra.sign_in(flow["auth_uri"])
    app.acquire_token_by_auth_code_flow(flow, fields)
    account, = app.get_accounts()
    more = app.acquire_token_silent_with_error(["Mail.Read"], account)
    assert (more["error"], more["error_codes"]) == ("invalid_grant", [65001])
    assert more["suberror"] == "consent_required"
    again = app.acquire_token_by_auth_code_flow(flow, fields)
    assert again["error_codes"] == [54005]


def test_an_apps_registration_comes_with_a_seed(entra):
    entra.emulator.control("POST", "seed", {"version": 1, "projects": {"demo-project": {
        "providers": {"microsoft.com": {"clientId": "client", "clientSecret": "secret",
            "registration": {"signInAudience": "AzureADMyOrg", "tenantId": HOME, "publicClient": True}}}}}})
    page = entra.session.get(begin(confidential(entra), None)["auth_uri"])
    assert page.status_code == 400 and "AADSTS50194: " in page.text
    app = confidential(entra, HOME)
    flow = begin(app, None)
    answer = app.acquire_token_by_auth_code_flow(flow, entra.sign_in(flow["auth_uri"]))
    assert (answer["error"], answer["error_codes"]) == ("invalid_client", [700025])


@pytest.mark.parametrize("name", ["nonce", "state"])
def test_msal_refuses_an_answer_with_another_nonce_or_state(entra, app, name):
    flow = begin(app)
    fields = entra.sign_in(flow["auth_uri"].replace(f"{name}=", f"{name}=x"))
    with pytest.raises((RuntimeError, ValueError), match=name):
        app.acquire_token_by_auth_code_flow(flow, fields)


def test_msal_refuses_a_discovery_document_of_another_issuer(entra):
    entra.emulator.control(
        "PATCH", "issuers/microsoft.com", {"issuer": "https://login.corp.example/{tenant}"})
    with pytest.raises(ValueError, match="does not match the authority"):
        msal.ConfidentialClientApplication(
            "client", client_credential="secret", oidc_authority=f"{entra.url}/{HOME}/v2.0",
            http_client=entra.session)


@pytest.mark.parametrize("failure, is_spent", [
    ({"status": 503}, False), ({"malformed": True}, True),
    ({"body": "<html>", "contentType": "text/html"}, False)])
def test_msal_refuses_an_answer_that_cannot_be_understood(entra, app, failure, is_spent):
    flow = begin(app)
    fields = entra.sign_in(flow["auth_uri"])
    entra.emulator.control("POST", "issuers/microsoft.com/faults", {
        "match": {"endpoint": "token"}, "effect": failure, "times": 1})
    with pytest.raises((ValueError, MsalServiceError)):
        app.acquire_token_by_auth_code_flow(flow, fields)
    # A request that never arrived consumes no code; a lost response does.
    # Another app, because msal avoids a server that has failed.
    again = confidential(entra).acquire_token_by_auth_code_flow(flow, fields)
    assert ("access_token" in again) != is_spent


def backend(entra, kind, monkeypatch, **settings):
    """A backend that its documented setting AUTHORITY_HOST directs to the emulator."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", entra.emulator.ready["caFile"])
    monkeypatch.delenv("CURL_CA_BUNDLE", raising=False)
    prefix = "SOCIAL_AUTH_" + kind.name.upper().replace("-", "_") + "_"
    values = {
        "KEY": "client", "SECRET": "secret", "TENANT_ID": HOME,
        "AUTHORITY_HOST": entra.url.removeprefix("https://"), **settings}
    strategy = Browser({prefix + name: value for name, value in values.items()})
    return kind(strategy, redirect_uri=CALLBACK)


KINDS = [AzureADOAuth2, AzureADTenantOAuth2, AzureADV2TenantOAuth2]


@pytest.mark.parametrize("kind", KINDS)
def test_social_auth_signs_in(entra, kind, monkeypatch):
    social = backend(entra, kind, monkeypatch)
    social.data = entra.sign_in(social.auth_url())
    social.strategy.data = social.data
    social.validate_state()
    response = social.request_access_token(
        social.access_token_url(), data=social.auth_complete_params(social.get_session_state()),
        headers=social.auth_headers(), method="POST")
    user = social.user_data(response["access_token"], response=response)
    assert user["oid"] == PEOPLE[0]["sub"]
    assert user["tid"] == HOME
    details = social.get_user_details(user)
    assert details["fullname"] == "Wanda Work"
    is_first = kind is not AzureADV2TenantOAuth2
    assert user["ver"] == ("1.0" if is_first else "2.0")
    assert user["iss"] == f"{entra.url}/{HOME}/" + ("" if is_first else "v2.0")
    assert ("expires_on" in response) == is_first


@pytest.mark.parametrize("defect", [
    "expired", "bad-signature", "unknown-key", "wrong-audience", "wrong-issuer", "unsigned"])
def test_social_auth_refuses_what_is_wrong(entra, defect, monkeypatch):
    social = backend(entra, AzureADV2TenantOAuth2, monkeypatch)

    def user(**more):
        minted = entra.session.post(
            f"{entra.emulator.ready['tlsUrl']}/emulator/v1/issuers/microsoft.com/tokens",
            json={"account": {"email": "wanda@corp.example"}, "clientId": "client", **more}).json()
        return social.user_data(minted["accessToken"], response={
            "access_token": minted["accessToken"], "id_token": minted["idToken"]})

    assert user()["tid"] == HOME
    with pytest.raises(AuthException):
        user(defect=defect)
