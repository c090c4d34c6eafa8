"""Responses of SAML, written and signed as another identity provider would, by xmlsec."""

import base64
import datetime
import secrets
import time
import urllib.parse
import zlib

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from lxml import etree

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success"
PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"


def certificate(key):
    """A certificate that a key made for itself, in PEM."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "idp.example.com")])
    start = datetime.datetime(2020, 1, 1)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name)
        .public_key(key.public_key()).serial_number(1)
        .not_valid_before(start).not_valid_after(start + datetime.timedelta(days=20_000))
        .sign(key, hashes.SHA256()))
    return made.public_bytes(serialization.Encoding.PEM).decode()


def new_key():
    return rsa.generate_private_key(65537, 2048)


def body(pem):
    """The Base64 of a certificate in PEM, on one line."""
    return "".join(line for line in pem.splitlines() if "CERTIFICATE" not in line)


def request(uri):
    """The endpoint, the document and the relay state that an address of createAuthUri carries."""
    parts = urllib.parse.urlsplit(uri)
    query = dict(urllib.parse.parse_qsl(parts.query))
    document = zlib.decompress(base64.b64decode(query["SAMLRequest"]), -15).decode()
    endpoint = f"{parts.scheme}://{parts.netloc}{parts.path}"
    return endpoint, document, query.get("RelayState")


def request_id(uri):
    return etree.fromstring(request(uri)[1].encode()).get("ID")


def element(parent, name, text=None, space=SAML, **attributes):
    made = etree.SubElement(parent, f"{{{space}}}{name}")
    for key, value in attributes.items():
        if value is not None:
            made.set(key, value)
    made.text = text
    return made


def response(
        now, issuer, audience, destination, name_id, in_response_to=None, recipient=None,
        attributes=None, not_before=-60, not_on_or_after=None, confirmation_end=300,
        assertion_issuer=None, status=SUCCESS, name_id_format=EMAIL):
    """An unsigned response with one assertion; times are seconds from now."""

    def at(seconds):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + seconds))

    if not_on_or_after is None:
        not_on_or_after = max(300, not_before + 300)
    root = etree.Element(f"{{{SAMLP}}}Response", nsmap={"samlp": SAMLP, "saml": SAML})
    root.attrib.update({
        "Destination": destination, "ID": f"_{secrets.token_hex(16)}", "IssueInstant": at(0),
        "Version": "2.0"})
    if in_response_to:
        root.set("InResponseTo", in_response_to)
    element(root, "Issuer", issuer)
    element(element(root, "Status", space=SAMLP), "StatusCode", space=SAMLP, Value=status)
    assertion = element(root, "Assertion", ID=f"_{secrets.token_hex(16)}", IssueInstant=at(0), Version="2.0")
    element(assertion, "Issuer", assertion_issuer or issuer)
    subject = element(assertion, "Subject")
    element(subject, "NameID", name_id, Format=name_id_format)
    confirmation = element(subject, "SubjectConfirmation", Method="urn:oasis:names:tc:SAML:2.0:cm:bearer")
    element(
        confirmation, "SubjectConfirmationData", InResponseTo=in_response_to,
        NotOnOrAfter=at(confirmation_end), Recipient=recipient or destination)
    conditions = element(assertion, "Conditions", NotBefore=at(not_before), NotOnOrAfter=at(not_on_or_after))
    element(element(conditions, "AudienceRestriction"), "Audience", audience)
    statement = element(assertion, "AuthnStatement", AuthnInstant=at(0))
    element(element(statement, "AuthnContext"), "AuthnContextClassRef", PASSWORD)
    if attributes:
        listed = element(assertion, "AttributeStatement")
        for name, values in attributes.items():
            attribute = element(listed, "Attribute", Name=name)
            for value in values if isinstance(values, list) else [values]:
                element(attribute, "AttributeValue", value)
    return root


def assertion(root):
    return root.find(f"{{{SAML}}}Assertion")


def sign(node, key, hashing=xmlsec.Transform.SHA256, method=xmlsec.Transform.RSA_SHA256):
    """Signs an element, a response or its assertion, behind its issuer."""
    signature = xmlsec.template.create(node, xmlsec.Transform.EXCL_C14N, method, ns="ds")
    node.insert(1, signature)
    reference = xmlsec.template.add_reference(signature, hashing, uri=f"#{node.get('ID')}")
    xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
    xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
    xmlsec.tree.add_ids(node, ["ID"])
    context = xmlsec.SignatureContext()
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    context.key = xmlsec.Key.from_memory(pem, xmlsec.KeyFormat.PEM)
    context.sign(signature)
    return node


def encoded(root):
    return base64.b64encode(etree.tostring(root, xml_declaration=True, encoding="UTF-8")).decode()
