import EmuTestSupport
import Testing

/// All sign-in methods end in the same function, so events are sent for each, with its name.
@Suite final class `The way of a sign-in`: PatientSuite {
  struct Way: Sendable, CustomTestStringConvertible {
    /// The method in the event.
    let method: String
    /// The expected events.
    var events = ["beforeCreate", "beforeSignIn"]
    let signIn: @Sendable (TestEmulator) async throws -> Reply

    var testDescription: String { method }
  }

  static let ways: [Way] = [
    Way(method: "password") { await $0.signUpReply("ada@example.com") },
    Way(method: "emailLink") { emulator in
      let code = await emulator.adminCode("EMAIL_SIGNIN")
      return await emulator.client(
        "accounts:signInWithEmailLink",
        ["email": "ada@example.com", "oobCode": code["oobCode"] ?? ""])
    },
    Way(method: "phone") { await $0.signIn(text: try await $0.evidence()) },
    Way(method: "apple.com") {
      await $0.signIn("apple.com", claims: ["sub": "a1", "email": "ada@example.com"])
    },
    Way(method: "oidc.corp") { await $0.signIn("oidc.corp", claims: ["sub": "o1", "level": 3]) },
    Way(method: "saml.corp") {
      let response = #"{"assertion":{"subject":{"nameId":"a@b.co"}}}"#
      return await $0.post("providerId=saml.corp&SAMLResponse=\(response)")
    },
    Way(method: "gc.apple.com") {
      let player: JSON = [
        "playerId": "G:1", "signature": "AAAA", "salt": "AAAA", "timestamp": "1",
        "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-4.cer",
      ]
      return await $0.client("accounts:signInWithGameCenter", player)
    },
    // The owner of a passkey has an account.
    Way(method: "passkey", events: ["beforeSignIn"]) { await $0.signIn(passkey: ["id": "known"]) },
  ]

  @Test(arguments: ways)
  func `the way of a sign-in is passed to functions by its name`(_ way: Way) async throws {
    let bob = try await emulator.signUp("bob@example.com")
    #expect(await emulator.enroll(bob.idToken, ["id": "known"]).status == 200)
    let functions = try await emulator.functions(for: [.beforeCreate, .beforeSignIn]) { _ in
      .changing(["customClaims": ["seen": true]])
    }
    let reply = try await way.signIn(emulator)
    #expect(reply.status == 200, "\(reply.json)")
    #expect(functions.calls.map { $0.claims["event_type"]?.string } == way.events)
    #expect(functions.calls.allSatisfy { $0.claims["sign_in_method"]?.string == way.method })
    let token = reply.claims
    #expect(token["seen"] == true)
    #expect(functions.calls.allSatisfy { $0.claims["sub"] == token["sub"] })
  }

  @Test(arguments: ways)
  func `the way of a sign-in that is refused leaves nothing behind`(_ way: Way) async throws {
    let bob = try await emulator.signUp("bob@example.com")
    #expect(await emulator.enroll(bob.idToken, ["id": "known"]).status == 200)
    let before = try emulator.user(bob.uid)
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .json([:], status: .forbidden)
    }
    #expect(try await way.signIn(emulator).errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    #expect(await emulator.userCount() == 1)
    #expect(try emulator.user(bob.uid) == before)
    #expect(functions.calls.count == 1)
  }
}
