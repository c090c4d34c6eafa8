"""Hostile responses of SAML: forged, wrapped, with transforms, entities or too much of everything."""

import base64
import copy
import re

import pytest
import xmlsec
from lxml import etree

import saml_responses as saml
from saml_project import ANN, KEY, OTHER_KEY, SIGNATURE, SP, UNREADABLE, UNSIGNED, Project, message

DS = "http://www.w3.org/2000/09/xmldsig#"


@pytest.fixture
def project(shared_emulator):
    return Project(shared_emulator, "production")


@pytest.fixture
def begun(project):
    return project.begin()


def signed_text(project, begun, **changes):
    return etree.tostring(project.signed(begun, **changes)).decode()


def send(project, begun, text):
    data = text if isinstance(text, bytes) else text.encode()
    return project.end(begun, base64.b64encode(data).decode())


def refuses(project, begun, text, want=(SIGNATURE, UNSIGNED, UNREADABLE)):
    assert message(send(project, begun, text)) in want
    users = project.emulator.owner("GET", f"v1/projects/{project.name}/accounts:batchGet")
    assert not users.get("users")


def forged(project, begun):
    """A signed response of Ann, and an unsigned copy of its assertion about Eve."""
    root = project.signed(begun)
    signed = saml.assertion(root)
    copied = copy.deepcopy(signed)
    copied.remove(copied.find(f"{{{DS}}}Signature"))
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
    signature = signed.find(f"{{{DS}}}Signature")
    root.replace(signed, evil)
    evil.insert(1, signature)
    holder = etree.SubElement(signature, f"{{{DS}}}Object")
    holder.append(signed)


def in_extensions(root, signed, evil):
    root.replace(signed, evil)
    signature = signed.find(f"{{{DS}}}Signature")
    evil.insert(1, signature)
    holder = etree.Element(f"{{{saml.SAMLP}}}Extensions")
    holder.append(signed)
    root.insert(1, holder)


@pytest.mark.parametrize("attack", [before, after, with_the_same_id, around, in_the_signature, in_extensions])
def test_signature_wrapping_is_refused(project, begun, attack):
    root, signed, evil = forged(project, begun)
    attack(root, signed, evil)
    refuses(project, begun, etree.tostring(root))


def test_a_comment_does_not_end_a_name(project, begun):
    root = project.signed(begun, name_id="ann@corp.example.evil.example")
    name = root.find(f".//{{{saml.SAML}}}NameID")
    name.text = "ann@corp.example"
    comment = etree.Comment("")
    comment.tail = ".evil.example"
    name.append(comment)
    assert project.end(begun, saml.encoded(root))["email"] == "ann@corp.example.evil.example"


def test_two_assertions_in_one_signed_response_are_refused(project, begun):
    root = project.response(begun)
    second = copy.deepcopy(saml.assertion(root))
    second.set("ID", "_second")
    root.append(second)
    saml.sign(root, KEY)
    refuses(project, begun, etree.tostring(root), (UNREADABLE,))


def test_a_signature_over_another_element_is_refused(project, begun):
    """Ann's real assertion signs; the response that is read has a copy of its signature."""
    root = project.response(begun, name_id="eve@corp.example")
    real = saml.assertion(project.signed(begun))
    root.insert(1, copy.deepcopy(real.find(f"{{{DS}}}Signature")))
    refuses(project, begun, etree.tostring(root), (SIGNATURE,))


