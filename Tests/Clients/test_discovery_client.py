"""Google's API client for Python, built from the published discovery documents: every method once."""

import json
import pathlib

import google.oauth2.credentials
import googleapiclient.discovery
import httplib2
import pytest
import requests

DOCUMENTS = pathlib.Path(__file__).parent.parent / "ContractTests/Discovery"
PREFIXES = {
    "v1": "identitytoolkit.googleapis.com/",
    "v2": "identitytoolkit.googleapis.com/",
    "v3": "www.googleapis.com/identitytoolkit/v3/relyingparty/",
}
# Methods that the client cannot call: a resource has the same name.
UNSPEAKABLE = {"v1 projects.accounts", "v1 projects.tenants.accounts"}

OIDC = {
    "clientId": "c", "issuer": "https://idp.example.com", "enabled": True, "clientSecret": "s",
    "responseType": {"code": True}}
SAML = {
    "displayName": "Corp", "enabled": True,
    "idpConfig": {
        "idpEntityId": "idp", "ssoUrl": "https://idp.example.com/sso",
        "idpCertificates": [{"x509Certificate": "-----BEGIN CERTIFICATE-----"}]},
    "spConfig": {"spEntityId": "sp", "callbackUri": "https://example.com/__/auth/handler"}}
GOOGLE = {"enabled": True, "clientId": "g", "clientSecret": "s"}
KINDS = {
    "oauthIdpConfigs": ("oidc.corp", "oauthIdpConfigId", OIDC),
    "inboundSamlConfigs": ("saml.corp", "inboundSamlConfigId", SAML),
    "defaultSupportedIdpConfigs": ("google.com", "idpId", GOOGLE),
}


def document(version):
    return json.loads((DOCUMENTS / f"identitytoolkit.{version}.json").read_text())


def methods(resource, names=()):
    for name, method in resource.get("methods", {}).items():
        yield ".".join((*names, name)), method
    for name, inner in resource.get("resources", {}).items():
        yield from methods(inner, (*names, name))


def every_method():
    for version in PREFIXES:
        for name, method in methods(document(version)):
            yield version, name, method


