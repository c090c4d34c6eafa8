import EmuCrypto
import EmuHTTP
import EmuJOSE
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:signInWithCustomToken` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test
  func `accounts:signInWithCustomToken makes the account, and puts the claims into the token`()
    async throws
  {
    let reply = await emulator.signIn(
      custom: CustomTokens.unsigned(["uid": "alice", "claims": ["tier": "gold", "level": 3]]))
    #expect(reply.status == 200)
    Golden.expect(reply.json, "customToken/new", masking: ["refreshToken"])
    let user = try #require(try emulator.user("alice"))
    #expect(user.customAuth)
    #expect(!user.isAnonymous)
    let again = await emulator.signIn(custom: CustomTokens.unsigned(["uid": "alice"]))
    #expect(again["isNewUser"] == false)
    #expect(JSON.claims(ofToken: again["idToken"]?.string)["tier"] == nil)
  }

  @Test func `accounts:signInWithCustomToken keeps the claims on refresh`() async {
    let reply = await emulator.signIn(custom: #"{"uid":"bob","claims":{"tier":"gold"}}"#)
    let refreshed = await emulator.refresh(reply["refreshToken"]?.string ?? "")
    let claims = JSON.claims(ofToken: refreshed["id_token"]?.string)
    #expect(claims["tier"] == "gold")
    #expect(claims["firebase"]?["sign_in_provider"] == "custom")
  }

  @Test func `accounts:signInWithCustomToken answers under the v3 name`() async throws {
    let reply = await emulator.call(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken?key=k",
      ["token": #"{"uid":7}"#])
    #expect(reply.status == 200)
    #expect(try emulator.user("7") != nil)
  }

  @Test func `accounts:signInWithCustomToken refuses a disabled user`() async {
    _ = await emulator.admin("accounts", ["localId": "carol", "disabled": true])
    let reply = await emulator.signIn(custom: #"{"uid":"carol"}"#)
    #expect(reply.errorMessage == "USER_DISABLED")
  }

  @Test(
    arguments: [
      (nil, "MISSING_CUSTOM_TOKEN"),
      ("{uid:1}", "INVALID_CUSTOM_TOKEN"), ("{", "INVALID_CUSTOM_TOKEN"),
      ("abc", "INVALID_CUSTOM_TOKEN"), ("a.b.c", "INVALID_CUSTOM_TOKEN"),
      ("{}", "MISSING_IDENTIFIER"),
      (#"{"uid":[]}"#, "MISSING_IDENTIFIER"),
      (#"{"uid":"a","claims":{"iss":"x"}}"#, "FORBIDDEN_CLAIM"),
      (#"{"uid":"a","claims":[]}"#, "INVALID_CLAIMS"),
      ("{\"uid\":\"\(String(repeating: "u", count: 129))\"}", "INVALID_IDENTIFIER"),
      (CustomTokens.unsigned(["uid": "a", "aud": "demo-project"]), "INVALID_CUSTOM_TOKEN"),
    ] as [(String?, String)])
  func `accounts:signInWithCustomToken refuses bad input in every profile`(
    _ token: String?, _ code: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      if profile == .production { try emulator.set([.customTokenSignature: .off]) }
      let body: JSON = token.map { ["token": .string($0)] } ?? [:]
      let reply = await emulator.client("accounts:signInWithCustomToken", body)
      #expect(reply.status == 400)
      #expect(reply.errorCode == code)
      #expect(try emulator.user("a") == nil)
    }
  }

  @Test func `accounts:signInWithCustomToken is for one tenant`() async throws {
    func sign(_ claims: JSONObject, tenant: String?) async -> Reply {
      var body: JSONObject = ["token": .string(CustomTokens.unsigned(claims))]
      if let tenant { body["tenantId"] = .string(tenant) }
      return await emulator.client("accounts:signInWithCustomToken", .object(body))
    }
    let good = await sign(["uid": "d", "tenant_id": "t1"], tenant: "t1")
    #expect(
      JSON.claims(ofToken: good["idToken"]?.string)["firebase"]?["tenant"] == "t1")
    #expect(
      await sign(["uid": "d", "tenant_id": "t2"], tenant: "t1").errorMessage == "TENANT_ID_MISMATCH"
    )
    #expect(await sign(["uid": "d"], tenant: "t1").errorMessage == "TENANT_ID_MISMATCH")
    #expect(await sign(["uid": "d", "tenant_id": "t1"], tenant: nil).status == 200)
    try emulator.set([.customTokenSignature: .on])
    #expect(
      await sign(["uid": "d", "tenant_id": "t1"], tenant: nil).errorMessage == "TENANT_ID_MISMATCH")
  }
}

@Suite struct `customTokenSignature` {
  /// Two keys are sufficient, and each costs a third of a second.
  private static let ours = CustomTokens.Signer(kid: "one")
  private static let other = CustomTokens.Signer(kid: "one")

  private static func emulator(_ profile: Profile) async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.call(
      .patch, "/emulator/v1/projects/demo-project/config",
      [
        "serviceAccounts": [
          [
            "clientEmail": .string(CustomTokens.account),
            "publicKey": .string(ours.publicKey),
          ]
        ]
      ])
    #expect(reply.status == 200)
    #expect(reply["serviceAccounts"]?[0]?["clientEmail"]?.string == CustomTokens.account)
    return emulator
  }

  @Test func `customTokenSignature accepts tokens of a configured service account`() async throws {
    let emulator = try await Self.emulator(.production)
    let reply = await emulator.signIn(custom: Self.ours.sign(["uid": "alice"]))
    #expect(reply.status == 200)
  }

  @Test(
    arguments: [
      (["exp": 1_799_999_699], "INVALID_CUSTOM_TOKEN"),
      (["iat": 1_800_000_001], "INVALID_CUSTOM_TOKEN"),
      (["exp": 1_800_003_601], "INVALID_CUSTOM_TOKEN"),
      (["exp": "soon"], "INVALID_CUSTOM_TOKEN"),
      (["sub": "somebody@else"], "INVALID_CUSTOM_TOKEN"),
      (["iss": "x@y", "sub": "x@y"], "CREDENTIAL_MISMATCH"),
    ] as [(JSONObject, String)])
  func `customTokenSignature refuses in production and warns in compatible`(
    _ change: JSONObject, _ code: String
  ) async throws {
    var claims: JSONObject = ["uid": "alice"]
    for member in change { claims[member.key] = member.value }
    let token = Self.ours.sign(claims)
    let strict = try await Self.emulator(.production)
    #expect(await strict.signIn(custom: token).errorCode == code)
    #expect(try strict.user("alice") == nil)
    let lenient = try await Self.emulator(.compatible)
    #expect(await lenient.signIn(custom: token).status == 200)
  }

  @Test func `customTokenSignature accepts the unsigned tokens of Admin SDKs for an emulator`()
    async throws
  {
    let emulator = try await Self.emulator(.production)
    let account: JSON = "firebase-auth-emulator@example.com"
    let token = CustomTokens.unsigned(["uid": "alice", "iss": account, "sub": account])
    #expect(await emulator.signIn(custom: token).status == 200)
    let signed = Self.other.sign(["uid": "alice", "iss": account, "sub": account])
    #expect(await emulator.signIn(custom: signed).errorCode == "CREDENTIAL_MISMATCH")
    let late = CustomTokens.unsigned(
      ["uid": "alice", "iss": account, "sub": account, "exp": 1_799_999_699])
    #expect(await emulator.signIn(custom: late).errorCode == "INVALID_CUSTOM_TOKEN")
  }

  @Test func `customTokenSignature requires a valid signature`() async throws {
    let emulator = try await Self.emulator(.production)
    for token in [
      Self.other.sign(["uid": "alice"]), CustomTokens.unsigned(["uid": "alice"]),
      #"{"uid":"alice"}"#,
    ] {
      #expect(await emulator.signIn(custom: token).errorCode == "INVALID_CUSTOM_TOKEN")
    }
    try emulator.set([.customTokenSignature: .off])
    #expect(await emulator.signIn(custom: #"{"uid":"alice"}"#).status == 200)
  }

  @Test func `customTokenSignature accepts only keys as a service account's key`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.call(
      .patch, "/emulator/v1/projects/demo-project/config",
      ["serviceAccounts": [["clientEmail": "a@b", "publicKey": "no key"]]])
    #expect(reply.status == 400)
  }
}

/// Custom tokens in the Admin SDKs' format.
enum CustomTokens {
  static let account = "firebase-adminsdk@demo-project.iam.gserviceaccount.com"
  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// Returns the claims of every custom token, overridden by the given ones.
  static func claims(_ claims: JSONObject) -> JSONObject {
    var all: JSONObject = [
      "iss": .string(account), "sub": .string(account), "aud": .string(audience),
      "iat": 1_800_000_000, "exp": 1_800_003_600,
    ]
    for member in claims { all[member.key] = member.value }
    return all
  }

  static func unsigned(_ claims: JSONObject) -> String {
    JWTSigner.unsigned(claims: JSON.object(Self.claims(claims)).serializedBytes())
  }

  /// The key of a service account.
  struct Signer: Sendable {
    private let key: SigningKey?

    init(kid: String) {
      key = try? SigningKey(
        kid: kid, algorithm: .rs256, privateKey: PrivateKey.rsa(.generate()))
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
      "accounts:signInWithCustomToken",
      ["token": .string(token), "returnSecureToken": true])
  }
}
