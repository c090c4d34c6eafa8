"""The Python Admin SDK, unmodified, against the emulator."""

import datetime

import pytest
from firebase_admin import auth


@pytest.fixture(params=[(), ("--sign-id-tokens",)], ids=["unsigned", "signed"])
def server(request, start):
    return start(*request.param)


@pytest.fixture
def app(server, admin_app):
    return admin_app(server)


def sign_in(server):
    """Ann's ID token."""
    answer = server.client("accounts:signInWithPassword", {"email": "ann@example.com", "password": "secret1"})
    return answer["idToken"]


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
    assert (changed.display_name, changed.email_verified, changed.disabled) == ("Ann Lee", True, True)

    auth.update_user("ann", display_name=auth.DELETE_ATTRIBUTE, phone_number=auth.DELETE_ATTRIBUTE, app=app)
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


@pytest.fixture
def ann(app):
    return auth.create_user(uid="ann", email="ann@example.com", password="secret1", app=app)


def test_custom_claims_reach_the_id_token(app, server, ann):
    auth.set_custom_user_claims("ann", {"role": "admin", "level": 3}, app=app)
    claims = auth.verify_id_token(sign_in(server), app=app)
    assert (claims["uid"], claims["role"], claims["level"]) == ("ann", "admin", 3)
    auth.set_custom_user_claims("ann", None, app=app)
    assert not auth.get_user("ann", app=app).custom_claims


def test_a_revoked_token_is_refused_when_revocation_is_checked(app, server, ann):
    token = sign_in(server)
    assert auth.verify_id_token(token, check_revoked=True, app=app)["uid"] == "ann"
    # Revocation has a resolution of seconds, so the emulator's clock moves instead of a sleep.
    server.control("POST", "clock:advance", {"seconds": 2})
    # `revoke_refresh_tokens` uses the SDK's own clock, which may lag behind the emulator's.
    auth.revoke_refresh_tokens("ann", app=app)
    now = datetime.datetime.fromisoformat(server.control("GET", "clock")["now"].replace("Z", "+00:00"))
    auth.update_user("ann", valid_since=int(now.timestamp()), app=app)
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(token, check_revoked=True, app=app)
    assert auth.verify_id_token(sign_in(server), check_revoked=True, app=app)["uid"] == "ann"


def test_a_disabled_user_is_refused_when_revocation_is_checked(app, server, ann):
    token = sign_in(server)
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
