import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// The answer of a mint call: the result of a native sign-in.
struct Minted {
  let provider: String
  let json: JSON

  subscript(_ name: String) -> String? { json[name]?.string }

  var idToken: String { self["idToken"] ?? "" }
  var accessToken: String { self["accessToken"] ?? "" }
  var code: String { self["authorizationCode"] ?? "" }
  var subject: String { self["sub"] ?? "" }
}

/// The clients of the projects in these tests.
enum Client {
  static let bundleID = "com.example.app"
  static let servicesID = "com.example.web"

  static let ofProviders: KeyValuePairs = [
    "google.com": "google-client", "microsoft.com": "microsoft-client", "oidc.corp": "corp-client",
    "facebook.com": "facebook-client", "github.com": "github-client",
    "twitter.com": "twitter-client", "linkedin.com": "linkedin-client",
    "yahoo.com": "yahoo-client",
  ]
}

/// The person of the tests about Apple.
enum AppleOrder {
  static let ann: JSONObject = [
    "account": [
      "sub": "001234.0123456789abcdef0123456789abcdef.0001", "email": "ann@example.com",
      "name": ["givenName": "Ann", "familyName": "Lee"],
    ],
    "rawNonce": "raw-nonce",
  ]
}

extension TestEmulator {
  /// Returns an emulator with signing keys, whose project has configured Apple, Google, Microsoft
  /// and `oidc.corp`.
  ///
  /// - Parameter servicesID: Apple's Services ID; to revoke a native app's token it must be the
  ///   bundle id.
  static func issuing(
    _ profile: Profile, servicesID: String? = Client.servicesID
  ) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile, hasKeys: true)
    try emulator.configure(
      provider: "apple.com",
      ProviderConfig(
        clientID: servicesID, bundleIDs: [Client.bundleID],
        codeFlow: try AppleTeam.codeFlow()))
    for (provider, client) in Client.ofProviders {
      try emulator.configure(
        provider: provider, ProviderConfig(clientID: client, clientSecret: "secret"))
    }
    return emulator
  }

  /// Mints the tokens of a person at an issuer, as a device receives them.
  func mint(
    _ provider: String, _ order: JSONObject = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Minted {
    let reply = await call(
      .post, "/emulator/v1/issuers/\(provider)/tokens", .object(order))
    try #require(
      reply.status == 200, "\(reply.json.serialized())", sourceLocation: sourceLocation)
    return Minted(provider: provider, json: reply.json)
  }

  /// Calls `accounts:signInWithIdp` with the fields of a credential, without nil ones.
  func present(
    _ provider: String, _ fields: KeyValuePairs<String, String?>, options: JSONObject = [:]
  ) async -> Reply {
    var form: FormFields = ["providerId": provider]
    for (name, value) in fields {
      if let value { form.add(name, value) }
    }
    var more: JSONObject = ["returnSecureToken": true]
    for option in options { more[option.key] = option.value }
    return await post(form.encoded, options: more)
  }

  /// Presents the values that an SDK sends for a minted sign-in: the ID token, the raw nonce,
  /// Apple's name.
  func signIn(with minted: Minted, options: JSONObject = [:]) async -> Reply {
    await present(
      minted.provider,
      [
        "id_token": minted.idToken, "nonce": minted["rawNonce"], "user": minted["appleUser"],
      ], options: options)
  }

  /// Returns the decisions of a call in the request log, as one text.
  func reasons(for reply: Reply) async -> String {
    let id = reply.headers["X-Emulator-Explain"] ?? ""
    let entry = await call(.get, "/emulator/v1/requests/\(id)")
    return (entry["decisions"]?.array ?? []).map { decision in
      [decision["rule"]?.string, decision["outcome"]?.string, decision["reason"]?.string]
        .compactMap(\.self).joined(separator: " ")
    }.joined(separator: "\n")
  }
}

extension Reply {
  /// Expects a refusal by its complete text.
  func expect(
    refusal: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(status == 400, sourceLocation: sourceLocation)
    #expect(errorMessage == refusal, sourceLocation: sourceLocation)
  }

  /// Expects a sign-in.
  ///
  /// - Returns: the signed-in account.
  @discardableResult
  func expectSession(sourceLocation: SourceLocation = #_sourceLocation) throws -> Account {
    #expect(status == 200, "\(json.serialized())", sourceLocation: sourceLocation)
    return try Account(self)
  }

  /// Compares a complete answer with a golden, in which signed tokens are masked.
  func expectGolden(
    _ name: String, _ profile: Profile, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    Golden.expect(
      json, "issuers/\(profile.rawValue)/\(name)", masking: ["oauthIdToken"], file: file,
      sourceLocation: sourceLocation)
  }
}
