"""A project with a provider of SAML, whose identity provider is the test."""

import time
import urllib.parse

import requests

import saml_responses as saml

KEY, OTHER_KEY = saml.new_key(), saml.new_key()
HANDLER = "https://demo-saml.firebaseapp.com/__/auth/handler"
IDP, SP = "https://idp.example.com/metadata", "https://demo-saml.firebaseapp.com"
ANN = "ann@corp.example"
SIGNATURE = "INVALID_IDP_RESPONSE : Failed to verify the signature in SAMLResponse"
UNSIGNED = "INVALID_IDP_RESPONSE : Missing signature in Assertion and Response enclosing it (if present)."
UNREADABLE = "INVALID_IDP_RESPONSE : Unable to parse the SAMLResponse."


class Project:
    """A project with saml.corp, whose identity provider is this test."""

    def __init__(self, emulator, profile, certificates=None, **idp):
        self.emulator, self.name = emulator, emulator.new_project("demo-saml")
        self.control("PATCH", "settings", {"profile": profile})
        self.control("POST", "apiKeys", {"apiKey": self.name})
        both = [saml.certificate(OTHER_KEY), saml.certificate(KEY)]
        idp = {"idpEntityId": IDP, "ssoUrl": "https://idp.example.com/sso"} | idp
        idp["idpCertificates"] = [{"x509Certificate": x} for x in certificates or both]
        self.config = emulator.owner("POST", f"v2/projects/{self.name}/inboundSamlConfigs", {
            "idpConfig": idp, "spConfig": {"spEntityId": SP, "callbackUri": HANDLER},
            "enabled": True}, inboundSamlConfigId="saml.corp")
        emulator.owner(
            "PATCH", f"v2/projects/{self.name}/config",
            {"authorizedDomains": ["demo-saml.firebaseapp.com", "localhost"]}, updateMask="authorizedDomains")

    def control(self, method, path, body):
        return self.emulator.control(method, f"projects/{self.name}/{path}", body)

    def call(self, operation, body):
        answer = requests.post(
            f"{self.emulator.url}/identitytoolkit.googleapis.com/v1/accounts:{operation}",
            params={"key": self.name}, json=body, timeout=60)
        return answer.json()

    def begin(self):
        return self.call("createAuthUri", {"providerId": "saml.corp", "continueUri": HANDLER})

    def end(self, begun, response):
        form = {"providerId": "saml.corp", "SAMLResponse": response}
        if state := saml.request(begun["authUri"])[2]:
            form["RelayState"] = state
        return self.call("signInWithIdp", {
            "requestUri": HANDLER, "sessionId": begun["sessionId"], "returnSecureToken": True,
            "postBody": urllib.parse.urlencode(form)})

    def rotate(self, certificates):
        """Replaces the certificates of the identity provider."""
        return self.emulator.owner(
            "PATCH", f"v2/projects/{self.name}/inboundSamlConfigs/saml.corp",
            {"idpConfig": {"idpCertificates": [{"x509Certificate": x} for x in certificates]}},
            updateMask="idpConfig.idpCertificates")

    def response(self, begun, **changes):
        values = {
            "now": time.time(), "issuer": IDP, "audience": SP, "destination": HANDLER,
            "name_id": ANN, "in_response_to": saml.request_id(begun["authUri"])}
        return saml.response(**values | changes)

    def signed(self, begun, **changes):
        """A response whose assertion is signed."""
        root = self.response(begun, **changes)
        saml.sign(saml.assertion(root), KEY)
        return root


def message(answer):
    return answer.get("error", {}).get("message")
