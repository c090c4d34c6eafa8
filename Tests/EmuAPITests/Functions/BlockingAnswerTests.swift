import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Testing

/// The possible answers of functions, and their effects.
@Suite struct `A blocking function's answer` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.patient() }

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
  func `a blocking function's answer changes the account`(field: Field, event: BlockingEvent)
    async throws
  {
    let functions = try FunctionServer { _ in .changing(field.record) }
    await emulator.register(functions, for: [event])
    let reply = await emulator.client(
      "accounts:signUp",
      ["email": "ada@example.com", "password": "secret1", "displayName": "Ada"])
    let user = try #require(try emulator.user(try SignedIn(reply).uid), "\(reply.json)")
    #expect(field.check(user))
    #expect(functions.calls.map(\.path) == ["/\(event.rawValue)"])
  }

  @Test func `a blocking function's answer of beforeSignIn puts claims into the session alone`()
    async throws
  {
    let functions = try FunctionServer { _ in
      .changing(["customClaims": ["role": "user"], "sessionClaims": ["role": "guest", "at": 1]])
    }
    await emulator.register(functions, for: [.beforeSignIn])
    let account = try await emulator.signUp()
    #expect(account.claims["role"] == "guest")
    #expect(account.claims["at"] == 1)
    #expect(try emulator.user(account.uid)?.customAttributes == #"{"role":"user"}"#)
    // A refresh keeps them, and calls no function.
    let refreshed = await emulator.refresh(account.refreshToken)
    #expect(JSON.claims(ofToken: refreshed["id_token"]?.string)["role"] == "guest")
    #expect(functions.calls.count == 1)
  }

  @Test func `a blocking function's answer of beforeCreate cannot put claims into the session`()
    async throws
  {
    let functions = try FunctionServer { _ in .changing(["sessionClaims": ["at": 1]]) }
    await emulator.register(functions, for: [.beforeCreate])
    #expect(try await emulator.signUp().claims["at"] == nil)
  }

  @Test(arguments: [BlockingEvent.beforeCreate, .beforeSignIn])
  func `a blocking function's answer that disables the account lasts, and lets no user in`(
    event: BlockingEvent
  ) async throws {
    let functions = try FunctionServer { _ in .changing(["disabled": true]) }
    await emulator.register(functions, for: [event])
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(reply.errorMessage == "USER_DISABLED")
    let users = await emulator.admin("accounts:lookup", ["email": ["ada@example.com"]])
    #expect(users["users"]?[0]?["disabled"] == true)
    #expect(users["users"]?[0]?["lastLoginAt"] == nil)
    #expect(await emulator.signInWithPassword().errorMessage == "USER_DISABLED")
    #expect(functions.calls.count == 1)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let answer: Answer
    let detail: String

    init(_ answer: Answer, _ detail: String) {
      self.answer = answer
      self.detail = detail
    }

    var testDescription: String { detail }
  }

  private static func invalid(_ what: String) -> String {
    "HTTP Cloud Function returned an invalid response: \(what)."
  }

  static let refusals: [Refusal] = [
    Refusal(
      .json(
        ["error": ["message": "Not you.", "status": "PERMISSION_DENIED"]], status: .forbidden),
      #"HTTP Cloud Function returned an error: {"error":{"message":"Not you.","status":"PERMISSION_DENIED"}}"#
    ),
    Refusal(
      .ready(.text("broken", status: .internalServerError)),
      "HTTP Cloud Function returned an error: broken"),
    Refusal(.ready(.text("not JSON")), invalid("the answer is not a JSON object")),
    Refusal(.json([1]), invalid("the answer is not a JSON object")),
    Refusal(.json(["userRecord": "x"]), invalid("userRecord is not an object")),
    Refusal(
      .json(["userRecord": ["displayName": "X"]]), invalid("userRecord has no updateMask")),
    Refusal(.changing(["displayName": [:]]), invalid("displayName is not a text")),
    Refusal(
      .changing(["displayName": .string(String(repeating: "x", count: 257))]),
      invalid("displayName is longer than 256 characters")),
    Refusal(
      .changing(["photoUrl": .string(String(repeating: "x", count: 2049))]),
      invalid("photoUrl is longer than 2048 characters")),
    Refusal(.changing(["disabled": [:]]), invalid("disabled is neither true nor false")),
    Refusal(.changing(["emailVerified": [:]]), invalid("emailVerified is neither true nor false")),
    Refusal(.changing(["customClaims": "x"]), invalid("customClaims is not an object")),
    Refusal(
      .changing(["customClaims": ["sub": "x"]]),
      invalid("customClaims sets the reserved claim sub")),
    Refusal(
      .changing(["sessionClaims": ["firebase": "x"]]),
      invalid("sessionClaims sets the reserved claim firebase")),
    Refusal(
      .changing([
        "customClaims": ["a": .string(String(repeating: "x", count: 600))],
        "sessionClaims": ["b": .string(String(repeating: "x", count: 600))],
      ]),
      invalid("customClaims and sessionClaims together have 1216 bytes, of at most 1000")),
    Refusal(
      .json(["recaptchaActionOverride": "MAYBE"]),
      invalid("recaptchaActionOverride is neither ALLOW nor BLOCK")),
  ]

  @Test(arguments: refusals)
  func `a blocking function that refuses or is broken ends the sign-in, and nothing is stored`(
    refusal: Refusal
  ) async throws {
    let functions = try FunctionServer { _ in refusal.answer }
    await emulator.register(functions, for: [.beforeSignIn])
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(reply.status == 400)
    #expect(reply.errorMessage == "BLOCKING_FUNCTION_ERROR_RESPONSE : \(refusal.detail)")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: [Profile.compatible, .production])
  func `a blocking function that refuses leaves the code of a text message valid`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator.patient(profile)
    let functions = try FunctionServer { _ in .json([:], status: .forbidden) }
    await emulator.register(functions, for: [.beforeSignIn])
    let session = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let code = await emulator.smsCode()
    let reply = await emulator.client(
      "accounts:signInWithPhoneNumber",
      ["sessionInfo": session["sessionInfo"] ?? "", "code": code])
    #expect(reply.errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    #expect(await emulator.userCount() == (profile == .production ? 1 : 0))
    #expect(await emulator.smsCode() == code)
  }

  @Test(arguments: [
    ("ALLOW", nil), ("BLOCK", "CAPTCHA_CHECK_FAILED"), ("", nil),
  ])
  func `a blocking function's answer overrides the verdict of reCAPTCHA`(
    verdict: String, error: String?
  ) async throws {
    let functions = try FunctionServer { _ in
      .json(["recaptchaActionOverride": .string(verdict)])
    }
    await emulator.register(functions, for: [.beforeCreate])
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(reply.errorMessage == error)
  }

  @Test func `a blocking function's answer that never comes ends the sign-in`() async throws {
    let emulator = try TestEmulator { $0.functionTimeLimit = .milliseconds(20) }
    let functions = try FunctionServer { _ in .later(Deferred { _ in }) }
    await emulator.register(functions, for: [.beforeCreate])
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(
      reply.errorMessage
        == "BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.")
    #expect(await emulator.userCount() == 0)
  }

  @Test func `a blocking function's answer cannot come from where no server listens`() async throws
  {
    try emulator.configure([
      "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "ftp://localhost/f"]]]
    ])
    let reply = await emulator.signUpReply("ada@example.com")
    #expect(
      reply.errorMessage?.hasPrefix(
        "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function could not be called: ") == true)
  }
}
