import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `accounts:signInWithIdp with a SAML response` {
  private static let assertion = """
    {"assertion":{"subject":{"nameId":"Ann@Corp.example"},\
    "attributeStatements":{"role":["admin"],"level":3}}}
    """

  private func post(_ response: String, _ emulator: TestEmulator, idToken: JSON? = nil) async
    -> Reply
  {
    await emulator.present(
      "saml.corp", ["SAMLResponse": response, "id_token": idToken?.serialized()])
  }

  @Test(arguments: Profile.allCases)
  func `a SAML response signs in, its attributes in the ID token`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await post(Self.assertion, emulator)
    Idp.expect(reply, is: "saml", profile)
    let user = try emulator.storedUser(of: reply)
    user.expect((\.email, "ann@corp.example"), (\.emailVerified, true))
    #expect(user.link(to: "saml.corp")?.rawID == "Ann@Corp.example")
    // The Web SDK needs the pending token.
    let again = await emulator.resume(reply["pendingToken"], options: ["autoCreate": false])
    again.expect(["localId": reply["localId"]]).expect(has: "idToken")
  }

  /// The form of the official emulator's page.
  @Test(arguments: Profile.allCases)
  func `a SAML response has its identity from the token beside it`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await post(
      Self.assertion, emulator,
      idToken: Idp.claims("s1", email: "other@example.com", verified: false, name: "Ann Lee"))
    Idp.expect(reply, is: "saml-over-token", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.link(to: "saml.corp")?.rawID == "s1")
    user.expect((\.email, "ann@corp.example"), (\.emailVerified, true), (\.displayName, "Ann Lee"))
  }

  @Test(arguments: Profile.allCases)
  func `a SAML response without an address adds a user without one`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await post(#"{"assertion":{"subject":{"nameId":"ann"}}}"#, emulator)
    reply.expect(["email": nil])
    #expect(try emulator.storedUser(of: reply).email == nil)
  }

  @Test(arguments: [
    "{}", "{", "<samlp:Response/>", "[]", #"{"assertion":7}"#, #"{"assertion":{}}"#,
    #"{"assertion":{"subject":{}}}"#, #"{"assertion":{"subject":{"nameId":7}}}"#,
    #"{"assertion":{"subject":{"nameId":""}}}"#,
    #"{"assertion":{"subject":{"nameId":"\#(String(repeating: "n", count: 600))"}}}"#,
  ])
  func `a SAML response that is malformed is refused`(response: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.believing(profile)
      await post(response, emulator).expect(400, code: "INVALID_IDP_RESPONSE")
      #expect(await emulator.userCount() == 0)
    }
  }

  @Test func `a SAML response without a signature is refused in production`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: "saml.corp", .init())
    #expect(await post(Self.assertion, emulator).errorCode == "INVALID_IDP_RESPONSE")
    #expect(await emulator.userCount() == 0)
  }
}
