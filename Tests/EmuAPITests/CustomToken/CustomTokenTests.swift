import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

@Suite final class `accounts:signInWithCustomToken`: EmulatorSuite {
  @Test func `accounts:signInWithCustomToken makes an account with claims`() async throws {
    let reply = await emulator.signIn(
      custom: CustomTokens.unsigned(["uid": "alice", "claims": ["tier": "gold", "level": 3]]))
    reply.expect(golden: "customToken/new", masking: ["refreshToken"])
    try #require(try emulator.user("alice")).expect((\.customAuth, true), (\.isAnonymous, false))
    let refreshed = await emulator.refresh(reply["refreshToken"]?.string ?? "")
    #expect(refreshed.claims["tier"] == "gold")
    #expect(refreshed.firebase["sign_in_provider"] == "custom")
    let again = await emulator.signIn(custom: CustomTokens.unsigned(["uid": "alice"]))
    #expect(again["isNewUser"] == false)
    #expect(again.claims["tier"] == nil)
  }

  @Test(
    arguments: [
      (nil, "MISSING_CUSTOM_TOKEN"), ("{}", "MISSING_IDENTIFIER"),
      ("{uid:1}", "INVALID_CUSTOM_TOKEN"), ("{", "INVALID_CUSTOM_TOKEN"),
      ("abc", "INVALID_CUSTOM_TOKEN"), ("a.b.c", "INVALID_CUSTOM_TOKEN"),
      (#"{"uid":[]}"#, "MISSING_IDENTIFIER"),
      (#"{"uid":"a","claims":{"iss":"x"}}"#, "FORBIDDEN_CLAIM"),
      (#"{"uid":"a","claims":[]}"#, "INVALID_CLAIMS"),
      (.string(#"{"uid":"\#(String(repeating: "u", count: 129))"}"#), "INVALID_IDENTIFIER"),
      (.string(CustomTokens.unsigned(["uid": "a", "aud": "demo"])), "INVALID_CUSTOM_TOKEN"),
    ] as [(JSON, String)])
  func `accounts:signInWithCustomToken needs a token`(_ token: JSON, _ code: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      if profile == .production { try emulator.set([.customTokenSignature: .off]) }
      let reply = await emulator.client("accounts:signInWithCustomToken", ["token": token])
      reply.expect(400, code: code)
      #expect(try emulator.user("a") == nil)
    }
  }

  @Test func `accounts:signInWithCustomToken is for one tenant`() async throws {
    func sign(_ claims: JSONObject, tenant: JSON) async -> Reply {
      let token: JSON = .string(CustomTokens.unsigned(claims))
      return await emulator.client(
        "accounts:signInWithCustomToken", ["token": token, "tenantId": tenant])
    }
    let ours: JSONObject = ["uid": "d", "tenant_id": "t1"]
    #expect(await sign(ours, tenant: "t1").firebase["tenant"] == "t1")
    for claims: JSONObject in [["uid": "d", "tenant_id": "t2"], ["uid": "d"]] {
      await sign(claims, tenant: "t1").expect(refusal: "TENANT_ID_MISMATCH")
    }
    #expect(await sign(ours, tenant: nil).status == 200)
    try emulator.set([.customTokenSignature: .on])
    await sign(ours, tenant: nil).expect(refusal: "TENANT_ID_MISMATCH")
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signInWithCustomToken signs up where apps may not`(profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(["client": ["permissions": ["disabledUserSignup": true]]])
    #expect(await emulator.signUpReply("ada@example.com").errorCode == "ADMIN_ONLY_OPERATION")
    let reply = await emulator.signIn(
      custom: CustomTokens.unsigned(CustomTokens.emulatorAccount.merging(["uid": "alice"])))
    #expect(reply["isNewUser"] == true, "\(reply.text)")
    #expect(try emulator.user("alice") != nil)
  }

  // MARK: Claims

  private func editor() async throws -> SignedIn {
    let reply = await emulator.signIn(custom: #"{"uid":"u1","claims":{"role":"editor","level":3}}"#)
    return SignedIn(
      uid: "u1", idToken: try #require(reply["idToken"]?.string),
      refreshToken: try #require(reply["refreshToken"]?.string))
  }

  @Test(
    arguments: [
      ("update", ["password": "secret2"]), ("update", ["email": "ada@example.com"]),
      ("update", ["email": "ada@example.com", "password": "secret2"]),
      ("signUp", ["email": "ada@example.com", "password": "secret1"]),
    ] as [(String, JSONObject)])
  func `claims of a custom token outlive the ends of sessions`(
    _ call: String, _ change: JSONObject
  ) async throws {
    let reply = await emulator.client("accounts:\(call)", as: try await editor(), change)
    reply.claims.expect(["role": "editor", "level": 3])
    let refreshed = await emulator.refresh(try #require(reply["refreshToken"]?.string))
    #expect(refreshed.claims["role"] == "editor")
  }

  @Test func `claims of a custom token are not mixed up with the user's own`() async throws {
    let first = try await editor()
    _ = await emulator.change("u1", ["customAttributes": #"{"plan":"gold"}"#])
    let token = await emulator.refresh(first.refreshToken)["id_token"] ?? .null
    #expect(JSON.claims(ofToken: token.string)["plan"] == "gold")
    let changed = await emulator.client(
      "accounts:update", ["idToken": token, "password": "secret2"])
    _ = await emulator.change("u1", ["customAttributes": "{}"])
    let after = await emulator.refresh(try #require(changed["refreshToken"]?.string))
    after.claims.expect(["role": "editor", "plan": nil])
  }

  @Test(arguments: ["{}", #"{"role":"viewer"}"#])
  func `claims of the user end where an administrator changes them`(_ later: String) async throws {
    let user = try await emulator.signUp()
    _ = await emulator.change(user.uid, ["customAttributes": #"{"role":"editor"}"#])
    let token = await emulator.refresh(user.refreshToken)["id_token"] ?? .null
    #expect(JSON.claims(ofToken: token.string)["role"] == "editor")
    _ = await emulator.change(user.uid, ["customAttributes": .string(later)])
    let changed = await emulator.client(
      "accounts:update", ["idToken": token, "password": "secret2"])
    let role: JSON? = later == "{}" ? nil : "viewer"
    #expect(changed.claims["role"] == role)
    let after = await emulator.refresh(try #require(changed["refreshToken"]?.string))
    #expect(after.claims["role"] == role)
  }
}

@Suite struct `customTokenSignature` {
  /// Two keys are sufficient, and each costs a third of a second.
  private static let ours = CustomTokens.Signer(kid: "one")
  private static let other = CustomTokens.Signer(kid: "one")

  private static func configure(
    _ emulator: TestEmulator, _ account: String, _ key: String
  ) async -> Reply {
    let account: JSON = ["clientEmail": .string(account), "publicKey": .string(key)]
    return await emulator.call(
      .patch, "/emulator/v1/projects/demo-project/config", ["serviceAccounts": [account]])
  }

  private static func emulator(_ profile: Profile) async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    let reply = await configure(emulator, CustomTokens.account, ours.publicKey)
    reply.expect(["serviceAccounts.0.clientEmail": .string(CustomTokens.account)])
    return emulator
  }

  @Test(
    arguments: [
      (["exp": 1_799_999_699], "INVALID_CUSTOM_TOKEN"), (["exp": "soon"], "INVALID_CUSTOM_TOKEN"),
      (["iat": 1_800_000_001], "INVALID_CUSTOM_TOKEN"),
      (["exp": 1_800_003_601], "INVALID_CUSTOM_TOKEN"),
      (["sub": "somebody@else"], "INVALID_CUSTOM_TOKEN"),
      (["iss": "x@y", "sub": "x@y"], "CREDENTIAL_MISMATCH"),
    ] as [(JSONObject, String)])
  func `customTokenSignature refuses in production and warns in compatible`(
    _ change: JSONObject, _ code: String
  ) async throws {
    let token = Self.ours.sign(change.merging(["uid": "alice"]))
    let strict = try await Self.emulator(.production)
    #expect(await strict.signIn(custom: token).errorCode == code)
    #expect(try strict.user("alice") == nil)
    let lenient = try await Self.emulator(.compatible)
    #expect(await lenient.signIn(custom: token).status == 200)
  }

  @Test func `customTokenSignature accepts Admin SDKs' tokens for an emulator`() async throws {
    let emulator = try await Self.emulator(.production)
    #expect(await emulator.signIn(custom: CustomTokens.ofEmulator(["uid": "alice"])).status == 200)
    let signed = Self.other.sign(CustomTokens.emulatorAccount.merging(["uid": "alice"]))
    #expect(await emulator.signIn(custom: signed).errorCode == "CREDENTIAL_MISMATCH")
    let late = CustomTokens.ofEmulator(["uid": "alice", "exp": 1_799_999_699])
    #expect(await emulator.signIn(custom: late).errorCode == "INVALID_CUSTOM_TOKEN")
  }

  @Test func `customTokenSignature requires a valid signature`() async throws {
    let emulator = try await Self.emulator(.production)
    #expect(await emulator.signIn(custom: Self.ours.sign(["uid": "alice"])).status == 200)
    for token in [
      Self.other.sign(["uid": "alice"]), CustomTokens.unsigned(["uid": "alice"]),
      #"{"uid":"alice"}"#,
    ] {
      #expect(await emulator.signIn(custom: token).errorCode == "INVALID_CUSTOM_TOKEN")
    }
    try emulator.set([.customTokenSignature: .off])
    #expect(await emulator.signIn(custom: #"{"uid":"alice"}"#).status == 200)
  }

  @Test func `customTokenSignature aside, production fails at a token without the tenant`()
    async throws
  {
    let emulator = try await Self.emulator(.production)
    await emulator.allowTenants()
    let tenant = try #require(await emulator.postV2("tenants", ["displayName": "alpha"]).tenantID)
    let token: JSON = .string(CustomTokens.ofEmulator(["uid": "d"]))
    await emulator.client(
      "accounts:signInWithCustomToken", ["token": token, "tenantId": .string(tenant)]
    ).expect(500, message: "Internal error encountered.")
  }

  @Test func `customTokenSignature accepts only keys as a service account's key`() async throws {
    #expect(await Self.configure(try TestEmulator(), "a@b", "no key").status == 400)
  }
}

/// Custom tokens in the Admin SDKs' format.
enum CustomTokens {
  static let account = "firebase-adminsdk@demo-project.iam.gserviceaccount.com"
  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// Returns the claims of every custom token, overridden by the given ones.
  static func claims(_ claims: JSONObject) -> JSONObject {
    let all: JSONObject = [
      "iss": .string(account), "sub": .string(account), "aud": .string(audience),
      "iat": 1_800_000_000, "exp": 1_800_003_600,
    ]
    return all.merging(claims)
  }

  /// The claims of Admin SDKs' tokens for an emulator.
  static let emulatorAccount: JSONObject = [
    "iss": "firebase-auth-emulator@example.com", "sub": "firebase-auth-emulator@example.com",
  ]

  static func ofEmulator(_ claims: JSONObject) -> String {
    unsigned(emulatorAccount.merging(claims))
  }

  static func unsigned(_ claims: JSONObject) -> String {
    JWTSigner.unsigned(claims: JSON.object(Self.claims(claims)).serializedBytes())
  }

  struct Signer: Sendable {
    private let key: SigningKey?

    init(kid: String) {
      key = try? SigningKey(kid: kid, algorithm: .rs256, privateKey: .generate(.rsa))
    }

    var publicKey: String { key?.privateKey.publicKey.pemRepresentation ?? "" }

    func sign(_ claims: JSONObject) -> String {
      guard let key else { return "" }
      let bytes = JSON.object(CustomTokens.claims(claims)).serializedBytes()
      return (try? JWTSigner.sign(claims: bytes, key: key)) ?? ""
    }
  }
}

extension TestEmulator {
  func signIn(custom token: String) async -> Reply {
    await client(
      "accounts:signInWithCustomToken", ["token": .string(token), "returnSecureToken": true])
  }
}
