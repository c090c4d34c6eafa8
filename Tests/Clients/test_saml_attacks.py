"""Hostile responses of SAML, signed by xmlsec: forged, wrapped, and with more than what was signed.

`XMLSignatureTests` and `XMLTests` have the forms of signatures and of XML that are refused.
"""

import copy

import pytest
from lxml import etree

import saml_responses as saml
from saml_project import ANN, KEY, OTHER_KEY, SIGNATURE, UNREADABLE, UNSIGNED, Project, message

DS = "{http://www.w3.org/2000/09/xmldsig#}"
NAME = f".//{{{saml.SAML}}}NameID"


@pytest.fixture
def project(shared_emulator):
    return Project(shared_emulator, "production")


@pytest.fixture
def begun(project):
    return project.begin()


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
    signature = signed.find(f"{DS}Signature")
    root.replace(signed, evil)
    evil.insert(1, signature)
    etree.SubElement(signature, f"{DS}Object").append(signed)


def in_extensions(root, signed, evil):
    root.replace(signed, evil)
    evil.insert(1, signed.find(f"{DS}Signature"))
    holder = etree.Element(f"{{{saml.SAMLP}}}Extensions")
    holder.append(signed)
    root.insert(1, holder)


@pytest.mark.parametrize("attack", [before, after, with_the_same_id, around, in_the_signature, in_extensions])
def test_an_unsigned_assertion_about_eve_beside_that_about_ann_signs_nobody_in(project, begun, attack):
    root = project.signed(begun)
    signed = saml.assertion(root)
    evil = copy.deepcopy(signed)
    evil.remove(evil.find(f"{DS}Signature"))
    evil.find(NAME).text = "eve@corp.example"
    evil.set("ID", "_evil")
    attack(root, signed, evil)
    assert message(project.end(begun, saml.encoded(root))) in (SIGNATURE, UNSIGNED, UNREADABLE)
    users = project.emulator.owner("GET", f"v1/projects/{project.name}/accounts:batchGet")
    assert not users.get("users")


def two_assertions(root):
    second = copy.deepcopy(saml.assertion(root))
    second.set("ID", "_second")
    root.append(second)
    saml.sign(root, KEY)


def two_references(root):
    reference = saml.sign(saml.assertion(root), KEY).find(f".//{DS}Reference")
    reference.addnext(copy.deepcopy(reference))


def a_certificate_of_a_stranger(root):
    stranger = saml.new_key()
    signature = saml.sign(saml.assertion(root), stranger).find(f"{DS}Signature")
    data = etree.SubElement(etree.SubElement(signature, f"{DS}KeyInfo"), f"{DS}X509Data")
    etree.SubElement(data, f"{DS}X509Certificate").text = saml.body(saml.certificate(stranger))


def an_inclusion(root):
    """An inclusion is an element like any other."""
    root.find(NAME).text = None
    root.find(NAME).append(etree.fromstring(
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="/etc/hostname"/>'))
    saml.sign(saml.assertion(root), KEY)


def a_stylesheet(root):
    """An instruction before the document changes nothing."""
    saml.sign(saml.assertion(root), KEY)
    root.addprevious(etree.ProcessingInstruction(
        "xml-stylesheet", 'type="text/xsl" href="http://127.0.0.1:1/x.xsl"'))


@pytest.mark.parametrize(("content", "refusal"), [
    (two_assertions, UNREADABLE), (two_references, SIGNATURE), (a_certificate_of_a_stranger, SIGNATURE),
    (an_inclusion, UNREADABLE), (a_stylesheet, None)])
def test_a_response_is_read_by_what_is_signed_alone(project, begun, content, refusal):
    root = project.response(begun)
    content(root)
    answer = project.end(begun, saml.encoded(root.getroottree()))
    assert (message(answer), answer.get("email")) == (refusal, None if refusal else ANN)


def test_a_rotation_of_certificates(project):
    """Two certificates are good, then the old one is removed."""
    for certificates, old, new in (
            ([OTHER_KEY], True, False), ([OTHER_KEY, KEY], True, True), ([KEY], False, True)):
        project.rotate([saml.certificate(key) for key in certificates])
        for key, is_good in ((OTHER_KEY, old), (KEY, new)):
            begun = project.begin()
            root = saml.sign(project.response(begun), key)
            assert message(project.end(begun, saml.encoded(root))) == (None if is_good else SIGNATURE)
