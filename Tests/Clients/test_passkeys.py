"""Passkeys created and used by a software authenticator, with Yubico's fido2."""

import base64
import hashlib
import secrets

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cose
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

ORIGIN = "http://localhost:5173"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
# The key of each algorithm, and the parameters of its signatures.
ALGORITHMS = {
    -7: (lambda: ec.generate_private_key(ec.SECP256R1()), [ec.ECDSA(hashes.SHA256())]),
    -257: (lambda: rsa.generate_private_key(65537, 2048), [padding.PKCS1v15(), hashes.SHA256()]),
    -8: (ed25519.Ed25519PrivateKey.generate, [])}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    def __init__(self, algorithm):
        self.algorithm = algorithm
        make, self.scheme = ALGORITHMS[algorithm]
        self.key = make()
        self.id = secrets.token_bytes(32)
        self.count = 0

    def create(self, options, attestation="none"):
        assert {"type": "public-key", "alg": self.algorithm} in options["pubKeyCredParams"]
        self.handle = base64.b64decode(options["user"]["id"])
        client_data = self.client_data("webauthn.create", options)
        public = cose.CoseKey.for_alg(self.algorithm).from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.id, public)
        data = self.data(options["rp"]["id"], ATTESTED, credential)
        statement = {} if attestation == "none" else {
            "alg": self.algorithm, "sig": self.sign(data, client_data)}
        return self.answer({
            "clientDataJSON": base64url(client_data),
            "attestationObject": base64url(AttestationObject.create(attestation, data, statement))})

    def get(self, options):
        client_data = self.client_data("webauthn.get", options)
        data = self.data(options["rpId"])
        return self.answer({
            "clientDataJSON": base64url(client_data), "authenticatorData": base64url(data),
            "signature": base64url(self.sign(data, client_data)), "userHandle": base64url(self.handle)})

    def answer(self, response):
        return {"id": base64url(self.id), "rawId": base64url(self.id), "type": "public-key",
                "response": response, "clientExtensionResults": {}}

    def client_data(self, kind, options):
        return CollectedClientData.create(kind, base64.b64decode(options["challenge"]), ORIGIN)

    def data(self, relying_party, flags=0, credential=b""):
        self.count += 1
        return AuthenticatorData.create(
            hashlib.sha256(relying_party.encode()).digest(), PRESENT | VERIFIED | flags,
            self.count, credential)

    def sign(self, data, client_data):
        return self.key.sign(bytes(data) + hashlib.sha256(client_data).digest(), *self.scheme)


def call(emulator, operation, **body):
    return emulator.client(f"accounts/passkey{operation}", body, version="v2")


@pytest.mark.parametrize("profile", ["compatible", "production"])
@pytest.mark.parametrize("attestation", ["none", "packed"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_passkey_is_enrolled_and_signs_in(start, profile, attestation, algorithm):
    emulator = start("--profile", profile)
    emulator.owner("PATCH", "v2/projects/demo-project/passkeyConfig", {"rpId": "localhost"})
    user = emulator.client("accounts:signUp", {})
    authenticator = Authenticator(algorithm)
    options = call(emulator, "Enrollment:start", idToken=user["idToken"])
    enrolled = call(
        emulator, "Enrollment:finalize", idToken=user["idToken"], name="Test",
        authenticatorRegistrationResponse=authenticator.create(
            options["credentialCreationOptions"], attestation))
    assert enrolled["localId"] == user["localId"]
    for _ in range(2):
        options = call(emulator, "SignIn:start")["credentialRequestOptions"]
        signed_in = call(
            emulator, "SignIn:finalize", authenticatorAuthenticationResponse=authenticator.get(options))
        found = emulator.client("accounts:lookup", {"idToken": signed_in["idToken"]})["users"][0]
        assert found["localId"] == user["localId"]
        assert found["passkeyInfo"] == [{"credentialId": base64url(authenticator.id), "name": "Test"}]
