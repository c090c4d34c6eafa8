"""Sixty-four clients that want the same thing at once: one gets it, the others get the documented error."""

import collections
import concurrent.futures
import json
import threading
import urllib.parse

import pytest
import requests

from conftest import running

CLIENTS = 64
BACKEND = "identitytoolkit.googleapis.com"


@pytest.fixture(scope="module")
def emulator(tmp_path_factory, keyed_file):
    """One emulator for all races; each has its own project."""
    with running(tmp_path_factory.mktemp("races"), keyed_file, "--quiet") as emulator:
        yield emulator


@pytest.fixture
def project(emulator):
    return emulator.new_project("race")


def race(emulator, calls):
    """Sends each call, a method, path and body, from a client of its own at the same moment.

    Returns the documents of the successes and the number of each error message.
    """
    barrier = threading.Barrier(len(calls))

    def client(method, path, body):
        with requests.Session() as session:
            # A connection that exists, so that the requests overlap.
            session.get(f"{emulator.url}/emulator/v1/health", timeout=60)
            barrier.wait(60)
            kind = "data" if path.startswith("issuers/") else "json"
            return session.request(
                method, f"{emulator.url}/{path}", **{kind: body}, timeout=60,
                headers={} if "?key=" in path or kind == "data" else {"Authorization": "Bearer owner"})

    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        answers = list(pool.map(lambda call: client(*call), calls))
    winners = [answer.json() for answer in answers if answer.ok]
    errors = [answer.json()["error"] for answer in answers if not answer.ok]
    return winners, collections.Counter(
        error if isinstance(error, str) else error["message"].split(" : ")[0] for error in errors)


def client_call(project, operation, version="v1", **body):
    return (
        "POST", f"{BACKEND}/{version}/accounts:{operation}?key=emulator-{project}",
        {"returnSecureToken": True, **body})


def admin_call(project, operation, **body):
    return "POST", f"{BACKEND}/v1/projects/{project}/accounts{operation}", body


def one(emulator, call):
    winners, errors = race(emulator, [call])
    assert winners, errors
    return winners[0]


def one_wins(emulator, calls, error):
    """Lets calls race of which one succeeds, and all others have the error."""
    winners, errors = race(emulator, calls)
    assert len(winners) == 1 and errors == {error: len(calls) - 1}, (len(winners), errors)


def google(sub):
    token = json.dumps({"sub": sub, "email": f"{sub}@example.com", "email_verified": True})
    return {
        "requestUri": "http://localhost",
        "postBody": urllib.parse.urlencode({"providerId": "google.com", "id_token": token})}


# A call of which one succeeds, with the error of the others.
CALLS = {
    "an address": (
        lambda project: client_call(project, "signUp", email="one@example.com", password="secret1"),
        "EMAIL_EXISTS"),
    "a number": (
        lambda project: admin_call(project, "", phoneNumber="+15550001234"), "PHONE_NUMBER_EXISTS"),
    "a uid": (lambda project: admin_call(project, "", localId="same"), "DUPLICATE_LOCAL_ID"),
    "a provider": (
        lambda project: (
            "POST", f"{BACKEND}/v2/projects/{project}/oauthIdpConfigs?oauthIdpConfigId=oidc.one",
            {"clientId": "c", "issuer": "https://issuer.invalid", "enabled": True}),
        "CONFIGURATION_EXISTS")}


@pytest.mark.parametrize("name", CALLS)
def test_a_value_is_taken_once(emulator, project, name):
    call, error = CALLS[name]
    one_wins(emulator, [call(project)] * CLIENTS, error)


def test_an_identity_that_signs_in_for_the_first_time(emulator, project):
    winners, errors = race(emulator, [client_call(project, "signInWithIdp", **google("first"))] * CLIENTS)
    assert not errors
    assert sum(answer.get("isNewUser", False) for answer in winners) == 1
    assert len({answer["localId"] for answer in winners}) == 1


def test_an_identity_that_is_linked(emulator, project):
    users = [one(emulator, client_call(project, "signUp")) for _ in range(CLIENTS)]
    one_wins(emulator, [
        client_call(project, "signInWithIdp", idToken=user["idToken"], **google("linked"))
        for user in users], "FEDERATED_USER_ID_ALREADY_LINKED")


