"""Tokens of the issuers, verified by PyJWT with the discovery documents only."""

import jwt
import pytest
import requests

ISSUERS = [("apple.com", "RS256"), ("google.com", "RS256"), ("microsoft.com", "RS256"),
           ("oidc.example", "RS256"), ("oidc.example", "ES256")]


def discover(token):
    """Returns the issuer's discovery document, found through the token as a client would."""
    issuer = jwt.decode(token, options={"verify_signature": False})["iss"]
    answer = requests.get(issuer + "/.well-known/openid-configuration", timeout=120)
    assert answer.ok, answer.text
    document = answer.json()
    assert document["issuer"] == issuer
    return document


@pytest.mark.parametrize("issuer,algorithm", ISSUERS)
def test_pyjwt_verifies_a_minted_token(emulator, issuer, algorithm):
    minted = emulator.mint(
        issuer, account={"email": "ann@example.com"}, clientId="com.example.app", nonce="n",
        algorithm=algorithm)
    document = discover(minted["idToken"])
    key = jwt.PyJWKClient(document["jwks_uri"]).get_signing_key_from_jwt(minted["idToken"])
    claims = jwt.decode(
        minted["idToken"], key.key, algorithms=[algorithm], audience="com.example.app",
        issuer=document["issuer"])
    assert claims["nonce"] == "n"
    assert algorithm in document["id_token_signing_alg_values_supported"]


def test_a_signed_id_token_of_the_backend_verifies_from_its_key_set(start):
    emulator = start("--sign-id-tokens")
    token = emulator.client("accounts:signUp", {})["idToken"]
    key = jwt.PyJWKClient(
        emulator.url + "/www.googleapis.com/service_accounts/v1/jwk/"
        "securetoken@system.gserviceaccount.com").get_signing_key_from_jwt(token)
    claims = jwt.decode(
        token, key.key, algorithms=["RS256"], audience="demo-project",
        issuer="https://securetoken.google.com/demo-project")
    assert claims["firebase"]["sign_in_provider"] == "anonymous"
