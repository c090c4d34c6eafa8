"""Sign-in with providers that the Admin SDK configured, in a project and in a tenant."""

import json
import urllib.parse
import uuid

import firebase_admin
import pytest
from firebase_admin import auth

ASSERTION = {
    "assertion": {
        "subject": {"nameId": "ada@corp.example"},
        "attributeStatements": {"role": ["chief", "editor"], "team": "analysis"}}}


@pytest.fixture(params=["compatible", "production"])
def emulator(request, start, monkeypatch):
    emulator = start("--profile", request.param)
    emulator.profile = request.param
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator.host)
    return emulator


@pytest.fixture
def app(emulator):
    app = firebase_admin.initialize_app(
        options={"projectId": "demo-project"}, name=uuid.uuid4().hex)
    yield app
    firebase_admin.delete_app(app)


@pytest.fixture(params=["project", "tenant"])
def client(request, app, emulator):
    if request.param == "project":
        return auth.Client(app)
    # Production's tenants are created first; the SDK's call for it needs Google credentials.
    emulator.owner(
        "PATCH", "v2/projects/demo-project/config?updateMask=multiTenant.allowTenants",
        {"multiTenant": {"allowTenants": True}})
    tenant = emulator.owner(
        "POST", "v2/projects/demo-project/tenants",
        {"displayName": "blue", "allowPasswordSignup": True})["name"].rpartition("/")[2]
    return auth.Client(app, tenant_id=tenant)


def sign_in(emulator, client, **credential):
    body = {"requestUri": "http://localhost", "returnSecureToken": True,
            "postBody": urllib.parse.urlencode(credential)}
    if client.tenant_id:
        body["tenantId"] = client.tenant_id
    return emulator.client("accounts:signInWithIdp", body)


def test_an_openid_connect_provider(emulator, client):
    def present():
        minted = emulator.mint(
            "oidc.corp", clientId="app", account={"email": "ada@corp.example"})
        return sign_in(
            emulator, client, providerId="oidc.corp", id_token=minted["idToken"])

    client.create_oidc_provider_config(
        "oidc.corp", client_id="app", issuer=f"{emulator.url}/issuers/oidc.corp", enabled=True)
    answer = present()
    claims = client.verify_id_token(answer["idToken"])
    assert claims["firebase"]["sign_in_provider"] == "oidc.corp"
    assert claims["firebase"].get("tenant") == client.tenant_id
    user = client.get_user(claims["uid"])
    assert [p.provider_id for p in user.provider_data] == ["oidc.corp"]

    client.update_oidc_provider_config("oidc.corp", client_id="another")
    assert present()["error"]["message"].startswith("INVALID_IDP_RESPONSE : ")
    if emulator.profile == "production":
        client.update_oidc_provider_config("oidc.corp", client_id="app", enabled=False)
        assert present()["error"]["message"].startswith("OPERATION_NOT_ALLOWED : ")
        client.delete_oidc_provider_config("oidc.corp")
        assert present()["error"]["message"].startswith("OPERATION_NOT_ALLOWED : ")


def test_a_saml_provider(emulator, client):
    client.create_saml_provider_config(
        "saml.corp", idp_entity_id="idp", sso_url="https://idp.example.com/sso",
        x509_certificates=["one"], rp_entity_id="rp",
        callback_url="https://example.com/__/auth/handler", enabled=True)
    # Assertions in this form cannot be signed, so verification must be off.
    emulator.control(
        "PATCH", "projects/demo-project/settings", {"verifyCredentials": "warn"})
    answer = sign_in(
        emulator, client, providerId="saml.corp", SAMLResponse=json.dumps(ASSERTION))
    firebase = client.verify_id_token(answer["idToken"])["firebase"]
    assert firebase["sign_in_provider"] == "saml.corp"
    assert firebase["sign_in_attributes"] == ASSERTION["assertion"]["attributeStatements"]
    assert firebase["identities"] == {
        "saml.corp": ["ada@corp.example"], "email": ["ada@corp.example"]}
    assert client.get_user_by_email("ada@corp.example").uid == answer["localId"]
    if emulator.profile == "production":
        client.update_saml_provider_config("saml.corp", enabled=False)
        refusal = sign_in(
            emulator, client, providerId="saml.corp", SAMLResponse=json.dumps(ASSERTION))
        assert refusal["error"]["message"].startswith("OPERATION_NOT_ALLOWED : ")
