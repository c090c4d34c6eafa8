"""pysaml2 as a service provider at our identity provider, and as an identity provider for our backend."""

import base64
import html
import re
import shutil
import time
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from cryptography.hazmat.primitives import serialization
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, xmldsig
from saml2.authn_context import PASSWORD
from saml2.client import Saml2Client
from saml2.config import IdPConfig, SPConfig
from saml2.response import IncorrectlySigned
from saml2.saml import NAMEID_FORMAT_EMAILADDRESS, NameID
from saml2.server import Server

import saml_responses as saml
from saml_project import HANDLER, IDP, UNREADABLE, Project, message
from saml_project import SP as APP

SP, ACS = "https://app.example.com/metadata", "http://localhost:8000/acs"
SSO = "https://idp.example.com/sso"
XMLSEC = shutil.which("xmlsec1")
SHA256 = {"signing_algorithm": xmldsig.SIG_RSA_SHA256, "digest_algorithm": xmldsig.DIGEST_SHA256}


class Pair:
    """A key with its certificate, in files as pysaml2 reads them."""

    def __init__(self, folder, name):
        self.key = saml.new_key()
        self.certificate = saml.certificate(self.key)
        self.files = {"key_file": str(folder / f"{name}.key"), "cert_file": str(folder / f"{name}.crt")}
        (folder / f"{name}.key").write_bytes(self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption()))
        (folder / f"{name}.crt").write_text(self.certificate)


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    return Pair(tmp_path_factory.mktemp("keys"), "one")


@pytest.fixture(scope="module")
def other_pair(tmp_path_factory):
    return Pair(tmp_path_factory.mktemp("keys"), "other")


def posted(page):
    """The target and the hidden fields of a page that submits itself."""
    action = re.search(r'action="([^"]+)"', page)[1]
    fields = re.findall(r'name="([^"]+)"\s+value="([^"]*)"', page)
    return html.unescape(action), {name: html.unescape(value) for name, value in fields}


# A service provider

def service_provider(emulator, keys, issuer, **options):
    emulator.control("POST", f"issuers/{issuer}/accounts", {"email": "ann@corp.example"})
    metadata = requests.get(f"{emulator.url}/issuers/{issuer}/metadata", timeout=60).text
    config = SPConfig()
    config.load({
        "entityid": SP, "xmlsec_binary": XMLSEC, "metadata": {"inline": [metadata]},
        "allow_unknown_attributes": True, **keys.files,
        "service": {"sp": {
            **SHA256,
            "endpoints": {"assertion_consumer_service": [(ACS, BINDING_HTTP_POST)]},
            "want_response_signed": True, "want_assertions_signed": True,
            "name_id_format": [NAMEID_FORMAT_EMAILADDRESS], **options}}})
    return Saml2Client(config)


def visit(emulator, client, issuer, binding, sign, **parameters):
    """Sends a request, and returns its id with the identity provider's answer."""
    request_id, sent = client.prepare_for_authenticate(
        entityid=f"{emulator.url}/issuers/{issuer}/metadata", relay_state="/after", binding=binding,
        sign=sign)
    parameters = parameters or {"emulator_auto": "ann@corp.example"}
    if binding == BINDING_HTTP_REDIRECT:
        url = dict(sent["headers"])["Location"]
        assert ("Signature=" in url) == sign
        return request_id, requests.get(f"{url}&{urlencode(parameters)}", timeout=60)
    action, fields = posted("".join(sent["data"]))
    return request_id, requests.post(action, data=fields | parameters, timeout=60)


@pytest.mark.parametrize("sign", [True, False], ids=["signed", "unsigned"])
@pytest.mark.parametrize("binding", [BINDING_HTTP_REDIRECT, BINDING_HTTP_POST], ids=["get", "post"])
def test_a_service_provider_signs_in(shared_emulator, pair, binding, sign):
    client = service_provider(shared_emulator, pair, "saml.partner")
    request_id, page = visit(shared_emulator, client, "saml.partner", binding, sign)
    action, fields = posted(page.text)
    assert (action, fields["RelayState"]) == (ACS, "/after")
    answer = client.parse_authn_request_response(
        fields["SAMLResponse"], BINDING_HTTP_POST, {request_id: "/after"})
    assert answer.get_subject().text == "ann@corp.example"
    assert answer.ava["email"] == ["ann@corp.example"]
    assert answer.came_from == "/after"


