import EmuTestSupport
import Testing

/// A user who has just signed in with Apple.
struct AppleUser {
  /// The member of a mint call's answer for each kind of `token`.
  static let fields = [
    "CODE": "authorizationCode", "ACCESS_TOKEN": "accessToken", "REFRESH_TOKEN": "refreshToken",
  ]

  let emulator: TestEmulator
  var minted: Minted
  var account: SignedIn

  /// Signs in at a project whose Services ID is the app's bundle id, as a revocation requires.
  init(_ profile: Profile, _ more: JSONObject = [:]) async throws {
    try await self.init(at: try .issuing(profile, servicesID: Client.bundleID), more)
  }

  init(
    at emulator: TestEmulator, _ more: JSONObject = [:], options: JSONObject = [:]
  ) async throws {
    self.emulator = emulator
    minted = try await emulator.mint("apple.com", AppleOrder.ann.merging(more))
    account = try await emulator.signIn(with: minted, options: options).expectSession()
  }

  func token(_ kind: String) throws -> String { try #require(minted[Self.fields[kind] ?? kind]) }

  /// Calls `accounts:revokeToken` with this user's ID token.
  func revoke(_ token: String?, _ type: JSON? = "CODE", options: JSONObject = [:]) async -> Reply {
    await emulator.revokeToken(token, type, idToken: account.idToken, options: options)
  }

  func grantStates() async -> [String] {
    let reply = await emulator.get("/emulator/v1/issuers/apple.com/grants")
    return (reply["grants"]?.array ?? []).compactMap { $0["state"]?.string }
  }
}

extension TestEmulator {
  /// Calls `accounts:revokeToken` without the nil fields.
  func revokeToken(
    _ token: String?, _ type: JSON?, idToken: String?, options: JSONObject = [:]
  ) async -> Reply {
    var body: JSONObject = ["providerId": "apple.com"]
    body["tokenType"] = type
    if let token { body["token"] = .string(token) }
    if let idToken { body["idToken"] = .string(idToken) }
    return await client("accounts:revokeToken", .object(body.merging(options)))
  }

  /// Calls an endpoint of Apple's for tokens, with a secret signed by the team's key.
  func apple(_ endpoint: String, _ fields: KeyValuePairs<String, String>) async throws -> Reply {
    var form: FormFields = [
      "client_id": Client.bundleID,
      "client_secret": try AppleTeam.clientSecret(for: Client.bundleID),
    ]
    for (name, value) in fields { form.add(name, value) }
    return await self.form("/issuers/apple.com/auth/\(endpoint)", form)
  }

  /// Returns the tokens of an app's server for a code.
  func exchange(_ code: String) async throws -> Reply {
    let reply = try await apple("token", ["grant_type": "authorization_code", "code": code])
    try #require(reply.status == 200, "\(reply.text)")
    return reply
  }
}
