"""Second factors: an authenticator app from PyPI, Google's API client, and the Admin SDK's records.

The Python Admin SDK has no API for second factors. It keeps every field of a user that it reads.
"""

import datetime
import json
import pathlib

import googleapiclient.discovery
import googleapiclient.errors
import httplib2
import pyotp
import pytest
from firebase_admin import auth

DOCUMENT = pathlib.Path(__file__).parent.parent / "ContractTests/Discovery/identitytoolkit.v2.json"
PERSON = {"email": "ada@example.com", "password": "secret1"}
NUMBER = "+15555550100"


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


@pytest.fixture(params=["compatible", "production"])
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
def admin(app, admin_app):
    return admin_app(app.emulator)


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
    assert [f["mfaEnrollmentId"] for f in second_factors(auth.get_user("ada", app=admin))] == [enrollment]

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
        "finalize", idToken=token, displayName="mine", phoneVerificationInfo={**session, "code": app.text()})
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
        "finalize", mfaPendingCredential=pending, phoneVerificationInfo={**session, "code": app.text()})
    assert factor_of(signed_in["idToken"], admin) == ("phone", enrollment)

    withdrawn = app.enrollment("withdraw", idToken=signed_in["idToken"], mfaEnrollmentId=enrollment)
    assert auth.verify_id_token(withdrawn["idToken"], clock_skew_seconds=60, app=admin)
    assert refusal(
        lambda **body: app.enrollment("withdraw", **body), idToken=withdrawn["idToken"],
        mfaEnrollmentId=enrollment) == "MFA_ENROLLMENT_NOT_FOUND"
