import EmuServer
import EmuTestSupport
import Testing

/// The possible answers of functions, and their effects.
@Suite final class `A blocking function's answer`: PatientSuite {
  struct Field: Sendable, CustomTestStringConvertible {
    let record: JSONObject
    let check: @Sendable (User) -> Bool

    var testDescription: String { JSON.object(record).serialized() }
  }

  static let fields: [Field] = [
    Field(record: ["displayName": "Ada L"]) { $0.displayName == "Ada L" },
    Field(record: ["displayName": nil]) { $0.displayName == nil },
    Field(record: ["updateMask": "displayName"]) { $0.displayName == nil },
    Field(record: ["photoUrl": "http://p/1.png"]) { $0.photoURL == "http://p/1.png" },
    Field(record: ["photoURL": "http://p/1.png"]) { $0.photoURL == "http://p/1.png" },
    Field(record: ["emailVerified": true]) { $0.emailVerified },
    Field(record: ["customClaims": ["role": "admin"]]) {
      $0.customAttributes == #"{"role":"admin"}"#
    },
    Field(record: ["customClaims": [:]]) { $0.customAttributes == nil },
    // Fields outside the mask and unknown fields have no effect.
    Field(record: ["updateMask": "", "displayName": "X"]) { $0.displayName == "Ada" },
    Field(record: ["updateMask": "phoneNumber", "phoneNumber": "+1"]) { $0.phoneNumber == nil },
  ]

  @Test(arguments: fields, [BlockingEvent.beforeCreate, .beforeSignIn])
  func `an answer changes the account's fields`(field: Field, event: BlockingEvent) async throws {
    let functions = try await emulator.functions(for: [event]) { _ in .changing(field.record) }
    let reply = await emulator.client(
      "accounts:signUp", ["email": "ada@example.com", "password": "secret1", "displayName": "Ada"])
    let user = try #require(try emulator.user(try SignedIn(reply).uid), "\(reply.json)")
    #expect(field.check(user))
    #expect(functions.calls.map(\.path) == ["/\(event.rawValue)"])
  }

