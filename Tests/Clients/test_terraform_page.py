"""The calls of Terraform's provider and of the Firebase CLI, at the addresses that docs/terraform.md sets."""

import re

import pytest
import requests
from pages import ROOT, blocks

PAGE = ROOT / "docs/terraform.md"
HCL, = [block.text for block in blocks(PAGE) if block.language == "hcl"]
SHELL, = [block.text for block in blocks(PAGE) if block.language == "sh"]


@pytest.fixture
def google(emulator):
    """Sends a call of the provider: a path below its endpoint, with its access token."""
    setting = dict(re.findall(r'(\w+) += "(.+)"', HCL))
    endpoint = setting["identity_platform_custom_endpoint"].replace("http://127.0.0.1:9099", emulator.url)
    assert endpoint.endswith("/"), "the provider appends the path"

    def call(method, path, body=None, **query):
        answer = requests.request(
            method, f"{endpoint}projects/{setting['project']}/{path}", json=body, params=query, timeout=60,
            headers={"Authorization": f"Bearer {setting['access_token']}"})
        assert answer.ok, answer.text
        return answer.json()

    return call


def test_the_provider_of_the_page_is_created_and_read_as_it_was_written(google, emulator):
    google("POST", "identityPlatform:initializeAuth", {})
    resource = HCL.split('oauth_idp_config" "corp"')[1]
    values = dict(re.findall(r'(\w+) += "(.+)"', resource))
    corp = {re.sub(r"_(\w)", lambda letter: letter[1].upper(), name): value for name, value in values.items()}
    assert corp.pop("name") == "oidc.corp" and "clientSecret" in corp
    google("POST", "oauthIdpConfigs", {**corp, "enabled": True}, oauthIdpConfigId="oidc.corp")
    assert corp.items() <= google("GET", "oauthIdpConfigs/oidc.corp").items()
    # The issuer is one of the emulator's, so a person can sign in.
    discovery = corp["issuer"].replace("http://127.0.0.1:9099", emulator.url)
    assert requests.get(f"{discovery}/.well-known/openid-configuration", timeout=60).ok


def test_users_are_uploaded_and_downloaded_at_the_address_for_the_cli(emulator):
    root = re.search(r"FIREBASE_GOOGLE_URL=(\S+)", SHELL)[1].replace("http://127.0.0.1:9099", emulator.url)

    def call(name, **body):
        answer = requests.post(
            f"{root}/identitytoolkit/v3/relyingparty/{name}", timeout=60,
            json={"targetProjectId": "demo-project", **body}, headers={"Authorization": "Bearer ya29.any"})
        assert answer.ok, answer.text
        return answer.json()

    uploaded = call("uploadAccount", users=[{"localId": "ann", "email": "ann@example.com"}])
    assert not uploaded.get("error")
    assert [user["localId"] for user in call("downloadAccount", maxResults=1000)["users"]] == ["ann"]
