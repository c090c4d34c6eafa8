"""The Python Admin SDK, unmodified, against the emulator."""

import uuid

import firebase_admin
import pytest
from firebase_admin import auth


@pytest.fixture(params=[(), ("--sign-id-tokens",)], ids=["unsigned", "signed"])
def server(request, start, monkeypatch):
    emulator = start(*request.param)
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", emulator.host)
    return emulator


@pytest.fixture
def app(server):
    app = firebase_admin.initialize_app(
        options={"projectId": "demo-project"}, name=uuid.uuid4().hex)
    yield app
    firebase_admin.delete_app(app)


def sign_in(server, email, password):
    answer = server.client(
        "accounts:signInWithPassword", {"email": email, "password": password})
    assert "idToken" in answer, answer
    return answer


def test_a_user_is_created_read_updated_and_deleted(app):
    user = auth.create_user(
        uid="ann", email="Ann@Example.com", password="secret1", display_name="Ann",
        phone_number="+15555550100", photo_url="https://example.com/ann.png", app=app)
    assert user.uid == "ann"
    assert auth.get_user("ann", app=app).email == "ann@example.com"
    assert auth.get_user_by_email("ann@example.com", app=app).uid == "ann"
    assert auth.get_user_by_phone_number("+15555550100", app=app).uid == "ann"

    auth.update_user("ann", display_name="Ann Lee", email_verified=True, disabled=True, app=app)
    changed = auth.get_user("ann", app=app)
    assert (changed.display_name, changed.email_verified, changed.disabled) == (
        "Ann Lee", True, True)

    auth.update_user(
        "ann", display_name=auth.DELETE_ATTRIBUTE, phone_number=auth.DELETE_ATTRIBUTE, app=app)
    cleared = auth.get_user("ann", app=app)
    assert cleared.display_name is None and cleared.phone_number is None

    auth.delete_user("ann", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("ann", app=app)


def test_refusals_are_the_exceptions_that_production_causes(app):
    auth.create_user(uid="ann", email="ann@example.com", phone_number="+15555550100", app=app)
    with pytest.raises(auth.UidAlreadyExistsError):
        auth.create_user(uid="ann", app=app)
    with pytest.raises(auth.EmailAlreadyExistsError):
        auth.create_user(email="ann@example.com", app=app)
    with pytest.raises(auth.PhoneNumberAlreadyExistsError):
        auth.create_user(phone_number="+15555550100", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.update_user("nobody", display_name="x", app=app)


def test_custom_claims_reach_the_id_token(app, server):
    auth.create_user(uid="ann", email="ann@example.com", password="secret1", app=app)
    auth.set_custom_user_claims("ann", {"role": "admin", "level": 3}, app=app)
    token = sign_in(server, "ann@example.com", "secret1")["idToken"]
    claims = auth.verify_id_token(token, app=app)
    assert (claims["uid"], claims["role"], claims["level"]) == ("ann", "admin", 3)
    auth.set_custom_user_claims("ann", None, app=app)
    assert not auth.get_user("ann", app=app).custom_claims


def test_a_revoked_token_is_refused_when_revocation_is_checked(app, server):
    auth.create_user(uid="ann", email="ann@example.com", password="secret1", app=app)
    token = sign_in(server, "ann@example.com", "secret1")["idToken"]
    assert auth.verify_id_token(token, check_revoked=True, app=app)["uid"] == "ann"
    # Revocation has a resolution of seconds, so the emulator's clock moves instead of a sleep.
    server.control("POST", "clock:advance", {"seconds": 2})
    auth.update_user("ann", valid_since=None, app=app)
    revoke_now(app, server)
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(token, check_revoked=True, app=app)
    fresh = sign_in(server, "ann@example.com", "secret1")["idToken"]
    assert auth.verify_id_token(fresh, check_revoked=True, app=app)["uid"] == "ann"


def revoke_now(app, server):
    """`revoke_refresh_tokens` uses the SDK's own clock, which may lag behind the emulator's."""
    auth.revoke_refresh_tokens("ann", app=app)
    now = server.control("GET", "clock")["now"]
    import datetime
    seconds = int(datetime.datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp())
    auth.update_user("ann", valid_since=seconds, app=app)


def test_a_disabled_user_is_refused_when_revocation_is_checked(app, server):
    auth.create_user(uid="ann", email="ann@example.com", password="secret1", app=app)
    token = sign_in(server, "ann@example.com", "secret1")["idToken"]
    auth.update_user("ann", disabled=True, app=app)
    with pytest.raises(auth.UserDisabledError):
        auth.verify_id_token(token, check_revoked=True, app=app)


def test_2500_imported_users_come_back_page_by_page(app):
    users = [
        auth.ImportUserRecord(
            uid=f"user{n:05}", email=f"user{n}@example.com",
            provider_data=[auth.UserProvider(uid=f"g{n}", provider_id="google.com")])
        for n in range(2500)]
    for start in range(0, len(users), 1000):
        result = auth.import_users(users[start:start + 1000], app=app)
        assert result.failure_count == 0, result.errors[:3]
    page = auth.list_users(max_results=1000, app=app)
    sizes = []
    while page:
        sizes.append(len(page.users))
        page = page.get_next_page()
    assert sizes == [1000, 1000, 500]
    assert [u.uid for u in auth.list_users(app=app).iterate_all()] == [u.uid for u in users]


def test_imported_hashes_let_people_sign_in(app, server):
    result = auth.import_users(
        [auth.ImportUserRecord(
            uid="bob", email="bob@example.com",
            password_hash=b"$2b$04$n4mbn3sCAbpSGSXE8hVcd.fPXgZbyI0yIZyaMb8s7WhHWgR4Ac0sS")],
        hash_alg=auth.UserImportHash.bcrypt(), app=app)
    assert result.failure_count == 0, result.errors
    wrong = server.client(
        "accounts:signInWithPassword", {"email": "bob@example.com", "password": "not it"})
    assert wrong["error"]["message"] == "INVALID_PASSWORD"


def test_many_users_are_read_and_deleted_at_once(app):
    for n in range(3):
        auth.create_user(uid=f"u{n}", email=f"u{n}@example.com", app=app)
    found = auth.get_users(
        [auth.UidIdentifier("u0"), auth.EmailIdentifier("u1@example.com"),
         auth.UidIdentifier("nobody")], app=app)
    assert {user.uid for user in found.users} == {"u0", "u1"}
    assert len(found.not_found) == 1
    result = auth.delete_users(["u0", "u1", "u2", "nobody"], app=app)
    assert (result.success_count, result.failure_count) == (4, 0)
