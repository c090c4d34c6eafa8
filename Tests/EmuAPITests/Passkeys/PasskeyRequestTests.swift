import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Passkey requests` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `passkey requests that lack something are refused by its name`() async throws {
    let user = try await emulator.signUp()
    let idToken = JSON.string(user.idToken)
    let rows: [(String, JSONObject, String)] = [
      ("Enrollment:start", [:], "MISSING_ID_TOKEN"),
      ("Enrollment:start", ["idToken": "x"], "INVALID_ID_TOKEN"),
      ("Enrollment:finalize", [:], "MISSING_ID_TOKEN"),
      ("Enrollment:finalize", ["idToken": idToken], "MISSING_AUTHENTICATOR_RESPONSE"),
      (
        "Enrollment:finalize",
        ["idToken": idToken, "authenticatorRegistrationResponse": ["response": [:]]],
        "INVALID_CREDENTIAL_ID"
      ),
      (
        "Enrollment:finalize",
        ["idToken": idToken, "authenticatorRegistrationResponse": ["id": "a", "response": [:]]],
        "INVALID_AUTHENTICATOR_RESPONSE"
      ),
      (
        "Enrollment:finalize",
        [
          "idToken": idToken,
          "authenticatorRegistrationResponse": ["id": .string(String(repeating: "a", count: 1365))],
        ], "INVALID_CREDENTIAL_ID"
      ),
      ("SignIn:finalize", [:], "MISSING_AUTHENTICATOR_RESPONSE"),
      (
        "SignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "="]],
        "INVALID_CREDENTIAL_ID"
      ),
      (
        "SignIn:finalize",
        ["authenticatorAuthenticationResponse": ["id": "a", "response": ["clientDataJSON": "?"]]],
        "INVALID_AUTHENTICATOR_RESPONSE"
      ),
    ]
    for (operation, body, code) in rows {
      let reply = await emulator.passkey(operation, body)
      #expect(reply.errorMessage == code, "\(operation) \(JSON.object(body).serialized())")
    }
  }

  /// The official emulator accepts an id without verification
  /// (docs/reference/official-emulator.md#results, row 25).
  @Test func `passkey requests with an id alone pass until credentials are verified`() async throws
  {
    let user = try await emulator.signUp()
    let answer: JSON = ["id": "mock-credential"]
    #expect(await emulator.enroll(user.idToken, answer).status == 200)
    let signedIn = await emulator.signIn(passkey: answer)
    #expect(JSON.claims(ofToken: signedIn["idToken"]?.string)["sub"]?.string == user.uid)
    try emulator.set([.verifyCredentials: .on])
    #expect(await emulator.signIn(passkey: answer).errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
    #expect(
      await emulator.enroll(user.idToken, ["id": "other"]).errorMessage
        == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkey requests with an id alone do not pass for a passkey that has a key`()
    async throws
  {
    let user = try await emulator.signUp()
    let authenticator = try SoftAuthenticator()
    let answer = try authenticator.create(await emulator.creationOptions(user.idToken))
    #expect(await emulator.enroll(user.idToken, answer).status == 200)
    #expect(
      await emulator.signIn(passkey: ["id": .string(authenticator.id)]).errorMessage
        == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkey requests follow the project's and the tenant's configuration`() async throws {
    func config(_ method: String, _ scope: String, _ body: JSON? = nil) async -> Reply {
      await emulator.call(
        body == nil ? .get : .patch,
        "/identitytoolkit.googleapis.com/v2/projects/demo-project\(scope)/passkeyConfig\(method)",
        body, headers: ["Authorization": "Bearer owner"])
    }
    Golden.expect(await config("", "").json, "passkeys/config-default")
    let set = await config(
      "?updateMask=rpId,expectedOrigins", "",
      ["rpId": "Example.com", "expectedOrigins": ["https://example.com"]])
    Golden.expect(set.json, "passkeys/config-set")
    #expect(await config("", "/tenants/t1")["rpId"] == "example.com")
    let tenant = await config("", "/tenants/t1", ["rpId": "t1.example.com"])
    Golden.expect(tenant.json, "passkeys/config-tenant")
    #expect(await config("", "")["rpId"] == "example.com")

    let user = try await emulator.signUp()
    for (origin, status) in [("https://app.example.com", 400), ("https://example.com", 200)] {
      let answer = try SoftAuthenticator().create(
        await emulator.creationOptions(user.idToken), origin: origin)
      #expect(await emulator.enroll(user.idToken, answer).status == status)
    }
    for bad: JSON in [
      ["rpId": ""], ["rpId": "https://example.com"], ["expectedOrigins": ["example"]],
    ] {
      #expect(
        await config("?updateMask=rpId", "", ["rpId": "a b"]).errorCode == "INVALID_CONFIG")
      #expect(await config("", "", bad).errorCode == "INVALID_CONFIG", "\(bad)")
    }
  }
}
