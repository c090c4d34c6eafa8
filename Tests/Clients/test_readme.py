"""The two-minute path of the README: a fake Apple account signs in, links, and is revoked."""


def idp(emulator, provider, minted, **options):
    body = f"providerId={provider}&id_token={minted['idToken']}"
    if minted.get("rawNonce"):
        body += f"&nonce={minted['rawNonce']}"
    if minted.get("appleUser"):
        body += f"&user={minted['appleUser']}"
    return emulator.client(
        "accounts:signInWithIdp",
        {"requestUri": "http://localhost", "postBody": body, "returnSecureToken": True,
         "returnIdpCredential": True, **options})


def test_a_fake_apple_account_signs_in_is_revoked_and_deleted(emulator):
    minted = emulator.mint(
        "apple.com", account={"email": "ann@example.com", "name": {
            "givenName": "Ann", "familyName": "Lee"}, "hideEmail": True},
        clientId="com.example.app", rawNonce="raw")
    session = idp(emulator, "apple.com", minted)
    assert session["isNewUser"] is True
    assert session["displayName"] == "Ann Lee"
    assert session["email"].endswith("@privaterelay.appleid.com")

    assert emulator.client(
        "accounts:revokeToken",
        {"providerId": "apple.com", "tokenType": "3", "token": minted["authorizationCode"],
         "idToken": session["idToken"]}, version="v2") == {}
    assert "error" not in emulator.client("accounts:delete", {"idToken": session["idToken"]})

    again = emulator.mint(
        "apple.com", account={"sub": minted["sub"]}, clientId="com.example.app")
    assert "appleUser" in again, "after a revocation the name is shared again"
