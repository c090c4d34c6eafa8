"""Second factors: an authenticator app from PyPI, Google's API client, and the Admin SDK's records.

The Python Admin SDK has no API for second factors. It keeps every field of a user that it reads, and
sends every field of a user that it imports, so the records below have them as plain fields.
"""

import base64
import datetime
import json
import pathlib
import uuid

import firebase_admin
import googleapiclient.discovery
import googleapiclient.errors
import httplib2
import pyotp
import pytest
from firebase_admin import auth

DOCUMENT = pathlib.Path(__file__).parent.parent / "ContractTests/Discovery/identitytoolkit.v2.json"
PERSON = {"email": "ada@example.com", "password": "secret1"}
NUMBER = "+15555550100"
PROFILES = ["compatible", "production"]

# RFC 6238, appendix B: the last six of the eight digits with SHA-1 for this secret.
RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
RFC_CODES = {
    59: "287082", 1_111_111_109: "081804", 1_111_111_111: "050471", 1_234_567_890: "005924",
    2_000_000_000: "279037", 20_000_000_000: "353130"}


class App:
    """An app that uses Google's API client, built from the discovery document."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.accounts = googleapiclient.discovery.build_from_document(
            json.loads(DOCUMENT.read_text()), http=httplib2.Http(), developerKey="fake-key",
            client_options={"api_endpoint": f"{emulator.url}/identitytoolkit.googleapis.com/"},
        ).accounts()

    def enrollment(self, step, **body):
        return getattr(self.accounts.mfaEnrollment(), step)(body=body).execute()

    def sign_in(self, step, **body):
        return getattr(self.accounts.mfaSignIn(), step)(body=body).execute()

    def first_factor(self):
        answer = self.emulator.client("accounts:signInWithPassword", PERSON)
        assert "idToken" not in answer, answer
        return answer["mfaPendingCredential"], answer["mfaInfo"]

    def text(self):
        codes = self.emulator.control("GET", "projects/demo-project/verificationCodes")
        return codes["verificationCodes"][-1]["code"]

    def now(self):
        """Returns the emulator's time in seconds."""
        now = self.emulator.control("GET", "clock")["now"]
        return int(datetime.datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp())

    def later(self, seconds=30):
        self.emulator.control("POST", "clock:advance", {"seconds": seconds})