def test_a_code_of_an_email(emulator, project):
    one(emulator, client_call(project, "signUp", email="code@example.com", password="secret1"))
    one(emulator, client_call(project, "sendOobCode", requestType="PASSWORD_RESET", email="code@example.com"))
    code = emulator.owner("GET", f"emulator/v1/projects/{project}/oobCodes")["oobCodes"][0]["oobCode"]
    one_wins(emulator, [
        client_call(project, "resetPassword", oobCode=code, newPassword=f"secret{number}")
        for number in range(10, 10 + CLIENTS)], "INVALID_OOB_CODE")


def test_a_code_of_a_text_message(emulator, project):
    sent = one(emulator, client_call(
        project, "sendVerificationCode", phoneNumber="+15550004321", recaptchaToken="t"))
    call = client_call(
        project, "signInWithPhoneNumber", sessionInfo=sent["sessionInfo"], code=text_code(emulator, project))
    one_wins(emulator, [call] * CLIENTS, "INVALID_SESSION_INFO")


def test_a_refresh_token(emulator, project):
    user = one(emulator, client_call(project, "signUp", email="r@example.com", password="secret1"))
    refresh = ("POST", f"securetoken.googleapis.com/v1/token?key=emulator-{project}", {
        "grantType": "refresh_token", "refreshToken": user["refreshToken"]})
    change = client_call(project, "update", idToken=user["idToken"], password="secret2")
    winners, errors = race(emulator, [refresh] * (CLIENTS - 1) + [change])
    # Each refresh was before the change or after it.
    assert "id_token" not in winners[-1]
    assert set(errors) <= {"TOKEN_EXPIRED"} and len(winners) >= 1
    winners, errors = race(emulator, [refresh] * CLIENTS)
    assert not winners and errors == {"TOKEN_EXPIRED": CLIENTS}


def test_a_pending_token(emulator, project):
    user = one(emulator, client_call(project, "signUp", email="pending@example.com", password="secret1"))
    token = json.dumps({"sub": "pending", "email": "pending@example.com"})
    pending = one(emulator, client_call(
        project, "signInWithIdp", requestUri="http://localhost", postBody=urllib.parse.urlencode(
            {"providerId": "facebook.com", "id_token": token})))["pendingToken"]
    call = client_call(
        project, "signInWithIdp", requestUri="http://localhost", idToken=user["idToken"],
        pendingToken=pending)
    one_wins(emulator, [call] * CLIENTS, "INVALID_PENDING_TOKEN")


def text_code(emulator, project):
    """The code of the last text message."""
    return emulator.control("GET", f"projects/{project}/verificationCodes")["verificationCodes"][0]["code"]