ENVELOPED = f'<ds:Transform Algorithm="{DS}enveloped-signature"/>'
TRANSFORMS = {
    "XSLT": '''<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116">
        <x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/">
        <x:copy-of select="document(\'file:///etc/passwd\')"/></x:template></x:stylesheet></ds:Transform>''',
    "XPath": '''<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116">
        <ds:XPath>not(ancestor-or-self::ds:Signature)</ds:XPath></ds:Transform>''',
    "XPath filter": '''<ds:Transform Algorithm="http://www.w3.org/2002/06/xmldsig-filter2">
        <f:XPath xmlns:f="http://www.w3.org/2002/06/xmldsig-filter2" Filter="subtract">//*</f:XPath>
        </ds:Transform>''',
    "Base64": f'<ds:Transform Algorithm="{DS}base64"/>',
    "XPointer": '''<ds:Transform Algorithm="http://www.w3.org/2001/04/xmldsig-more/xptr">
        <ds:XPointer>xpointer(/)</ds:XPointer></ds:Transform>''',
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_of_a_signature_are_refused(project, begun, name):
    text = signed_text(project, begun)
    assert text.count(ENVELOPED) == 1
    refuses(project, begun, text.replace(ENVELOPED, ENVELOPED + TRANSFORMS[name]), (SIGNATURE,))
    refuses(project, begun, text.replace(ENVELOPED, TRANSFORMS[name]), (SIGNATURE,))


@pytest.mark.parametrize("uri", ["", "#xpointer(/)", "#xpointer(id('x'))", "http://127.0.0.1:1/x",
                                 "file:///etc/passwd"])
def test_references_elsewhere_are_refused(project, begun, uri):
    text = re.sub(r'URI="[^"]*"', f'URI="{uri}"', signed_text(project, begun))
    refuses(project, begun, text, (SIGNATURE,))


def test_two_references_are_refused(project, begun):
    text = signed_text(project, begun)
    reference = re.search(r"<ds:Reference.*?</ds:Reference>", text, re.S)[0]
    refuses(project, begun, text.replace(reference, reference * 2), (SIGNATURE,))


def test_a_public_key_is_no_secret_of_an_hmac(project, begun):
    root = project.response(begun)
    assertion = saml.assertion(root)
    signature = xmlsec.template.create(
        assertion, xmlsec.Transform.EXCL_C14N, xmlsec.Transform.HMAC_SHA256, ns="ds")
    assertion.insert(1, signature)
    reference = xmlsec.template.add_reference(
        signature, xmlsec.Transform.SHA256, uri=f"#{assertion.get('ID')}")
    xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
    xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
    xmlsec.tree.add_ids(assertion, ["ID"])
    for secret in (saml.certificate(KEY), saml.body(saml.certificate(KEY))):
        context = xmlsec.SignatureContext()
        context.key = xmlsec.Key.from_binary_data(xmlsec.KeyData.HMAC, secret.encode())
        context.sign(signature)
        refuses(project, begun, etree.tostring(root), (SIGNATURE,))


def test_a_certificate_in_the_message_is_not_trusted(project, begun):
    root = project.response(begun)
    stranger = saml.new_key()
    signature = saml.sign(saml.assertion(root), stranger).find(f"{{{DS}}}Signature")
    data = etree.SubElement(etree.SubElement(signature, f"{{{DS}}}KeyInfo"), f"{{{DS}}}X509Data")
    etree.SubElement(data, f"{{{DS}}}X509Certificate").text = saml.body(saml.certificate(stranger))
    refuses(project, begun, etree.tostring(root), (SIGNATURE,))


DOCTYPES = {
    "internal": "<!DOCTYPE r>",
    "external": '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd">',
    "public": '<!DOCTYPE r PUBLIC "-//X//EN" "file:///etc/passwd">',
    "entity": '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    "parameter": '<!DOCTYPE r [<!ENTITY % e SYSTEM "http://127.0.0.1:1/x"> %e;]>',
    "default attribute": '<!DOCTYPE r [<!ATTLIST Assertion ID CDATA "_evil">]>',
    "bomb": "<!DOCTYPE r [<!ENTITY e0 'ha'>" + "".join(
        f"<!ENTITY e{n} '&e{n - 1};&e{n - 1};&e{n - 1};'>" for n in range(1, 40)) + "]>",
}


@pytest.mark.parametrize("name", DOCTYPES)
def test_a_document_type_is_refused(project, begun, name):
    text = signed_text(project, begun)
    entity = {"entity": "&e;", "bomb": "&e39;"}.get(name, "")
    refuses(project, begun, DOCTYPES[name] + text.replace(ANN, entity or ANN), (UNREADABLE,))


def test_nothing_is_included(project, begun):
    """An inclusion is an element like any other: it changes what was signed."""
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="/etc/hostname"/>'
    text = signed_text(project, begun)
    refuses(project, begun, text.replace(ANN, include), (SIGNATURE,))
    root = project.response(begun)
    root.find(f".//{{{saml.SAML}}}NameID").text = None
    root.find(f".//{{{saml.SAML}}}NameID").append(etree.fromstring(include))
    saml.sign(saml.assertion(root), KEY)
    refuses(project, begun, etree.tostring(root), (UNREADABLE,))


def test_a_stylesheet_of_the_document_is_not_read(project, begun):
    text = '<?xml-stylesheet type="text/xsl" href="http://127.0.0.1:1/x.xsl"?>' + signed_text(project, begun)
    assert send(project, begun, text)["email"] == ANN


def test_deep_and_long_documents(project):
    text = signed_text(project, project.begin())
    end = "</samlp:Response>"
    deep = "<a>" * 100_000 + "</a>" * 100_000
    wide = "<a b='c'/>" * 20_000
    spaces = "<a " + " ".join(f"xmlns:n{n}='urn:{n}'" for n in range(2000)) + "/>"
    attributes = "<a " + " ".join(f"n{n}=''" for n in range(60_000)) + "/>"
    transforms = f"<t:Transform xmlns:t='{DS}'/>" * 1000
    references = f"<t:Reference xmlns:t='{DS}'/>" * 1500
    for more in (deep, wide, spaces, attributes, transforms, references):
        for place in ("</ds:Signature>", "</saml:NameID>", "</ds:Transforms>", end):
            answer = message(send(project, project.begin(), text.replace(place, more + place, 1)))
            assert answer.startswith(UNREADABLE[:-1] + ": the message has more than "), answer
    # Beside the signed assertion nothing is read.
    begun = project.begin()
    text = signed_text(project, begun)
    beside = "<a b='c'/>" * 2000 + "<a " + " ".join(f"n{n}=''" for n in range(60)) + "/>"
    assert send(project, begun, text.replace(end, beside + end))["email"] == ANN


def test_other_encodings_of_the_document(project):
    for encoding in ("UTF-16", "ISO-8859-1"):
        begun = project.begin()
        text = signed_text(project, begun)
        data = f'<?xml version="1.0" encoding="{encoding}"?>{text}'.encode(encoding)
        assert send(project, begun, data).get("email") == ANN, encoding
    for encoding in ("UTF-7", "nonsense"):
        text = f'<?xml version="1.0" encoding="{encoding}"?>{text}'
        assert message(send(project, project.begin(), text)) == UNREADABLE


def test_a_name_in_character_data_is_whole(project, begun):
    text = signed_text(project, begun, name_id="ann@corp.example.evil.example")
    split = "ann@corp.example<![CDATA[.evil]]>.example"
    answer = send(project, begun, text.replace("ann@corp.example.evil.example", split))
    assert answer["email"] == "ann@corp.example.evil.example"
    hidden = project.begin()
    text = signed_text(project, hidden, name_id="bob@corp.example")
    answer = send(project, hidden, text.replace("bob@", "b<?pi x?>ob@"))
    assert message(answer) == SIGNATURE


def test_a_rotation_of_certificates(project):
    """Two certificates are good, then the old one is removed."""
    for certificates, old, new in (
            ([OTHER_KEY], True, False), ([OTHER_KEY, KEY], True, True), ([KEY], False, True)):
        project.rotate([saml.certificate(key) for key in certificates])
        for key, is_good in ((OTHER_KEY, old), (KEY, new)):
            begun = project.begin()
            root = project.response(begun)
            saml.sign(root, key)
            answer = project.end(begun, saml.encoded(root))
            assert message(answer) == (None if is_good else SIGNATURE)


# Defects of our own identity provider, at our backend: on the page and in the control call

OWN = {
    "expired": "Current instant, ", "not-yet-valid": "Current instant, ",
    "bad-signature": "Failed to verify the signature in SAMLResponse",
    "unknown-key": "Failed to verify the signature in SAMLResponse",
    "unsigned": "Missing signature in Assertion and Response enclosing it (if present).",
    "wrong-audience": f"All <AudienceRestriction>s should contain the SAML RP entity ID: '{SP}'.",
    "wrong-issuer": "SAML Response <Issuer> mismatch.",
}


@pytest.mark.parametrize("means", ["page", "fault", "call"])
@pytest.mark.parametrize("defect", OWN)
def test_a_defect_has_productions_text_by_each_way(shared_emulator, defect, means):
    issuer = f"{shared_emulator.url}/issuers/saml.corp"
    project = Project(shared_emulator, "production", idpEntityId=f"{issuer}/metadata", ssoUrl=f"{issuer}/sso")
    begun = project.begin()
    settings = "issuers/saml.corp"
    if means == "call":
        made = shared_emulator.control("POST", f"{settings}/assertions?project={project.name}", {
            "authUri": begun["authUri"], "defects": [defect]})
        answer = project.end(begun, made["samlResponse"])
    else:
        if means == "page":
            shared_emulator.control("PATCH", settings, {"defects": [defect]})
        else:
            shared_emulator.control("POST", f"{settings}/faults", {"effect": {"defect": defect}, "times": 1})
        try:
            fields = saml.own_answer(begun["authUri"])
        finally:
            shared_emulator.control("PATCH", settings, {"defects": None})
        answer = project.end(begun, fields["SAMLResponse"])
    assert message(answer).startswith(f"INVALID_IDP_RESPONSE : {OWN[defect]}")
    again = project.begin()
    assert project.end(again, saml.own_answer(again["authUri"])["SAMLResponse"])["email"]
