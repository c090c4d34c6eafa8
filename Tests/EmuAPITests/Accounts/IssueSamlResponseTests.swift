import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:issueSamlResponse` {
  @Test
  func `accounts:issueSamlResponse identifies the user in the form that signInWithIdp accepts`()
    async throws
  {
    let emulator = try TestEmulator()
    let user = try await emulator.signUp()
    _ = await emulator.client(
      "accounts:update", ["idToken": .string(user.idToken), "displayName": "Ada King Lovelace"])
    let reply = await emulator.client(
      "accounts:issueSamlResponse",
      ["idToken": .string(user.idToken), "rpId": "google.com", "samlAppEntityId": "app"])
    Golden.expect(reply.json, "issueSamlResponse/google")
    let assertion = try #require(reply["samlResponse"]?.string)
    let other = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost",
        "postBody": .string(
          "providerId=saml.idp&SAMLResponse=" + PercentEncodedText.of(assertion)),
      ])
    #expect(other["email"] == "ada@example.com")
    let claims = JSON.claims(ofToken: other["idToken"]?.string)
    #expect(claims["firebase"]?["sign_in_attributes"]?["lastName"] == "Lovelace")
  }

  @Test func `accounts:issueSamlResponse requires a token, a relying party and an address`()
    async throws
  {
    let emulator = try TestEmulator()
    let nobody = try await emulator.signUpAnonymously()
    let user = try await emulator.signUp()
    let rows: [(JSON, String)] = [
      ([:], "MISSING_ID_TOKEN"), (["idToken": .string(user.idToken)], "MISSING_RP_ID"),
      (["idToken": "x", "rpId": "a"], "INVALID_ID_TOKEN"),
      (["idToken": .string(nobody.idToken), "rpId": "a"], "MISSING_EMAIL"),
    ]
    for (body, code) in rows {
      #expect(await emulator.client("accounts:issueSamlResponse", body).errorMessage == code)
    }
    for (party, endpoint) in [
      ("example.com", "https://example.com/acs"),
      ("https://sp.example/acs", "https://sp.example/acs"),
    ] {
      let reply = await emulator.client(
        "accounts:issueSamlResponse",
        ["idToken": .string(user.idToken), "rpId": .string(party)])
      #expect(reply["acsEndpoint"]?.string == endpoint)
    }
  }
}

private enum PercentEncodedText {
  static func of(_ text: String) -> String {
    text.utf8.map { "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
  }
}
