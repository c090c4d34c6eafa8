"""Tokens checked as a proxy or a service checks them: by the key set, the issuer and the audience."""

import pytest
import requests
from joserfc import jwt as joserfc
from joserfc.jwk import KeySet

from pages import ROOT, blocks

ISSUER = "oidc.checked"


def by_pyjwt(base):
    """The block of the page, as a service would have it."""
    text, = [b.text for b in blocks(ROOT / "docs/clients.md") if "PyJWKClient" in b.text]
    names = {}
    exec(text.replace("http://127.0.0.1:9099/issuers/oidc.app", base), names)
    return names["claims_of"]


def by_joserfc(base):
    """As Envoy and Istio are configured: an issuer, audiences and the address of the key set."""
    rules = joserfc.JWTClaimsRegistry(
        iss={"essential": True, "value": base}, aud={"essential": True, "value": "app"},
        exp={"essential": True})

    def claims_of(token):
        keys = KeySet.import_key_set(requests.get(f"{base}/jwks", timeout=60).json())
        claims = joserfc.decode(token, keys, algorithms=["RS256"]).claims
        rules.validate(claims)
        return claims
    return claims_of


@pytest.fixture(params=[by_pyjwt, by_joserfc])
def checked(request, shared_emulator):
    return request.param(f"{shared_emulator.url}/issuers/{ISSUER}")


def mint(emulator, **order):
    order = {"account": {"email": "ann@example.com"}, "clientId": "app"} | order
    return emulator.mint(ISSUER, **order)["idToken"]


def test_a_token_is_accepted_also_after_the_key_is_rotated(shared_emulator, checked):
    assert checked(mint(shared_emulator))["email"] == "ann@example.com"
    shared_emulator.control("POST", f"issuers/{ISSUER}/keys:rotate", {})
    assert checked(mint(shared_emulator))["email"] == "ann@example.com"


@pytest.mark.parametrize("defect", [
    "expired", "not-yet-valid", "bad-signature", "unknown-key", "unsigned", "wrong-audience", "wrong-issuer"])
def test_a_token_with_a_defect_is_refused(shared_emulator, checked, defect):
    with pytest.raises(Exception) as caught:
        checked(mint(shared_emulator, defect=defect))
    assert type(caught.value).__module__.startswith(("jwt", "joserfc"))