def allow_second_factors(emulator, project):
    emulator.owner("PATCH", f"v2/projects/{project}/config", {
        "mfa": {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"]}}, updateMask="mfa")


def test_a_second_factor(emulator, project):
    allow_second_factors(emulator, project)
    one(emulator, admin_call(
        project, "", email="mfa@example.com", password="secret1", emailVerified=True,
        mfaInfo=[{"phoneInfo": "+15550009999", "displayName": "phone"}]))
    first = one(emulator, client_call(
        project, "signInWithPassword", email="mfa@example.com", password="secret1"))
    path = f"{BACKEND}/v2/accounts/mfaSignIn"
    sent = one(emulator, ("POST", f"{path}:start?key=emulator-{project}", {
        "mfaPendingCredential": first["mfaPendingCredential"], "phoneSignInInfo": {},
        "mfaEnrollmentId": first["mfaInfo"][0]["mfaEnrollmentId"]}))
    call = ("POST", f"{path}:finalize?key=emulator-{project}", {
        "mfaPendingCredential": first["mfaPendingCredential"], "phoneVerificationInfo": {
            "sessionInfo": sent["phoneResponseInfo"]["sessionInfo"], "code": text_code(emulator, project)}})
    one_wins(emulator, [call] * CLIENTS, "INVALID_SESSION_INFO")


def test_a_user_that_is_deleted(emulator, project):
    one(emulator, admin_call(project, "", localId="gone"))
    one_wins(emulator, [admin_call(project, ":delete", localId="gone")] * CLIENTS, "USER_NOT_FOUND")


def test_a_name_of_a_snapshot(emulator, project):
    one(emulator, admin_call(project, "", localId="kept"))
    winners, errors = race(emulator, [
        ("POST", "emulator/v1/snapshots", {"name": project, "project": project})] * CLIENTS)
    assert len(winners) == CLIENTS and not errors
    winners, errors = race(emulator, [("DELETE", f"emulator/v1/snapshots/{project}", None)] * CLIENTS)
    assert len(winners) == 1 and list(errors.values()) == [CLIENTS - 1]
    assert list(errors)[0].startswith("There is no snapshot"), errors


def test_a_tenant(emulator, project):
    # Else a deletion creates the tenant that it names, and removes it again.
    emulator.control("PATCH", f"projects/{project}/settings", {"autoCreateTenants": "off"})
    path = f"{BACKEND}/v2/projects/{project}/tenants"
    tenant = one(emulator, ("POST", path, {"displayName": "tenant"}))["tenantId"]
    one_wins(emulator, [("DELETE", f"{path}/{tenant}", None)] * CLIENTS, "TENANT_NOT_FOUND")


def test_a_tenant_that_requests_create(emulator, project):
    winners, errors = race(emulator, [
        ("POST", f"{BACKEND}/v1/projects/{project}/tenants/made/accounts", {"localId": f"u{number}"})
        for number in range(CLIENTS)])
    assert not errors
    listed = emulator.owner("GET", f"v2/projects/{project}/tenants")["tenants"]
    assert [tenant["tenantId"] for tenant in listed] == ["made"]
    users = emulator.owner(
        "POST", f"v1/projects/{project}/tenants/made/accounts:query", {"returnUserInfo": False})
    assert users["recordsCount"] == str(CLIENTS)


def test_an_address_that_users_change_to(emulator, project):
    for number in range(CLIENTS):
        one(emulator, admin_call(project, "", localId=f"u{number}"))
    one_wins(emulator, [
        admin_call(project, ":update", localId=f"u{number}", email="wanted@example.com")
        for number in range(CLIENTS)], "EMAIL_EXISTS")


def test_a_link_in_an_email(emulator, project):
    sent = one(emulator, admin_call(
        project, ":sendOobCode", requestType="EMAIL_SIGNIN", email="link@example.com", returnOobLink=True))
    call = client_call(project, "signInWithEmailLink", email="link@example.com", oobCode=sent["oobCode"])
    one_wins(emulator, [call] * CLIENTS, "INVALID_OOB_CODE")


def test_the_enrolment_of_a_second_factor(emulator, project):
    allow_second_factors(emulator, project)
    one(emulator, admin_call(project, "", email="enrol@example.com", password="secret1", emailVerified=True))
    user = one(emulator, client_call(
        project, "signInWithPassword", email="enrol@example.com", password="secret1"))
    path = f"{BACKEND}/v2/accounts/mfaEnrollment"
    sent = one(emulator, ("POST", f"{path}:start?key=emulator-{project}", {
        "idToken": user["idToken"], "phoneEnrollmentInfo": {
            "phoneNumber": "+15550008888", "recaptchaToken": "t"}}))["phoneSessionInfo"]["sessionInfo"]
    winners, errors = race(emulator, [
        ("POST", f"{path}:finalize?key=emulator-{project}", {
            "idToken": user["idToken"], "displayName": "phone", "phoneVerificationInfo": {
                "sessionInfo": sent, "code": text_code(emulator, project)}})] * CLIENTS)
    assert len(winners) == 1 and sum(errors.values()) == CLIENTS - 1
    # The enrolment ends the session of the others.
    assert set(errors) <= {"INVALID_SESSION_INFO", "TOKEN_EXPIRED"}
    looked = emulator.owner(
        "POST", f"v1/projects/{project}/accounts:lookup", {"email": ["enrol@example.com"]})
    assert len(looked["users"][0]["mfaInfo"]) == 1


def test_an_authorization_code_of_an_issuer(emulator, project):
    minted = emulator.mint("google.com", account={"email": "code@example.com"})
    call = ("POST", "issuers/google.com/token", {
        "grant_type": "authorization_code", "code": minted["authorizationCode"],
        "client_id": "auth-emulator-client", "client_secret": "s"})
    one_wins(emulator, [call] * CLIENTS, "invalid_grant")


def test_a_restore_and_a_deletion_of_a_snapshot(emulator, project):
    one(emulator, admin_call(project, "", localId="kept"))
    one(emulator, ("POST", "emulator/v1/snapshots", {"name": project, "project": project}))
    winners, errors = race(emulator, [
        ("POST", f"emulator/v1/snapshots/{project}:restore", {}) if number % 2 else
        ("DELETE", f"emulator/v1/snapshots/{project}", None) for number in range(CLIENTS)])
    # Each restore was before the deletion or after it.
    assert all(error.startswith("There is no snapshot") for error in errors), errors
    assert sum(errors.values()) >= CLIENTS // 2 - 1
    users = emulator.owner("POST", f"v1/projects/{project}/accounts:query", {"returnUserInfo": True})
    assert [user["localId"] for user in users["userInfo"]] == ["kept"]