# Our backend as the service provider

def metadata(certificates, encryption=None):
    """Enters the data of the service provider at the identity provider, as an administrator does."""
    keys = {"signing": certificates, "encryption": [encryption] if encryption else []}
    described = "".join(
        f'<md:KeyDescriptor use="{use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">'
        f"<ds:X509Data><ds:X509Certificate>{saml.body(pem)}</ds:X509Certificate></ds:X509Data>"
        "</ds:KeyInfo></md:KeyDescriptor>" for use, all in keys.items() for pem in all)
    return (
        f'<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{APP}">'
        '<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">'
        f'{described}<md:AssertionConsumerService Binding="{BINDING_HTTP_POST}" '
        f'Location="{HANDLER}" index="1"/></md:SPSSODescriptor></md:EntityDescriptor>')


def identity_provider(keys, described, **options):
    config = IdPConfig()
    config.load({
        "entityid": IDP, "xmlsec_binary": XMLSEC, "metadata": {"inline": [described]},
        **keys.files,
        "service": {"idp": {
            **SHA256,
            "endpoints": {"single_sign_on_service": [(SSO, BINDING_HTTP_REDIRECT)]},
            "policy": {"default": {"lifetime": {"minutes": 5}, "name_form": None}}, **options}}})
    return Server(config=config)


def answer_of(server, begun, name="ann@corp.example", **options):
    query = parse_qs(urlsplit(begun["authUri"]).query)
    asked = server.parse_authn_request(query["SAMLRequest"][0], BINDING_HTTP_REDIRECT).message
    done = server.create_authn_response(
        {"mail": [name], "givenName": ["Ann"]}, in_response_to=asked.id, destination=HANDLER,
        sp_entity_id=APP, authn={"class_ref": PASSWORD, "authn_instant": int(time.time())},
        name_id=NameID(format=NAMEID_FORMAT_EMAILADDRESS, text=name), **options)
    return base64.b64encode(str(done).encode()).decode()


@pytest.mark.parametrize("profile", ["compatible", "production"])
def test_an_encrypted_assertion_is_refused_with_the_reason_in_the_log(
        shared_emulator, pair, other_pair, profile):
    backend = Project(shared_emulator, profile, [pair.certificate])
    server = identity_provider(pair, metadata([], other_pair.certificate), encrypt_assertion=True)
    begun = backend.begin()
    response = answer_of(
        server, begun, sign_assertion=True, sign_response=True, encrypt_assertion=True,
        encrypted_advice_attributes=False)
    assert b"EncryptedAssertion" in base64.b64decode(response)
    answer = backend.end(begun, response)
    assert message(answer) == UNREADABLE
    logged = shared_emulator.control(
        "GET", f"requests?project={backend.name}&operation=accounts:signInWithIdp")
    assert "an encrypted one is not read" in str(logged)


# Requests that our backend signs

@pytest.mark.parametrize("profile", ["compatible", "production"])
def test_signed_requests_are_verified_by_an_identity_provider(shared_emulator, pair, other_pair, profile):
    backend = Project(shared_emulator, profile, [pair.certificate], signRequest=True)
    certificates = [c["x509Certificate"] for c in backend.config["spConfig"]["spCertificates"]]
    assert certificates
    query = {name: values[0] for name, values in parse_qs(urlsplit(backend.begin()["authUri"]).query).items()}
    asked = dict(
        binding=BINDING_HTTP_REDIRECT, relay_state=query["RelayState"], sigalg=query["SigAlg"],
        signature=query["Signature"])
    strict = {"want_authn_requests_signed": True}
    knowing = identity_provider(pair, metadata(certificates), **strict)
    assert knowing.parse_authn_request(query["SAMLRequest"], **asked).message.issuer.text == APP
    other = metadata([other_pair.certificate])
    for server, changed in (
            (identity_provider(pair, other, **strict), {}), (knowing, {"relay_state": "another"})):
        with pytest.raises(IncorrectlySigned):
            server.parse_authn_request(query["SAMLRequest"], **asked | changed)