  @Test func `a blocking function's answer puts claims into the session`() async throws {
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .changing(["customClaims": ["role": "user"], "sessionClaims": ["role": "guest", "at": 1]])
    }
    let account = try await emulator.signUp()
    account.claims.expect(["role": "guest", "at": 1])
    #expect(try emulator.user(account.uid)?.customAttributes == #"{"role":"user"}"#)
    // A refresh keeps them, and calls no function.
    #expect(await emulator.refresh(account.refreshToken).claims["role"] == "guest")
    #expect(functions.calls.count == 1)
  }

  @Test func `a beforeCreate function cannot put claims into the session`() async throws {
    let functions = try await emulator.functions(for: [.beforeCreate]) { _ in
      .changing(["sessionClaims": ["at": 1]])
    }
    #expect(try await emulator.signUp().claims["at"] == nil)
    #expect(functions.calls.count == 1)
  }

  @Test(arguments: [BlockingEvent.beforeCreate, .beforeSignIn])
  func `a blocking function may disable the account`(event: BlockingEvent) async throws {
    let functions = try await emulator.functions(for: [event]) { _ in .changing(["disabled": true])
    }
    #expect(await emulator.signUpReply("ada@example.com").errorMessage == "USER_DISABLED")
    let users = await emulator.admin("accounts:lookup", ["email": ["ada@example.com"]])
    users.expect(["users.0.disabled": true, "users.0.lastLoginAt": nil])
    #expect(await emulator.signInWithPassword().errorMessage == "USER_DISABLED")
    #expect(functions.calls.count == 1)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let answer: Answer
    let testDescription: String

    init(_ answer: Answer, _ detail: String) { (self.answer, testDescription) = (answer, detail) }

    init(_ answer: Answer, invalid what: String) {
      self.init(answer, "HTTP Cloud Function returned an invalid response: \(what).")
    }

    /// An answer that changes a field of the account.
    init(changing field: String, to value: JSON, invalid what: String) {
      self.init(.changing([field: value]), invalid: "\(field) \(what)")
    }
  }

  private static func long(_ count: Int) -> JSON { .repeating("x", count) }

  static let refusals: [Refusal] = [
    Refusal(
      .ready(.text("broken", status: .internalServerError)),
      "HTTP Cloud Function returned an error: broken"),
    Refusal(.ready(.text("not JSON")), invalid: "the answer is not a JSON object"),
    Refusal(.json([1]), invalid: "the answer is not a JSON object"),
    Refusal(.json(["userRecord": "x"]), invalid: "userRecord is not an object"),
    Refusal(.json(["userRecord": ["displayName": "X"]]), invalid: "userRecord has no updateMask"),
    Refusal(changing: "displayName", to: [:], invalid: "is not a text"),
    Refusal(changing: "displayName", to: long(257), invalid: "is longer than 256 characters"),
    Refusal(changing: "photoUrl", to: long(2049), invalid: "is longer than 2048 characters"),
    Refusal(changing: "disabled", to: [:], invalid: "is neither true nor false"),
    Refusal(changing: "emailVerified", to: [:], invalid: "is neither true nor false"),
    Refusal(changing: "customClaims", to: "x", invalid: "is not an object"),
    Refusal(changing: "customClaims", to: ["sub": "x"], invalid: "sets the reserved claim sub"),
    Refusal(
      changing: "sessionClaims", to: ["firebase": "x"],
      invalid: "sets the reserved claim firebase"),
    Refusal(
      .changing(["customClaims": ["a": long(600)], "sessionClaims": ["b": long(600)]]),
      invalid: "customClaims and sessionClaims together have 1216 bytes, of at most 1000"),
    Refusal(
      .json(["recaptchaActionOverride": "MAYBE"]),
      invalid: "recaptchaActionOverride is neither ALLOW nor BLOCK"),
  ]

  @Test(arguments: refusals)
  func `a blocking function that refuses ends the sign-in`(refusal: Refusal) async throws {
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in refusal.answer }
    let reply = await emulator.signUpReply("ada@example.com")
    reply.expect(400, message: "BLOCKING_FUNCTION_ERROR_RESPONSE : \(refusal.testDescription)")
    #expect(await emulator.userCount() == 0)
    #expect(functions.calls.count == 1)
  }

  @Test(arguments: [Profile.compatible, .production])
  func `a blocking function that refuses leaves a text valid`(_ profile: Profile) async throws {
    let emulator = try TestEmulator.patient(profile)
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .json([:], status: .forbidden)
    }
    let evidence = try await emulator.evidence()
    #expect(await emulator.signIn(text: evidence).errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    #expect(await emulator.userCount() == (profile == .production ? 1 : 0))
    #expect(await emulator.smsCode() == evidence["code"])
    #expect(functions.calls.count == 1)
  }

  @Test(arguments: [("ALLOW", nil), ("BLOCK", "CAPTCHA_CHECK_FAILED"), ("", nil)])
  func `a blocking function overrides reCAPTCHA`(verdict: String, error: String?) async throws {
    let functions = try await emulator.functions(for: [.beforeCreate]) { _ in
      .json(["recaptchaActionOverride": .string(verdict)])
    }
    #expect(await emulator.signUpReply("ada@example.com").errorMessage == error)
    #expect(functions.calls.count == 1)
  }

  @Test func `a blocking function's answer that never comes ends the sign-in`() async throws {
    let emulator = try TestEmulator { $0.functionTimeLimit = .milliseconds(20) }
    let functions = try await emulator.functions(for: [.beforeCreate]) { _ in
      .later(Deferred { _ in })
    }
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(
      reply.errorMessage
        == "BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.")
    #expect(reply.reasons.contains("exceeded.") && !reply.reasons.contains("exceeded.."))
    #expect(await emulator.userCount() == 0)
    #expect(functions.calls.count == 1)
  }

  @Test func `a blocking function's answer needs a server that listens`() async throws {
    try emulator.configure([
      "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "ftp://localhost/f"]]]
    ])
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(
      reply.errorMessage?.hasPrefix(
        "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function could not be called: ") == true)
  }
}
