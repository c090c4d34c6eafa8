"""SAML with real signatures, made and checked by xmlsec and python3-saml."""

import base64
import copy
import re
import time
import urllib.parse
import zlib

import pytest
import requests
import xmlsec
from cryptography.hazmat.primitives.asymmetric import rsa
from lxml import etree
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser

import saml_responses as saml
from browser import shared_emulator  # noqa: F401
from recordings import decoded

KEY, OTHER_KEY = (rsa.generate_private_key(65537, 2048) for _ in range(2))
HANDLER = "https://demo-saml.firebaseapp.com/__/auth/handler"
IDP, SP = "https://idp.example.com/metadata", "https://demo-saml.firebaseapp.com"
ANN = "ann@corp.example"
SIGNATURE = "INVALID_IDP_RESPONSE : Unable to verify the signature of the SAMLResponse."
UNREADABLE = "INVALID_IDP_RESPONSE : Unable to parse the SAMLResponse."


class Project:
    """A project with saml.corp, whose identity provider is this test."""

    def __init__(self, emulator, profile):
        self.emulator, self.name = emulator, emulator.new_project("demo-saml")
        self.control("PATCH", "settings", {"profile": profile})
        self.control("POST", "apiKeys", {"apiKey": self.name})
        self.configure([saml.certificate(OTHER_KEY), saml.certificate(KEY)])
        emulator.owner(
            "PATCH", f"v2/projects/{self.name}/config",
            {"authorizedDomains": ["demo-saml.firebaseapp.com", "localhost"]},
            updateMask="authorizedDomains")

    def control(self, method, path, body):
        return self.emulator.control(method, f"projects/{self.name}/{path}", body)

    def configure(self, certificates, **idp):
        idp = {"idpEntityId": IDP, "ssoUrl": "https://idp.example.com/sso"} | idp
        idp["idpCertificates"] = [{"x509Certificate": x} for x in certificates]
        path = f"v2/projects/{self.name}/inboundSamlConfigs"
        self.emulator.owner("POST", path, {
            "idpConfig": idp, "spConfig": {"spEntityId": SP, "callbackUri": HANDLER},
            "enabled": True}, inboundSamlConfigId="saml.corp")

    def call(self, operation, body):
        answer = requests.post(
            f"{self.emulator.url}/identitytoolkit.googleapis.com/v1/accounts:{operation}",
            params={"key": self.name}, json=body, timeout=60)
        return answer.json()

    def begin(self, handler=HANDLER):
        return self.call("createAuthUri", {"providerId": "saml.corp", "continueUri": handler})

    def end(self, begun, response, handler=HANDLER, **more):
        form = {"providerId": "saml.corp", "SAMLResponse": response}
        if state := saml.request(begun["authUri"])[2]:
            form["RelayState"] = state
        return self.call("signInWithIdp", {
            "requestUri": handler, "sessionId": begun["sessionId"], "returnSecureToken": True,
            "postBody": urllib.parse.urlencode(form), **more})

    def response(self, begun, **changes):
        values = {
            "now": time.time(), "issuer": IDP, "audience": SP, "destination": HANDLER,
            "name_id": ANN, "in_response_to": saml.request_id(begun["authUri"])}
        return saml.response(**values | changes)


@pytest.fixture(params=["compatible", "production"])
def project(request, shared_emulator):
    return Project(shared_emulator, request.param)


def message(answer):
    return answer.get("error", {}).get("message")


@pytest.mark.parametrize("parts", ["assertion", "response", "both"])
def test_signed_by_xmlsec(project, parts):
    begun = project.begin()
    assert saml.request(begun["authUri"])[0] == "https://idp.example.com/sso"
    root = project.response(begun, attributes={"team": "blue", "role": ["chief", "editor"]})
    if parts != "response":
        saml.sign(saml.assertion(root), KEY)
    if parts != "assertion":
        saml.sign(root, KEY)
    answer = project.end(begun, saml.encoded(root))
    attributes = {"team": "blue", "role": ["chief", "editor"]}
    firebase = decoded(answer["idToken"])[1]["firebase"]
    assert firebase["sign_in_provider"] == "saml.corp"
    assert firebase["sign_in_attributes"] == attributes
    assert firebase["identities"] == {"email": [ANN], "saml.corp": [ANN]}
    assert answer["email"] == ANN and answer["emailVerified"] and answer["isNewUser"]
    renewed = requests.post(
        f"{project.emulator.url}/securetoken.googleapis.com/v1/token",
        params={"key": project.name}, timeout=60,
        data={"grant_type": "refresh_token", "refresh_token": answer["refreshToken"]}).json()
    assert decoded(renewed["id_token"])[1]["firebase"]["sign_in_attributes"] == attributes


