import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// All sign-in methods end in the same function, so events are sent for each, with its name.
@Suite struct `The way of a sign-in` {
  struct Way: Sendable, CustomTestStringConvertible {
    /// The method in the event.
    let method: String
    /// The expected events.
    var events = ["beforeCreate", "beforeSignIn"]
    let signIn: @Sendable (TestEmulator) async throws -> Reply

    var testDescription: String { method }
  }

  static let ways: [Way] = [
    Way(method: "password") { emulator in
      await emulator.signUpReply("ada@example.com")
    },
    Way(method: "emailLink") { emulator in
      let code = await emulator.admin(
        "accounts:sendOobCode",
        ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "returnOobLink": true])
      return await emulator.client(
        "accounts:signInWithEmailLink",
        ["email": "ada@example.com", "oobCode": code["oobCode"] ?? ""])
    },
    Way(method: "phone") { emulator in
      let session = await emulator.client(
        "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
      return await emulator.client(
        "accounts:signInWithPhoneNumber",
        ["sessionInfo": session["sessionInfo"] ?? "", "code": await emulator.smsCode()])
    },
    Way(method: "apple.com") { emulator in
      await emulator.signIn("apple.com", claims: ["sub": "a1", "email": "ada@example.com"])
    },
    Way(method: "oidc.corp") { emulator in
      await emulator.signIn("oidc.corp", claims: ["sub": "o1", "level": 3])
    },
    Way(method: "saml.corp") { emulator in
      let response = #"{"assertion":{"subject":{"nameId":"a@b.co"}}}"#
      return await emulator.client(
        "accounts:signInWithIdp",
        [
          "requestUri": "http://localhost",
          "postBody": .string("providerId=saml.corp&SAMLResponse=\(response)"),
        ])
    },
    Way(method: "gc.apple.com") { emulator in
      await emulator.client(
        "accounts:signInWithGameCenter",
        [
          "playerId": "G:1", "signature": "AAAA", "salt": "AAAA", "timestamp": "1",
          "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-4.cer",
        ])
    },
    // The owner of a passkey has an account.
    Way(method: "passkey", events: ["beforeSignIn"]) { emulator in
      await emulator.signIn(passkey: ["id": "known"])
    },
  ]

  @Test(arguments: ways)
  func `the way of a sign-in is passed to functions by its name`(_ way: Way) async throws {
    let emulator = try TestEmulator.patient()
    let bob = try await emulator.signUp("bob@example.com")
    #expect(await emulator.enroll(bob.idToken, ["id": "known"]).status == 200)
    let functions = try FunctionServer { _ in .changing(["customClaims": ["seen": true]]) }
    await emulator.register(functions, for: [.beforeCreate, .beforeSignIn])
    let reply = try await way.signIn(emulator)
    #expect(reply.status == 200, "\(reply.json)")
    #expect(functions.calls.map { $0.claims["event_type"]?.string } == way.events)
    #expect(functions.calls.allSatisfy { $0.claims["sign_in_method"]?.string == way.method })
    let token = JSON.claims(ofToken: reply["idToken"]?.string)
    #expect(token["seen"] == true)
    #expect(functions.calls.allSatisfy { $0.claims["sub"] == token["sub"] })
  }

  @Test(arguments: ways)
  func `the way of a sign-in that is refused leaves nothing behind`(_ way: Way) async throws {
    let emulator = try TestEmulator.patient()
    let bob = try await emulator.signUp("bob@example.com")
    #expect(await emulator.enroll(bob.idToken, ["id": "known"]).status == 200)
    let before = try emulator.user(bob.uid)
    let functions = try FunctionServer { _ in .json([:], status: .forbidden) }
    await emulator.register(functions, for: [.beforeSignIn])
    let reply = try await way.signIn(emulator)
    #expect(reply.errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    #expect(await emulator.userCount() == 1)
    #expect(try emulator.user(bob.uid) == before)
  }
}
