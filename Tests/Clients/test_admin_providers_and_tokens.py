"""The Python Admin SDK: tenants' users, provider configurations, links, cookies, custom tokens.

`tenant_mgt` itself asks for Google credentials even where an emulator is named, as docs/sdks.md says; `auth.Client`
does not.
"""

import datetime
import urllib.parse

import google.auth.credentials
import pytest
import requests
from firebase_admin import auth, tenant_mgt


@pytest.fixture
def app(emulator, admin_app):
    return admin_app(emulator)


def query(link):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))


def test_a_tenant_has_users_of_its_own(app, emulator):
    acme = auth.Client(app, tenant_id="acme")
    user = acme.create_user(uid="ann", email="ann@example.com", password="secret1")
    assert user.tenant_id == "acme"
    assert [u.uid for u in acme.list_users().iterate_all()] == ["ann"]
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("ann", app=app)
    acme.set_custom_user_claims("ann", {"role": "admin"})
    token = emulator.client("accounts:signInWithPassword", {
        "email": "ann@example.com", "password": "secret1", "tenantId": "acme"})["idToken"]
    claims = acme.verify_id_token(token, check_revoked=True)
    assert (claims["firebase"]["tenant"], claims["role"]) == ("acme", "admin")
    with pytest.raises(tenant_mgt.TenantIdMismatchError):
        auth.Client(app, tenant_id="other").verify_id_token(token)
    acme.update_user("ann", disabled=True)
    with pytest.raises(auth.UserDisabledError):
        acme.verify_id_token(token, check_revoked=True)
    result = acme.import_users([auth.ImportUserRecord(uid="bob", email="bob@example.com")])
    assert result.failure_count == 0
    assert acme.delete_users(["ann", "bob"]).success_count == 2


def test_the_module_of_tenants_calls_google(app, monkeypatch):
    """When this fails, docs/sdks.md no longer needs its part about tenants in Python."""

    def refuse(session, request, **options):
        raise PermissionError(request.url)

    monkeypatch.setattr(requests.Session, "send", refuse)
    monkeypatch.setattr(app.credential, "get_credential", google.auth.credentials.AnonymousCredentials)
    with pytest.raises(PermissionError, match="^https://identitytoolkit.googleapis.com/v2/"):
        tenant_mgt.create_tenant("acme", app=app)


# The members of a configuration, and those of a change.
CONFIGS = {
    "oidc": (
        {"client_id": "c", "issuer": "https://idp.example.com", "display_name": "Corp", "enabled": True,
         "client_secret": "s", "code_response_type": True, "id_token_response_type": False},
        {"client_id": "d", "enabled": False}),
    "saml": (
        {"idp_entity_id": "idp", "sso_url": "https://idp.example.com/sso", "x509_certificates": ["one", "two"],
         "rp_entity_id": "rp", "callback_url": "https://example.com/__/auth/handler", "display_name": "Corp",
         "enabled": True},
        {"x509_certificates": ["three"]})}


@pytest.mark.parametrize("tenant", [None, "acme"])
@pytest.mark.parametrize("kind", CONFIGS)
def test_a_provider_is_kept(app, kind, tenant):
    client, (members, changes), name = auth.Client(app, tenant_id=tenant), CONFIGS[kind], f"{kind}.corp"

    def call(verb, *arguments, **values):
        return getattr(client, f"{verb}_{kind}_provider_config{'s' if verb == 'list' else ''}")(*arguments, **values)

    for found, wanted in [
            (call("create", name, **members), members), (call("update", name, **changes), members | changes),
            (call("get", name), members | changes)]:
        assert {member: getattr(found, member) for member in wanted} == wanted
    assert [c.provider_id for c in call("list").iterate_all()] == [name]
    call("delete", name)
    with pytest.raises(auth.ConfigurationNotFoundError):
        call("get", name)