def test_strong_and_weak_hashes(project):
    transforms = xmlsec.Transform
    for hashing, method, is_good in (
            (transforms.SHA512, transforms.RSA_SHA512, True),
            (transforms.SHA1, transforms.RSA_SHA256, False),
            (transforms.SHA256, transforms.RSA_SHA1, False)):
        begun = project.begin()
        root = project.response(begun)
        saml.sign(saml.assertion(root), KEY, hashing, method)
        answer = project.end(begun, saml.encoded(root))
        assert message(answer) == (None if is_good else SIGNATURE)


def wrong(detail):
    return f"INVALID_IDP_RESPONSE : {detail}"


REFUSED = {
    "audience": (
        {"audience": "https://other.example"},
        wrong(f"All <AudienceRestriction>s should contain the SAML RP entity ID: '{SP}'.")),
    "issuer": (
        {"assertion_issuer": "https://other.example"},
        wrong("Assertion has Issuer https://other.example which is different from expected "
              f"Issuer {IDP}.")),
    "destination": (
        {"destination": "https://other.example/acs"},
        wrong("SAMLResponse destination https://other.example/acs does not match RP callback URL "
              f"{HANDLER}.")),
    "request": (
        {"in_response_to": "_other"},
        wrong("InResponseTo in both Response and SubjectConfirmationData must match the request "
              "ID.")),
    "no request": (
        {"in_response_to": None},
        wrong("InResponseTo attribute must be present in both Response and "
              "SubjectConfirmationData.")),
    "failure": (
        {"status": "urn:oasis:names:tc:SAML:2.0:status:Responder"},
        wrong("SAMLResponse status code not SUCCESS, instead it is: "
              "urn:oasis:names:tc:SAML:2.0:status:Responder")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_response_is_refused(project, name):
    changes, want = REFUSED[name]
    begun = project.begin()
    root = project.response(begun, **changes)
    saml.sign(saml.assertion(root), KEY)
    assert message(project.end(begun, saml.encoded(root))) == want


@pytest.mark.parametrize("changes", [
    {"not_before": 600}, {"not_before": -1200, "not_on_or_after": -600},
    {"confirmation_end": -600}], ids=["early", "late", "late confirmation"])
def test_times_are_those_of_the_clock(project, changes):
    begun = project.begin()
    root = project.response(begun, **changes)
    saml.sign(saml.assertion(root), KEY)
    assert message(project.end(begun, saml.encoded(root))).startswith(
        "INVALID_IDP_RESPONSE : Current instant, ")


def test_a_response_is_good_for_one_use(project):
    project.control("PATCH", "settings", {"replayProtection": "on"})
    begun = project.begin()
    root = project.response(begun)
    saml.sign(saml.assertion(root), KEY)
    assert "idToken" in project.end(begun, saml.encoded(root))
    again = project.end(begun, saml.encoded(root))
    assert message(again) == (
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new "
        "credential.")


def test_without_a_good_signature(project):
    begun = project.begin()
    assert message(project.end(begun, saml.encoded(project.response(begun)))) == SIGNATURE
    root = project.response(begun)
    saml.sign(saml.assertion(root), rsa.generate_private_key(65537, 2048))
    assert message(project.end(begun, saml.encoded(root))) == SIGNATURE
    root = project.response(begun)
    saml.sign(saml.assertion(root), KEY)
    root.find(f".//{{{saml.SAML}}}NameID").text = "eve@corp.example"
    assert message(project.end(begun, saml.encoded(root))) == SIGNATURE
    for text in ("PGE+", "!", "PCFET0NUWVBFIGE+PGEvPg=="):
        assert message(project.end(begun, text)) == UNREADABLE


def forged(project, begun):
    """A signed response of Ann, and an unsigned copy of its assertion about Eve."""
    root = project.response(begun)
    signed = saml.sign(saml.assertion(root), KEY)
    copied = copy.deepcopy(signed)
    copied.remove(copied.find("{http://www.w3.org/2000/09/xmldsig#}Signature"))
    copied.find(f".//{{{saml.SAML}}}NameID").text = "eve@corp.example"
    copied.set("ID", "_evil")
    return root, signed, copied


def before(root, signed, evil):
    root.insert(root.index(signed), evil)


def after(root, signed, evil):
    root.append(evil)


def with_the_same_id(root, signed, evil):
    evil.set("ID", signed.get("ID"))
    root.insert(root.index(signed), evil)


def around(root, signed, evil):
    root.replace(signed, evil)
    evil.append(signed)


def in_the_signature(root, signed, evil):
    """The signed assertion inside the signature of the forged one."""
    signature = signed.find("{http://www.w3.org/2000/09/xmldsig#}Signature")
    root.replace(signed, evil)
    evil.insert(1, signature)
    holder = etree.SubElement(signature, "{http://www.w3.org/2000/09/xmldsig#}Object")
    holder.append(signed)


def in_extensions(root, signed, evil):
    root.replace(signed, evil)
    signature = signed.find("{http://www.w3.org/2000/09/xmldsig#}Signature")
    evil.insert(1, signature)
    holder = etree.Element(f"{{{saml.SAMLP}}}Extensions")
    holder.append(signed)
    root.insert(1, holder)


@pytest.mark.parametrize(
    "attack", [before, after, with_the_same_id, around, in_the_signature, in_extensions])
def test_signature_wrapping_is_refused(project, attack):
    begun = project.begin()
    root, signed, evil = forged(project, begun)
    attack(root, signed, evil)
    answer = project.end(begun, saml.encoded(root))
    assert message(answer) in (SIGNATURE, UNREADABLE)
    users = project.emulator.owner("GET", f"v1/projects/{project.name}/accounts:batchGet")
    assert not users.get("users")


def test_a_comment_does_not_end_a_name(project):
    begun = project.begin()
    root = project.response(begun, name_id="ann@corp.example.evil.example")
    saml.sign(saml.assertion(root), KEY)
    name = root.find(f".//{{{saml.SAML}}}NameID")
    name.text = "ann@corp.example"
    comment = etree.Comment("")
    comment.tail = ".evil.example"
    name.append(comment)
    assert project.end(begun, saml.encoded(root))["email"] == "ann@corp.example.evil.example"


# The identity provider

ACS = "http://sp.example.com/acs"
CLIENT = {"https": "off", "http_host": "sp.example.com", "script_name": "/acs"}


def settings(emulator, **security):
    """The settings of python3-saml, from the metadata that it fetches."""
    read = OneLogin_Saml2_IdPMetadataParser.parse_remote(
        f"{emulator.url}/issuers/saml.corp/metadata")
    asked = {
        "wantAssertionsSigned": True, "wantMessagesSigned": True, "wantNameId": True,
        "rejectUnsolicitedResponsesWithInResponseTo": True}
    return OneLogin_Saml2_IdPMetadataParser.merge_settings({
        "strict": True, "security": asked | security,
        "sp": {
            "entityId": "https://sp.example.com/metadata", "NameIDFormat": saml.EMAIL,
            "assertionConsumerService": {"url": ACS}}}, read)


def answered(emulator, url, who="ann@corp.example"):
    """Returns the form that the page of the identity provider posts for a person."""
    answer = requests.get(
        url, params={"emulator_auto": who, "emulator_answer": "json"}, timeout=60)
    assert answer.ok, answer.text
    assert answer.json()["redirectUri"] == ACS
    return answer.json()["fields"]


@pytest.fixture
def ann(emulator):
    return emulator.control("POST", "issuers/saml.corp/accounts", {
        "email": "ann@corp.example", "name": {"givenName": "Ann", "familyName": "Lee"},
        "claims": {"role": ["chief", "editor"]}})


def test_python3_saml_signs_in_at_our_identity_provider(emulator, ann):
    given = settings(emulator)
    asking = OneLogin_Saml2_Auth(CLIENT, given)
    url = asking.login(return_to="http://sp.example.com/after")
    fields = answered(emulator, url)
    assert fields["RelayState"] == "http://sp.example.com/after"
    auth = OneLogin_Saml2_Auth(CLIENT | {"post_data": fields}, given)
    auth.process_response(asking.get_last_request_id())
    assert not auth.get_errors(), auth.get_last_error_reason()
    assert auth.is_authenticated()
    assert auth.get_nameid() == "ann@corp.example"
    assert auth.get_nameid_format() == saml.EMAIL
    assert auth.get_attributes() == {
        "email": ["ann@corp.example"], "displayName": ["Ann Lee"], "firstName": ["Ann"],
        "lastName": ["Lee"], "role": ["chief", "editor"]}
    # Not the response to another request.
    auth.process_response("_other")
    assert auth.get_errors() == ["invalid_response"]


@pytest.mark.parametrize("name, subject", [("persistent", True), ("transient", False)])
def test_formats_of_the_name_identifier(emulator, ann, name, subject):
    given = settings(emulator)
    given["sp"]["NameIDFormat"] = f"urn:oasis:names:tc:SAML:2.0:nameid-format:{name}"
    asking = OneLogin_Saml2_Auth(CLIENT, given)
    fields = answered(emulator, asking.login())
    auth = OneLogin_Saml2_Auth(CLIENT | {"post_data": fields}, given)
    auth.process_response(asking.get_last_request_id())
    assert not auth.get_errors(), auth.get_last_error_reason()
    assert auth.get_nameid_format() == given["sp"]["NameIDFormat"]
    assert (auth.get_nameid() == ann["sub"]) == subject


@pytest.mark.parametrize("defect", [
    "expired", "not-yet-valid", "bad-signature", "unknown-key", "unsigned", "wrong-audience",
    "wrong-issuer"])
def test_a_fault_is_one_for_python3_saml_too(emulator, ann, defect):
    given = settings(emulator)
    emulator.control("POST", "issuers/saml.corp/faults", {
        "effect": {"defect": defect}, "times": 1})
    for is_good in (False, True):
        asking = OneLogin_Saml2_Auth(CLIENT, given)
        fields = answered(emulator, asking.login())
        auth = OneLogin_Saml2_Auth(CLIENT | {"post_data": fields}, given)
        auth.process_response(asking.get_last_request_id())
        assert auth.is_authenticated() == is_good, auth.get_last_error_reason()


def test_a_rotated_certificate_needs_new_metadata(emulator, ann):
    given = settings(emulator)
    emulator.control("POST", "issuers/saml.corp/keys:rotate", {"retire": True})
    for current, is_good in ((given, False), (settings(emulator), True)):
        asking = OneLogin_Saml2_Auth(CLIENT, current)
        auth = OneLogin_Saml2_Auth(
            CLIENT | {"post_data": answered(emulator, asking.login())}, current)
        auth.process_response(asking.get_last_request_id())
        assert auth.is_authenticated() == is_good


def test_the_post_binding_and_a_refusal(emulator):
    given = settings(emulator)
    asking = OneLogin_Saml2_Auth(CLIENT, given)
    query = urllib.parse.urlsplit(asking.login()).query
    deflated = dict(urllib.parse.parse_qsl(query))["SAMLRequest"]
    plain = zlib.decompress(base64.b64decode(deflated), -15)
    page = requests.post(
        f"{emulator.url}/issuers/saml.corp/sso", timeout=60,
        data={"SAMLRequest": base64.b64encode(plain).decode(), "RelayState": "x"})
    assert page.ok and "https://sp.example.com/metadata" in page.text
    sealed = re.search(r'name="request" value="([^"]+)"', page.text)[1]
    done = requests.post(
        f"{emulator.url}/issuers/saml.corp/sso/sign-in", timeout=60,
        data={"request": sealed, "action": "cancel"})
    value = re.search(r'name="SAMLResponse" value="([^"]+)"', done.text)[1]
    assert f'action="{ACS}"' in done.text
    auth = OneLogin_Saml2_Auth(CLIENT | {"post_data": {"SAMLResponse": value}}, given)
    auth.process_response(asking.get_last_request_id())
    assert "AuthnFailed" in auth.get_last_error_reason()
