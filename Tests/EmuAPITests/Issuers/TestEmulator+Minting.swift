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
  var claims: JSON { JSON.claims(ofToken: idToken) }
}

/// The clients of the projects in these tests.
enum Client {
  static let bundleID = "com.example.app"
  static let servicesID = "com.example.web"
  static let callback = "https://demo-project.firebaseapp.com/__/auth/handler"

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
    let emulator = try TestEmulator(profile: profile, isStored: true)
    try emulator.configure(
      provider: "apple.com",
      .init(
        clientID: servicesID, bundleIDs: [Client.bundleID], codeFlow: try AppleTeam.codeFlow()))
    for (provider, client) in Client.ofProviders {
      try emulator.configure(provider: provider, .init(clientID: client, clientSecret: "secret"))
    }
    return emulator
  }

  /// Mints the tokens of a person at an issuer, as a device receives them.
  func mint(
    _ provider: String, _ order: JSONObject = [:], project: String = "demo-project",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Minted {
    let reply = await call(
      .post, "/emulator/v1/issuers/\(provider)/tokens?project=\(project)", .object(order))
    try #require(reply.status == 200, "\(reply.json.serialized())", sourceLocation: sourceLocation)
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
    let more: JSONObject = ["returnSecureToken": true]
    return await post(form.encoded, options: more.merging(options))
  }

  /// Presents the access token of a minted sign-in, with the secret that Twitter's has.
  func presentAccessToken(of minted: Minted) async -> Reply {
    await present(
      minted.provider,
      ["access_token": minted.accessToken, "oauth_token_secret": minted["oauthTokenSecret"]])
  }

  /// Presents the code of a sign-in by redirect.
  func redeem(_ code: String, _ provider: String, options: JSONObject = [:]) async -> Reply {
    await present(provider, ["code": code], options: options)
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

  /// Mints a sign-in and presents it, as ``signIn(with:options:)`` does.
  func signIn(
    minting provider: String, _ order: JSONObject = [:], options: JSONObject = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Reply {
    await signIn(
      with: try await mint(provider, order, sourceLocation: sourceLocation), options: options)
  }

  /// Returns the code of an issuer's page, which signs a person in without a question.
  func pageCode(
    _ provider: String, _ path: String, client: String, person: String = "ann@example.com",
    redirectURI: String = Client.callback, _ more: FormFields = [:]
  ) async throws -> String {
    var query: FormFields = [
      "client_id": client, "redirect_uri": redirectURI, "response_type": "code",
      "emulator_auto": person,
    ]
    for field in more { query.add(field.name, field.value) }
    let page = await get("/issuers/\(provider)\(path)?\(query.encoded)")
    let location = try #require(page.headers["Location"], "\(page.text)")
    return try #require(
      FormFields(parsing: String(location.drop { $0 != "?" }.dropFirst())).first("code"))
  }

  /// Sets a fault of an issuer.
  func fail(
    _ issuer: String, _ fault: JSON, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let reply = await post("/emulator/v1/issuers/\(issuer)/faults", fault)
    #expect(reply.status == 200, "\(reply.text)", sourceLocation: sourceLocation)
  }
}

extension Reply {
  /// The decisions of the call, as one text.
  var log: String {
    annotations.decisions.map { "\($0.rule) \($0.outcome) \($0.reason)" }.joined(separator: "\n")
  }

  /// Expects a refusal by its complete text.
  func expect(refusal: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 400, sourceLocation: sourceLocation)
    #expect(errorMessage == refusal, sourceLocation: sourceLocation)
  }

  /// Expects a sign-in.
  ///
  /// - Returns: the signed-in account.
  @discardableResult
  func expectSession(sourceLocation: SourceLocation = #_sourceLocation) throws -> SignedIn {
    #expect(status == 200, "\(json.serialized())", sourceLocation: sourceLocation)
    return try SignedIn(self)
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
