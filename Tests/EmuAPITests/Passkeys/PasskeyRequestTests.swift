import EmuTestSupport
import Testing

@Suite final class `Passkey requests`: EmulatorSuite {
  @Test func `passkey requests that lack something are refused by its name`() async throws {
    let user = try await emulator.signUp()
    let idToken = JSON.string(user.idToken)
    let long = JSON.repeating("a", 1365)
    func enrolling(_ answer: JSON) -> JSONObject {
      ["idToken": idToken, "authenticatorRegistrationResponse": answer]
    }
    func signing(_ answer: JSON) -> JSONObject { ["authenticatorAuthenticationResponse": answer] }
    let invalid = "INVALID_AUTHENTICATOR_RESPONSE"
    let rows: [(String, JSONObject, String)] = [
      ("Enrollment:start", [:], "MISSING_ID_TOKEN"),
      ("Enrollment:start", ["idToken": "x"], "INVALID_ID_TOKEN"),
      ("Enrollment:finalize", [:], "MISSING_ID_TOKEN"),
      ("Enrollment:finalize", ["idToken": idToken], "MISSING_AUTHENTICATOR_RESPONSE"),
      ("Enrollment:finalize", enrolling(["response": [:]]), "INVALID_CREDENTIAL_ID"),
      ("Enrollment:finalize", enrolling(["id": "a", "response": [:]]), invalid),
      ("Enrollment:finalize", enrolling(["id": long]), "INVALID_CREDENTIAL_ID"),
      ("SignIn:finalize", [:], "MISSING_AUTHENTICATOR_RESPONSE"),
      ("SignIn:finalize", signing(["id": "="]), "INVALID_CREDENTIAL_ID"),
      ("SignIn:finalize", signing(["id": "a", "response": ["clientDataJSON": "?"]]), invalid),
    ]
    for (operation, body, code) in rows {
      let reply = await emulator.passkey(operation, body)
      #expect(reply.errorMessage == code, "\(operation) \(JSON.object(body).serialized())")
    }
  }

  /// The official emulator accepts an id without verification
  /// (docs/reference/official-emulator.md#results, row 25).
  @Test func `passkey requests with an id alone pass unless verified`() async throws {
    let user = try await emulator.signUp()
    let answer: JSON = ["id": "mock-credential"]
    #expect(await emulator.enroll(user.idToken, answer).status == 200)
    #expect(await emulator.signIn(passkey: answer).claims["sub"]?.string == user.uid)
    try emulator.set([.verifyCredentials: .on])
    #expect(await emulator.signIn(passkey: answer).errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkey requests with an id alone fail for a passkey with a key`() async throws {
    let user = try await emulator.signUp()
    let authenticator = try SoftAuthenticator()
    let answer = try authenticator.create(await emulator.creationOptions(user.idToken))
    #expect(await emulator.enroll(user.idToken, answer).status == 200)
    let reply = await emulator.signIn(passkey: ["id": .string(authenticator.id)])
    #expect(reply.errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkey requests follow the project's and the tenant's configuration`() async throws {
    func config(_ path: String, _ body: JSON? = nil) async -> Reply {
      await emulator.configuration(body == nil ? .get : .patch, path, body)
    }
    Golden.expect(await config("passkeyConfig").json, "passkeys/config-default")
    let set = await config(
      "passkeyConfig?updateMask=rpId,expectedOrigins",
      ["rpId": "Example.com", "expectedOrigins": ["https://example.com"]])
    Golden.expect(set.json, "passkeys/config-set")
    #expect(await config("tenants/t1/passkeyConfig")["rpId"] == "example.com")
    let tenant = await config("tenants/t1/passkeyConfig", ["rpId": "t1.example.com"])
    Golden.expect(tenant.json, "passkeys/config-tenant")
    #expect(await config("passkeyConfig")["rpId"] == "example.com")

    let user = try await emulator.signUp()
    for (origin, status) in [("https://app.example.com", 400), ("https://example.com", 200)] {
      let answer = try SoftAuthenticator().create(
        await emulator.creationOptions(user.idToken), origin: origin)
      #expect(await emulator.enroll(user.idToken, answer).status == status)
    }
    let masked = await config("passkeyConfig?updateMask=rpId", ["rpId": "a b"])
    #expect(masked.errorCode == "INVALID_CONFIG")
    for bad: JSON in [
      ["rpId": ""], ["rpId": "https://example.com"], ["expectedOrigins": ["example"]],
    ] { #expect(await config("passkeyConfig", bad).errorCode == "INVALID_CONFIG", "\(bad)") }
  }
}
