"""SAML with real signatures, made and checked by xmlsec and python3-saml."""

import base64
import re
import subprocess
import sys
import urllib.parse
import zlib

import pytest
import requests
import xmlsec
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser

import saml_responses as saml
from recordings import decoded
from saml_project import ANN, KEY, SIGNATURE, Project, message


@pytest.fixture(params=["compatible", "production"])
def project(request, shared_emulator):
    return Project(shared_emulator, request.param)


@pytest.mark.parametrize("parts", ["assertion", "response", "both"])
def test_signed_by_xmlsec(project, parts):
    begun = project.begin()
    assert saml.request(begun["authUri"])[0] == "https://idp.example.com/sso"
    attributes = {"team": "blue", "role": ["chief", "editor"]}
    root = project.response(begun, attributes=attributes)
    if parts != "response":
        saml.sign(saml.assertion(root), KEY)
    if parts != "assertion":
        saml.sign(root, KEY)
    answer = project.end(begun, saml.encoded(root))
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


# The identity provider

ACS = "http://sp.example.com/acs"
CLIENT = {"https": "off", "http_host": "sp.example.com", "script_name": "/acs"}


def settings(emulator):
    """The settings of python3-saml, from the metadata that it fetches."""
    read = OneLogin_Saml2_IdPMetadataParser.parse_remote(f"{emulator.url}/issuers/saml.corp/metadata")
    return OneLogin_Saml2_IdPMetadataParser.merge_settings({
        "strict": True,
        "security": {
            "wantAssertionsSigned": True, "wantMessagesSigned": True, "wantNameId": True,
            "rejectUnsolicitedResponsesWithInResponseTo": True},
        "sp": {
            "entityId": "https://sp.example.com/metadata", "NameIDFormat": saml.EMAIL,
            "assertionConsumerService": {"url": ACS}}}, read)


@pytest.fixture
def given(emulator):
    return settings(emulator)


def answered(url, who="ann@corp.example"):
    """Returns the form that the page of the identity provider posts for a person."""
    answer = requests.get(url, params={"emulator_auto": who, "emulator_answer": "json"}, timeout=60)
    assert answer.ok, answer.text
    assert answer.json()["redirectUri"] == ACS
    return answer.json()["fields"]


def processed(given, fields, request_id):
    """Returns the result of python3-saml for the form."""
    auth = OneLogin_Saml2_Auth(CLIENT | {"post_data": fields}, given)
    auth.process_response(request_id)
    return auth


def visited(given):
    """Returns the result of python3-saml for a whole sign-in."""
    asking = OneLogin_Saml2_Auth(CLIENT, given)
    return processed(given, answered(asking.login()), asking.get_last_request_id())


@pytest.fixture
def ann(emulator):
    return emulator.control("POST", "issuers/saml.corp/accounts", {
        "email": "ann@corp.example", "name": {"givenName": "Ann", "familyName": "Lee"},
        "claims": {"role": ["chief", "editor"]}})


def test_python3_saml_signs_in_at_our_identity_provider(emulator, given, ann):
    asking = OneLogin_Saml2_Auth(CLIENT, given)
    url = asking.login(return_to="http://sp.example.com/after")
    fields = answered(url)
    assert fields["RelayState"] == "http://sp.example.com/after"
    auth = processed(given, fields, asking.get_last_request_id())
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
def test_formats_of_the_name_identifier(given, ann, name, subject):
    given["sp"]["NameIDFormat"] = f"urn:oasis:names:tc:SAML:2.0:nameid-format:{name}"
    auth = visited(given)
    assert not auth.get_errors(), auth.get_last_error_reason()
    assert auth.get_nameid_format() == given["sp"]["NameIDFormat"]
    assert (auth.get_nameid() == ann["sub"]) == subject


@pytest.mark.parametrize("defect", [
    "expired", "not-yet-valid", "bad-signature", "unknown-key", "unsigned", "wrong-audience", "wrong-issuer"])
def test_a_fault_is_one_for_python3_saml_too(emulator, given, ann, defect):
    with emulator.defect("saml.corp", defect):
        for is_good in (False, True):
            auth = visited(given)
            assert auth.is_authenticated() == is_good, auth.get_last_error_reason()


def test_a_rotated_certificate_needs_new_metadata(emulator, given, ann):
    emulator.control("POST", "issuers/saml.corp/keys:rotate", {"retire": True})
    for current, is_good in ((given, False), (settings(emulator), True)):
        assert visited(current).is_authenticated() == is_good


def test_the_post_binding_and_a_refusal(emulator, given):
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
    auth = processed(given, {"SAMLResponse": value}, asking.get_last_request_id())
    assert "AuthnFailed" in auth.get_last_error_reason()


def test_a_passive_request_is_answered_without_a_page(emulator, given, ann):
    asking = OneLogin_Saml2_Auth(CLIENT, given)
    page = requests.get(asking.login(is_passive=True), timeout=60)
    value = re.search(r'name="SAMLResponse" value="([^"]+)"', page.text)[1]
    auth = processed(given, {"SAMLResponse": value}, asking.get_last_request_id())
    assert "NoPassive" in auth.get_last_error_reason()
    auth = processed(given, answered(asking.login(is_passive=True)), asking.get_last_request_id())
    assert auth.is_authenticated(), auth.get_last_error_reason()


# Replaces the C library's function: a machine without libxmlsec1.
WITHOUT = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *name, int mode) {
  if (name && strstr(name, "xmlsec")) name = "libxmlsec1-openssl.so.none";
  return ((void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen"))(name, mode);
}
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs LD_PRELOAD")
def test_without_the_library_each_call_names_its_package(start, tmp_path):
    (tmp_path / "without.c").write_text(WITHOUT)
    library = tmp_path / "without.so"
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, tmp_path / "without.c"], check=True)
    emulator = start(prefix=["env", f"LD_PRELOAD={library}"])
    minted = requests.post(
        f"{emulator.url}/emulator/v1/issuers/saml.acme/assertions", timeout=60,
        json={"account": {"email": ANN}})
    signed_in = emulator.client("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "postBody": "providerId=saml.acme&SAMLResponse=PHgvPg=="})
    begun = emulator.client("accounts:createAuthUri", {
        "providerId": "saml.acme", "continueUri": "http://localhost"})
    assert minted.status_code == 503
    for body in (minted.json(), signed_in, begun):
        assert "install libxmlsec1-openssl" in body["error"]["message"], body
