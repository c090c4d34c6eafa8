"""Google's own library, unmodified: tokens of a service account."""

import google.auth.transport.requests
import jwt
import pytest
from conftest import pem
from cryptography.hazmat.primitives.asymmetric import rsa
from google.oauth2 import service_account

ADDRESS = "robot@demo-project.iam.gserviceaccount.com"
SCOPE = "https://www.googleapis.com/auth/cloud-platform"


@pytest.fixture
def account(emulator):
    return {
        "type": "service_account", "client_email": ADDRESS,
        "private_key": pem(rsa.generate_private_key(65537, 2048)),
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