@pytest.fixture(params=PROFILES)
def app(request, start):
    emulator = start("--profile", request.param)
    emulator.owner(
        "PATCH", "v2/projects/demo-project/config", {
            "mfa": {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": [
                {"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 1}}]}},
        updateMask="mfa")
    app = App(emulator)
    app.profile = request.param
    return app


@pytest.fixture
def admin(app, monkeypatch):
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", app.emulator.host)
    admin = firebase_admin.initialize_app(
        options={"projectId": "demo-project"}, name=uuid.uuid4().hex)
    yield admin
    firebase_admin.delete_app(admin)


@pytest.fixture
def token(admin, app):
    """Returns the ID token of a user who may enroll a second factor."""
    auth.create_user(uid="ada", **PERSON, email_verified=True, app=admin)
    return app.emulator.client("accounts:signInWithPassword", PERSON)["idToken"]


def factor_of(token, admin):
    firebase = auth.verify_id_token(token, clock_skew_seconds=60, app=admin)["firebase"]
    return firebase.get("sign_in_second_factor"), firebase.get("second_factor_identifier")


def second_factors(user):
    """Returns the record's second factors, which the SDK keeps without a property."""
    return user._data.get("mfaInfo", [])


def refusal(call, **body):
    with pytest.raises(googleapiclient.errors.HttpError) as error:
        call(**body)
    return json.loads(error.value.content)["error"]["message"].split(" : ")[0]


def test_an_authenticator_app_is_enrolled_signs_in_and_is_withdrawn(app, admin, token):
    session = app.enrollment("start", idToken=token, totpEnrollmentInfo={})["totpSessionInfo"]
    assert (session["verificationCodeLength"], session["hashingAlgorithm"], session["periodSec"]
            ) == (6, "SHA1", 30)
    # The QR code that the app scans has these values.
    phone = pyotp.parse_uri(pyotp.TOTP(session["sharedSecretKey"]).provisioning_uri(
        name="ada@example.com", issuer_name="Example"))
    enrolled = app.enrollment(
        "finalize", idToken=token, displayName="phone", totpVerificationInfo={
            "sessionInfo": session["sessionInfo"], "verificationCode": phone.at(app.now())})
    kind, enrollment = factor_of(enrolled["idToken"], admin)
    assert kind == "totp"
    assert [f["mfaEnrollmentId"] for f in second_factors(auth.get_user("ada", app=admin))] == [
        enrollment]

    pending, offered = app.first_factor()
    assert offered[0]["totpInfo"] == {} and "phoneInfo" not in offered[0]

    def show(code):
        return app.sign_in(
            "finalize", mfaPendingCredential=pending, mfaEnrollmentId=enrollment,
            totpVerificationInfo={"verificationCode": code})

    assert refusal(show, code=phone.at(app.now() + 90)) == "INVALID_CODE"
    app.later()
    # The phone's clock may be off by one interval, as configured.
    signed_in = show(phone.at(app.now() + 30))
    assert factor_of(signed_in["idToken"], admin) == ("totp", enrollment)

    app.enrollment("withdraw", idToken=signed_in["idToken"], mfaEnrollmentId=enrollment)
    assert not second_factors(auth.get_user("ada", app=admin))
    assert "idToken" in app.emulator.client("accounts:signInWithPassword", PERSON)


def test_a_telephone_is_enrolled_signs_in_and_is_withdrawn(app, admin, token):
    session = app.enrollment(
        "start", idToken=token, phoneEnrollmentInfo={"phoneNumber": NUMBER})["phoneSessionInfo"]
    enrolled = app.enrollment(
        "finalize", idToken=token, displayName="mine",
        phoneVerificationInfo={**session, "code": app.text()})
    if app.profile == "compatible":
        assert enrolled["phoneAuthInfo"]["phoneNumber"] == NUMBER
    kind, enrollment = factor_of(enrolled["idToken"], admin)
    assert kind == "phone"

    pending, offered = app.first_factor()
    assert offered[0]["phoneInfo"].endswith("0100") and offered[0]["phoneInfo"] != NUMBER
    session = app.sign_in(
        "start", mfaPendingCredential=pending, mfaEnrollmentId=enrollment, phoneSignInInfo={},
    )["phoneResponseInfo"]
    signed_in = app.sign_in(
        "finalize", mfaPendingCredential=pending,
        phoneVerificationInfo={**session, "code": app.text()})
    assert factor_of(signed_in["idToken"], admin) == ("phone", enrollment)

    withdrawn = app.enrollment(
        "withdraw", idToken=signed_in["idToken"], mfaEnrollmentId=enrollment)
    assert auth.verify_id_token(withdrawn["idToken"], clock_skew_seconds=60, app=admin)
    assert refusal(
        lambda **body: app.enrollment("withdraw", **body), idToken=withdrawn["idToken"],
        mfaEnrollmentId=enrollment) == "MFA_ENROLLMENT_NOT_FOUND"


class ImportedUser(auth.ImportUserRecord):
    """A user to import, with second factors."""

    def __init__(self, *arguments, mfa, **fields):
        super().__init__(*arguments, **fields)
        self.mfa = mfa

    def to_dict(self):
        return {**super().to_dict(), "mfaInfo": self.mfa}


def import_ada(admin, *factors):
    record = ImportedUser(
        "ada", email="ada@example.com", email_verified=True, password_hash=b"secret1",
        mfa=list(factors))
    # The hash is invalid; an administrator's call sets the password after the import.
    result = auth.import_users(
        [record], hash_alg=auth.UserImportHash.hmac_sha256(key=b"key"), app=admin)
    assert result.failure_count == 0, result.errors
    auth.update_user("ada", password=PERSON["password"], app=admin)


def test_second_factors_are_imported_and_listed(app, admin):
    import_ada(
        admin, {"mfaEnrollmentId": "a", "phoneInfo": NUMBER, "displayName": "mine",
                "enrolledAt": "2026-01-02T03:04:05.678Z"},
        {"mfaEnrollmentId": "b", "totpInfo": {}, "emulatorTotpSecret": RFC_SECRET})
    for user in (auth.get_user("ada", app=admin), *auth.list_users(app=admin).iterate_all()):
        first, second = second_factors(user)
        unobfuscated = (
            {"unobfuscatedPhoneInfo": NUMBER} if app.profile == "compatible" else {})
        assert first == {
            "mfaEnrollmentId": "a", "phoneInfo": NUMBER, "displayName": "mine",
            "enrolledAt": "2026-01-02T03:04:05.678Z", **unobfuscated}
        assert second["mfaEnrollmentId"] == "b" and "totpInfo" in second
    # An update of another field leaves them.
    auth.update_user("ada", display_name="Ada", app=admin)
    assert len(second_factors(auth.get_user("ada", app=admin))) == 2
    assert [f["mfaEnrollmentId"] for f in app.first_factor()[1]] == ["a", "b"]


def test_an_import_refuses_the_second_factors_of_an_address_that_is_not_verified(admin):
    result = auth.import_users(
        [ImportedUser("ada", email="ada@example.com", mfa=[{"phoneInfo": NUMBER}]),
         auth.ImportUserRecord("bob")], app=admin)
    assert (result.success_count, result.failure_count) == (1, 1)
    assert result.errors[0].index == 0


@pytest.mark.parametrize("moment", RFC_CODES)
def test_codes_are_those_of_the_standard(start, monkeypatch, moment):
    app = App(start())
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", app.emulator.host)
    admin = firebase_admin.initialize_app(
        options={"projectId": "demo-project"}, name=uuid.uuid4().hex)
    import_ada(
        admin, {"mfaEnrollmentId": "b", "totpInfo": {}, "emulatorTotpSecret": RFC_SECRET})
    firebase_admin.delete_app(admin)
    assert pyotp.TOTP(RFC_SECRET).at(moment) == RFC_CODES[moment]
    now = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
    app.emulator.control("POST", "clock:set", {"now": now.isoformat(), "frozen": True})
    shown = app.emulator.control("GET", "projects/demo-project/totpCodes")["totpCodes"]
    assert [item["code"] for item in shown] == [RFC_CODES[moment]]
    pending, _ = app.first_factor()
    answer = app.sign_in(
        "finalize", mfaPendingCredential=pending, mfaEnrollmentId="b",
        totpVerificationInfo={"verificationCode": RFC_CODES[moment]})
    assert "idToken" in answer