def test_links_lead_where_they_are_told_and_work(app, emulator):
    auth.create_user(uid="ann", email="ann@example.com", password="secret1", app=app)
    settings = auth.ActionCodeSettings(
        url="http://localhost:3000/done", handle_code_in_app=True, ios_bundle_id="com.example",
        android_package_name="com.example")

    link = query(auth.generate_email_verification_link("ann@example.com", settings, app=app))
    assert (link["mode"], link["continueUrl"]) == ("verifyEmail", "http://localhost:3000/done")
    emulator.client("accounts:update", {"oobCode": link["oobCode"]})
    assert auth.get_user("ann", app=app).email_verified

    link = query(auth.generate_password_reset_link("ann@example.com", settings, app=app))
    emulator.client("accounts:resetPassword", {"oobCode": link["oobCode"], "newPassword": "secret2"})
    assert "idToken" in emulator.client(
        "accounts:signInWithPassword", {"email": "ann@example.com", "password": "secret2"})

    link = query(auth.generate_sign_in_with_email_link("ann@example.com", settings, app=app))
    answer = emulator.client(
        "accounts:signInWithEmailLink", {"email": "ann@example.com", "oobCode": link["oobCode"]})
    assert answer["localId"] == "ann"

    with pytest.raises(auth.EmailNotFoundError):
        auth.generate_password_reset_link("nobody@example.com", app=app)


def test_a_session_cookie_is_made_verified_and_revoked(app, emulator):
    auth.create_user(uid="ann", email="ann@example.com", password="secret1", app=app)
    token = emulator.client(
        "accounts:signInWithPassword", {"email": "ann@example.com", "password": "secret1"})["idToken"]
    cookie = auth.create_session_cookie(token, datetime.timedelta(hours=1), app=app)
    claims = auth.verify_session_cookie(cookie, check_revoked=True, app=app)
    assert claims["uid"] == "ann"
    assert claims["iss"] == "https://session.firebase.google.com/demo-project"
    auth.update_user("ann", valid_since=claims["iat"] + 1, app=app)
    with pytest.raises(auth.RevokedSessionCookieError):
        auth.verify_session_cookie(cookie, check_revoked=True, app=app)


@pytest.mark.parametrize("flags", [(), ("--profile", "production")])
def test_a_custom_token_signs_in_with_its_claims(start, admin_app, flags):
    emulator = start(*flags)
    app = admin_app(emulator)
    token = auth.create_custom_token("carl", {"level": 3}, app=app).decode()
    answer = emulator.client("accounts:signInWithCustomToken", {"token": token, "returnSecureToken": True})
    claims = auth.verify_id_token(answer["idToken"], app=app)
    assert (claims["uid"], claims["level"]) == ("carl", 3)
    assert claims["firebase"]["sign_in_provider"] == "custom"


def test_imported_users_keep_everything(app):
    record = auth.ImportUserRecord(
        uid="ann", email="ann@example.com", email_verified=True, display_name="Ann",
        phone_number="+15555550100", photo_url="https://example.com/a.png", disabled=True,
        user_metadata=auth.UserMetadata(1_700_000_000_000, 1_700_000_100_000),
        provider_data=[auth.UserProvider("g1", "google.com", "ann@gmail.com", "Ann")],
        custom_claims={"role": "admin"}, password_hash=b"hash", password_salt=b"salt")
    result = auth.import_users([record], hash_alg=auth.UserImportHash.hmac_sha256(key=b"secret"), app=app)
    assert result.failure_count == 0, result.errors
    user = auth.get_user("ann", app=app)
    assert (user.email_verified, user.disabled, user.custom_claims) == (True, True, {"role": "admin"})
    assert user.user_metadata.creation_timestamp == 1_700_000_000_000
    assert {p.provider_id for p in user.provider_data} == {"google.com", "password", "phone"}
    found = auth.get_users([auth.ProviderIdentifier("google.com", "g1")], app=app)
    assert [u.uid for u in found.users] == ["ann"]