class World:
    """An emulator with data for every method."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.owner = {v: self.service(v, as_owner=True) for v in PREFIXES}
        self.app = {v: self.service(v, as_owner=False) for v in PREFIXES}

    def service(self, version, as_owner):
        caller = (
            {"credentials": google.oauth2.credentials.Credentials("owner")} if as_owner
            else {"http": httplib2.Http(), "developerKey": "fake-key"})
        return googleapiclient.discovery.build_from_document(
            document(version), **caller,
            client_options={"api_endpoint": f"{self.emulator.url}/{PREFIXES[version]}"})

    def prepare(self):
        """Creates the data, and a snapshot to which each method returns."""
        person = {"email": "ada@example.com", "password": "secret1"}
        self.ada = self.emulator.client("accounts:signUp", person)
        self.bob = self.emulator.client("accounts:signUp", {**person, "tenantId": "acme"})
        self.eve = self.emulator.client("accounts:signUp", {**person, "email": "eve@example.com"})
        self.emulator.owner("POST", "v1/projects/demo-project/accounts:update", {
            "localId": self.eve["localId"], "emailVerified": True, "mfa": {"enrollments": [
                {"mfaEnrollmentId": "phone", "phoneInfo": "+15555550111"}]}})
        for scope in ("", "/tenants/acme"):
            for kind, (name, query, body) in KINDS.items():
                self.emulator.owner(
                    "POST", f"v2/projects/demo-project{scope}/{kind}", body, **{query: name})
        self.emulator.control("POST", "snapshots", {"name": "prepared"})

    def restore(self):
        self.emulator.control("POST", "snapshots/prepared:restore")

    def code(self, request_type):
        return self.emulator.owner(
            "POST", "v1/projects/demo-project/accounts:sendOobCode",
            {"requestType": request_type, "email": "ada@example.com", "returnOobLink": True},
        )["oobCode"]

    def text(self):
        session = self.emulator.client(
            "accounts:sendVerificationCode", {"phoneNumber": "+15555550100"})["sessionInfo"]
        return self.answer(session)

    def answer(self, session):
        codes = self.emulator.control("GET", "projects/demo-project/verificationCodes")
        return {"sessionInfo": session, "code": codes["verificationCodes"][-1]["code"]}

    def pending(self):
        """Returns the pending credential of a sign-in with Eve's password."""
        return {"mfaPendingCredential": self.emulator.client(
            "accounts:signInWithPassword", {"email": "eve@example.com", "password": "secret1"},
        )["mfaPendingCredential"]}

    def second_factor(self, name):
        token = {"idToken": self.eve["idToken"]}
        number = {"phoneEnrollmentInfo": {"phoneNumber": "+15555550122"}}

        def begin(call, body):
            return self.emulator.client(f"accounts/{call}:start", body, version="v2")

        def enrollment():
            begun = begin("mfaEnrollment", {**token, **number})["phoneSessionInfo"]
            return {**token, "phoneVerificationInfo": self.answer(begun["sessionInfo"])}

        def sign_in():
            pending = self.pending()
            begun = begin("mfaSignIn", {
                **pending, "mfaEnrollmentId": "phone", "phoneSignInInfo": {}})
            return {**pending, "phoneVerificationInfo": self.answer(
                begun["phoneResponseInfo"]["sessionInfo"])}

        return {
            "mfaEnrollment.start": lambda: {**token, **number},
            "mfaEnrollment.finalize": enrollment,
            "mfaEnrollment.withdraw": lambda: {**token, "mfaEnrollmentId": "phone"},
            "mfaSignIn.start": lambda: {
                **self.pending(), "mfaEnrollmentId": "phone", "phoneSignInInfo": {}},
            "mfaSignIn.finalize": sign_in,
        }[name]()

    def body(self, verb, path, is_admin):
        user = self.bob if "tenants" in path else self.ada
        by_id = {"localId": user["localId"]}
        by_token = {"idToken": user["idToken"]}
        mine = by_id if is_admin else by_token
        kind = next((body for name, (_, _, body) in KINDS.items() if name in path), None)
        bodies = {
            "signUp": lambda: {"email": "new@example.com", "password": "secret1"},
            "signInWithPassword": lambda: {"email": "ada@example.com", "password": "secret1"},
            "signInWithCustomToken": lambda: {"token": '{"uid":"carl"}'},
            "signInWithIdp": lambda: {
                "requestUri": "http://localhost", "returnSecureToken": True,
                "postBody": 'providerId=google.com&id_token={"sub":"g1"}'},
            "createAuthUri": lambda: {
                "identifier": "ada@example.com", "continueUri": "http://localhost"},
            "lookup": lambda: {"localId": [user["localId"]]} if is_admin else by_token,
            "update": lambda: {**mine, "displayName": "A"},
            "delete": lambda: mine,
            "sendOobCode": lambda: {"requestType": "PASSWORD_RESET", "email": "ada@example.com"},
            "resetPassword": lambda: {
                "oobCode": self.code("PASSWORD_RESET"), "newPassword": "secret2"},
            "signInWithEmailLink": lambda: {
                "email": "ada@example.com", "oobCode": self.code("EMAIL_SIGNIN")},
            "sendVerificationCode": lambda: {"phoneNumber": "+15555550100"},
            "signInWithPhoneNumber": self.text,
            "createSessionCookie": lambda: {**by_token, "validDuration": "600"},
            "batchCreate": lambda: {"users": [{"localId": "new"}]},
            "batchDelete": lambda: {"localIds": [user["localId"]]},
            "revokeToken": lambda: {
                **by_token, "providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": "x"},
            "setIamPolicy": lambda: {"policy": {"version": 1}},
            "testIamPermissions": lambda: {"permissions": ["firebaseauth.users.get"]},
            "updateConfig": lambda: {"signIn": {"allowDuplicateEmails": False}},
            "signInWithGameCenter": lambda: {
                "playerId": "G:1", "signature": "AAAA", "salt": "AAAA", "timestamp": "1",
                "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-4.cer"},
            "verifyIosClient": lambda: {"appToken": "00ff"},
            "issueSamlResponse": lambda: {
                **by_token, "rpId": "google.com", "samlAppEntityId": "app"},
            "signOutUser": lambda: by_id,
            "create": lambda: kind or {"displayName": "Acme-Corp"},
            "patch": lambda: {"enabled": True} if kind else {"displayName": "Acme-Corp"},
        }
        return bodies.get(verb, dict)()


