import EmuTestSupport
import Testing

@Suite final class `accounts:issueSamlResponse`: EmulatorSuite {
  @Test func `accounts:issueSamlResponse answers what signInWithIdp accepts`() async throws {
    let user = try await emulator.signUp()
    _ = await emulator.update(user, ["displayName": "Ada King Lovelace"])
    let reply = await emulator.client(
      "accounts:issueSamlResponse", as: user, ["rpId": "google.com", "samlAppEntityId": "app"])
    Golden.expect(reply.json, "issueSamlResponse/google")
    let assertion = try #require(reply["samlResponse"]?.string)
    let escaped = assertion.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let other = await emulator.post("providerId=saml.idp&SAMLResponse=" + escaped.joined())
    #expect(other["email"] == "ada@example.com")
    #expect(other.firebase["sign_in_attributes"]?["lastName"] == "Lovelace")
  }

  @Test func `accounts:issueSamlResponse needs a token, a party and an address`() async throws {
    let anonymous = try await emulator.signUpAnonymously()
    let user = try await emulator.signUp()
    let rows: [(JSON, String)] = [
      ([:], "MISSING_ID_TOKEN"), (["idToken": .string(user.idToken)], "MISSING_RP_ID"),
      (["idToken": "x", "rpId": "a"], "INVALID_ID_TOKEN"),
      (["idToken": .string(anonymous.idToken), "rpId": "a"], "MISSING_EMAIL"),
    ]
    for (body, code) in rows {
      #expect(await emulator.client("accounts:issueSamlResponse", body).errorMessage == code)
    }
    for (party, endpoint): (JSON, JSON) in [
      ("example.com", "https://example.com/acs"),
      ("https://sp.example/acs", "https://sp.example/acs"),
    ] {
      let reply = await emulator.client("accounts:issueSamlResponse", as: user, ["rpId": party])
      #expect(reply["acsEndpoint"] == endpoint)
    }
  }
}
