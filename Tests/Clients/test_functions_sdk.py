"""Blocking functions with Google's own SDK: it reads the emulator's events, and the emulator its responses."""

import re
import threading

import firebase_admin
import flask
import pytest
from firebase_admin import auth
from firebase_functions import https_fn, identity_fn
from werkzeug import serving

EVENTS = ("beforeCreate", "beforeSignIn")


class Functions:
    """Two functions behind a web server, like those of the Functions emulator."""

    def __init__(self):
        self.events = []
        self.answers = {}
        app = flask.Flask(__name__)
        for name, decorator in zip(EVENTS, (identity_fn.before_user_created, identity_fn.before_user_signed_in)):
            function = decorator()(lambda event, name=name: self.hear(name, event))
            app.add_url_rule(
                f"/{name}", name, lambda function=function: function(flask.request), methods=["POST"])
        self.server = serving.make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hear(self, name, event):
        self.events.append((name, event))
        return self.answers.get(name, lambda event: None)(event)

    def register(self, emulator, forwards=()):
        root = f"http://127.0.0.1:{self.server.server_port}"
        emulator.owner("PATCH", "v2/projects/demo-project/config", {"blockingFunctions": {
            "triggers": {name: {"functionUri": f"{root}/{name}"} for name in EVENTS},
            "forwardInboundCredentials": dict.fromkeys(forwards, True)}}, updateMask="blockingFunctions")


@pytest.fixture
def functions(monkeypatch):
    # The SDK verifies nothing beside an emulator, the official one included.
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099")
    monkeypatch.setenv("GCLOUD_PROJECT", "demo-project")
    app = firebase_admin.initialize_app(options={"projectId": "demo-project"})
    functions = Functions()
    yield functions
    functions.server.shutdown()
    firebase_admin.delete_app(app)


PERSON = {"email": "ada@example.com", "password": "secret1"}


@pytest.mark.parametrize("flags", [(), ("--sign-id-tokens",)])
def test_what_functions_answer_is_what_becomes_of_the_account(start, functions, admin_app, flags):
    emulator = start(*flags)
    app = admin_app(emulator)
    functions.answers = {
        "beforeCreate": lambda event: identity_fn.BeforeCreateResponse(
            display_name="Ada L", photo_url="http://p/1.png", email_verified=True,
            custom_claims={"role": "user"}),
        "beforeSignIn": lambda event: identity_fn.BeforeSignInResponse(session_claims={
            # The function reads and writes while the sign-in waits.
            "from": event.ip_address, "seen": auth.get_user("bob", app=app).uid,
            "made": auth.create_user(app=app).uid})}
    auth.create_user(uid="bob", app=app)
    functions.register(emulator)
    account = emulator.client("accounts:signUp", PERSON)
    (_, created), (_, signed_in) = functions.events
    assert [name for name, _ in functions.events] == list(EVENTS)
    assert created.event_type == "providers/cloud.auth/eventTypes/user.beforeCreate"
    assert created.additional_user_info.provider_id == "password"
    assert created.additional_user_info.is_new_user
    assert (created.locale, created.ip_address) == ("en", "127.0.0.1")
    assert created.user_agent.startswith("python-requests/")
    assert created.data.uid == signed_in.data.uid == account["localId"]
    assert created.data.display_name is None
    assert signed_in.data.display_name == "Ada L"
    assert signed_in.data.custom_claims == {"role": "user"}
    user = emulator.client("accounts:lookup", {"idToken": account["idToken"]})["users"][0]
    assert (user["displayName"], user["photoUrl"]) == ("Ada L", "http://p/1.png")
    assert user["emailVerified"]
    claims = auth.verify_id_token(account["idToken"], app=app)
    assert (claims["role"], claims["from"], claims["seen"]) == ("user", "127.0.0.1", "bob")
    assert auth.get_user(claims["made"], app=app)


def refuse(event):
    raise https_fn.HttpsError(https_fn.FunctionsErrorCode.PERMISSION_DENIED, "Not here.")


@pytest.mark.parametrize(("name", "answer", "message"), [
    ("beforeCreate", refuse, r'BLOCKING_FUNCTION_ERROR_RESPONSE : .*"message":"Not here\."'),
    ("beforeCreate", lambda _: identity_fn.BeforeCreateResponse(recaptcha_action_override="BLOCK"),
     "CAPTCHA_CHECK_FAILED$"),
    ("beforeSignIn", lambda _: identity_fn.BeforeSignInResponse(disabled=True), "USER_DISABLED$")])
def test_a_refusal_of_a_function_reaches_the_app(emulator, functions, name, answer, message):
    functions.answers[name] = answer
    functions.register(emulator)
    assert re.match(message, emulator.client("accounts:signUp", PERSON)["error"]["message"])
    functions.answers = {}
    again = emulator.client("accounts:signInWithPassword", PERSON)["error"]["message"]
    assert again == ("USER_DISABLED" if name == "beforeSignIn" else "EMAIL_NOT_FOUND")


def test_the_credential_of_a_provider_is_told_where_the_project_says_so(emulator, functions):
    functions.register(emulator, ["idToken", "accessToken", "refreshToken"])
    minted = emulator.mint("google.com", account={"email": "ada@gmail.com"}, clientId="app")
    account = emulator.client("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "returnSecureToken": True,
        "postBody": f"providerId=google.com&id_token={minted['idToken']}"
                    f"&access_token={minted['accessToken']}"})
    assert "idToken" in account, account
    for _, event in functions.events:
        assert event.additional_user_info.provider_id == "google.com"
        assert event.additional_user_info.profile["email"] == "ada@gmail.com"
        assert event.credential.provider_id == "google.com"
        assert event.credential.id_token == minted["idToken"]
        assert event.credential.access_token == minted["accessToken"]


def test_second_factors_are_told(emulator, functions):
    emulator.owner("POST", "v1/projects/demo-project/accounts", {
        **PERSON, "emailVerified": True,
        "mfaInfo": [{"phoneInfo": "+15555550100", "displayName": "My phone"}]})
    functions.register(emulator)
    challenge = emulator.client("accounts:signInWithPassword", PERSON)
    assert not functions.events
    pending = {"mfaPendingCredential": challenge["mfaPendingCredential"]}
    enrollment = challenge["mfaInfo"][0]["mfaEnrollmentId"]
    session = emulator.client("accounts/mfaSignIn:start", {
        **pending, "mfaEnrollmentId": enrollment, "phoneSignInInfo": {}}, version="v2")
    codes = emulator.control("GET", "projects/demo-project/verificationCodes")
    done = emulator.client("accounts/mfaSignIn:finalize", {
        **pending, "phoneVerificationInfo": {
            "sessionInfo": session["phoneResponseInfo"]["sessionInfo"],
            "code": codes["verificationCodes"][-1]["code"]}}, version="v2")
    assert "idToken" in done, done
    [(name, event)] = functions.events
    assert name == "beforeSignIn"
    [factor] = event.data.multi_factor.enrolled_factors
    assert (factor.uid, factor.factor_id) == (enrollment, "phone")
    assert (factor.phone_number, factor.display_name) == ("+15555550100", "My phone")