V3_VERBS = {
    "signupNewUser": "signUp", "verifyPassword": "signInWithPassword",
    "verifyCustomToken": "signInWithCustomToken", "verifyAssertion": "signInWithIdp",
    "getAccountInfo": "lookup", "setAccountInfo": "update", "deleteAccount": "delete",
    "getOobConfirmationCode": "sendOobCode", "emailLinkSignin": "signInWithEmailLink",
    "verifyPhoneNumber": "signInWithPhoneNumber", "uploadAccount": "batchCreate",
}
V3_ADMIN = {"uploadAccount", "downloadAccount", "setProjectConfig"}


def call(world, version, name, method):
    *resources, verb = name.split(".")
    is_admin = (
        "projects." in name or "defaultSupportedIdps" in name or verb in V3_ADMIN)
    endpoint = (world.owner if is_admin else world.app)[version]
    for resource in resources:
        endpoint = getattr(endpoint, resource)()
    known = V3_VERBS.get(verb, verb) if version == "v3" else verb
    arguments = {}
    for parameter in method.get("parameterOrder", []) if version != "v3" else []:
        arguments[parameter] = parameter_value(parameter, method)
    if method["httpMethod"] in ("POST", "PATCH"):
        arguments["body"] = (
            world.second_factor(name.removeprefix("accounts.")) if ".mfa" in name
            else world.body(known, method.get("flatPath", ""), is_admin))
        if verb in V3_ADMIN:
            arguments["body"]["targetProjectId"] = "demo-project"
    if verb == "create":
        for kind, (name, query, _) in KINDS.items():
            if kind in method["flatPath"]:
                arguments[query] = {"google.com": "github.com"}.get(name, name + ".new")
    return getattr(endpoint, verb)(**arguments).execute()


def parameter_value(parameter, method):
    if parameter == "targetProjectId":
        return "demo-project"
    if parameter == "tenantId":
        return "acme"
    path = method["flatPath"].removeprefix("v2/").partition(":")[0]
    if parameter == "parent":
        path = path.rpartition("/")[0]
    if parameter == "project":
        path = path.removesuffix("/identityPlatform")
    path = path.replace("{projectsId}", "demo-project").replace("{tenantsId}", "acme")
    for kind, (name, _, _) in KINDS.items():
        path = path.replace("{%sId}" % kind, name)
    return path


def is_served(emulator, version, method):
    path = PREFIXES[version] + method.get("flatPath", method["path"])
    for name in ("projectsId", "tenantsId"):
        path = path.replace("{%s}" % name, "x")
    answer = requests.request(method["httpMethod"], f"{emulator.url}/{path}", timeout=60)
    return "is not served here" not in answer.text


def test_every_published_method_answers_the_client(emulator):
    world = World(emulator)
    world.prepare()
    called = set()
    for version, name, method in every_method():
        if f"{version} {name}" in UNSPEAKABLE:
            continue
        assert is_served(emulator, version, method), f"{version} {name}"
        world.restore()
        try:
            answer = call(world, version, name, method)
        except googleapiclient.errors.HttpError as refusal:
            pytest.fail(f"{version} {name}: {refusal.content.decode()}")
        assert isinstance(answer, dict), f"{version} {name}"
        called.add(f"{version} {name}")
    published = {f"{version} {name}" for version, name, _ in every_method()}
    assert called == published - UNSPEAKABLE


def test_a_refusal_is_an_error_that_the_client_understands(emulator):
    owner = World(emulator).owner["v1"]
    with pytest.raises(googleapiclient.errors.HttpError) as refusal:
        owner.projects().accounts().delete(targetProjectId="demo-project", body={}).execute()
    assert refusal.value.resp.status == 400
    assert refusal.value.reason == "MISSING_LOCAL_ID"
