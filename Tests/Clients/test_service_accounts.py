"""Google's own library, unmodified: tokens of a service account."""

import google.auth.transport.requests
import jwt
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from google.auth.exceptions import RefreshError
from google.oauth2 import service_account

ADDRESS = "robot@demo-project.iam.gserviceaccount.com"
SCOPE = "https://www.googleapis.com/auth/cloud-platform"


@pytest.fixture
def account(emulator):
    key = rsa.generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption())
    return {
        "type": "service_account", "client_email": ADDRESS, "private_key": key.decode(),
        "token_uri": f"{emulator.url}/issuers/google.com/token"}


def test_an_access_token_also_where_the_project_has_a_client(emulator, account):
    emulator.owner("POST", "v2/projects/demo-project/defaultSupportedIdpConfigs", {
        "enabled": True, "clientId": "web", "clientSecret": "s"}, idpId="google.com")
    credentials = service_account.Credentials.from_service_account_info(account, scopes=[SCOPE])
    credentials.refresh(google.auth.transport.requests.Request())
    assert credentials.valid and credentials.token


def test_an_id_token_for_a_service(emulator, account):
    credentials = service_account.IDTokenCredentials.from_service_account_info(
        account, target_audience="https://orders.example.com")
    credentials.refresh(google.auth.transport.requests.Request())
    keys = jwt.PyJWKClient(f"{emulator.url}/issuers/google.com/oauth2/v3/certs")
    claims = jwt.decode(
        credentials.token, keys.get_signing_key_from_jwt(credentials.token).key,
        algorithms=["RS256"], audience="https://orders.example.com",
        issuer=f"{emulator.url}/issuers/google.com")
    assert (claims["email"], claims["azp"], claims["email_verified"]) == (ADDRESS, ADDRESS, True)
    assert claims["sub"].isdigit()


def test_an_assertion_that_has_ended_is_refused(emulator, account):
    assertion = jwt.encode(
        {"iss": ADDRESS, "scope": SCOPE, "aud": account["token_uri"], "iat": 1, "exp": 2},
        account["private_key"], "RS256")
    answer = requests.post(account["token_uri"], timeout=60, data={
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    emulator.control("POST", "issuers/google.com/faults", {
        "match": {"endpoint": "token"}, "effect": {"status": 400}, "times": 1})
    with pytest.raises(RefreshError):
        service_account.Credentials.from_service_account_info(account, scopes=[SCOPE]).refresh(
            google.auth.transport.requests.Request())
