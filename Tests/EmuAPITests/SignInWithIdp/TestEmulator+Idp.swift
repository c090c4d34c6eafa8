import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Shared functions of the tests of `accounts:signInWithIdp`.
enum Idp {
  static let ann = "ann@example.com"

  /// Returns claims of a token without null members.
  static func claims(
    _ subject: String, email: String? = ann, verified: Bool? = true, name: String? = nil,
    _ more: JSONObject = [:]
  ) -> JSON {
    var claims: JSONObject = ["sub": .string(subject)]
    if let email { claims["email"] = .string(email) }
    if let verified { claims["email_verified"] = .bool(verified) }
    if let name { claims["name"] = .string(name) }
    for member in more { claims[member.key] = member.value }
    return .object(claims)
  }

  /// Compares a complete answer with a golden.
  static func expect(
    _ reply: Reply, is name: String, _ profile: Profile, status: Int = 200,
    file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(reply.status == status, sourceLocation: sourceLocation)
    Golden.expect(
      reply.json, "signInWithIdp/\(profile.rawValue)/\(name)", file: file,
      sourceLocation: sourceLocation)
  }

  /// Expects no members whose mere presence is an error to SDKs.
  static func expectNoAlarms(
    _ reply: Reply, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for key in ["needConfirmation", "errorMessage", "mfaPendingCredential", "verifiedProvider"] {
      #expect(reply[key] == nil, "\(key)", sourceLocation: sourceLocation)
    }
  }
}

/// An existing account.
struct Account {
  let uid: String
  let idToken: String
  let refreshToken: String
}

extension TestEmulator {
  /// Returns an emulator that accepts unverified claims, in production too: for tests that are not
  /// about verification.
  static func believing(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    if profile == .production {
      try emulator.set([.verifyCredentials: .warn, .requireConfiguredProviders: .warn])
    }
    return emulator
  }

  /// Signs up with a password, and adds the values that an administrator can set.
  func account(
    email: String = Idp.ann, verified: Bool = false, phone: String? = nil,
    links: KeyValuePairs<String, String> = [:]
  ) async throws -> Account {
    let reply = await client(
      "accounts:signUp",
      ["email": .string(email), "password": "secret-1", "displayName": "Old Name"])
    let account = try Account(reply)
    var change: JSONObject = ["localId": .string(account.uid), "emailVerified": .bool(verified)]
    if let phone { change["phoneNumber"] = .string(phone) }
    try #require(await admin("accounts:update", .object(change)).status == 200)
    for (provider, rawID) in links {
      let linked = await admin(
        "accounts:update",
        [
          "localId": .string(account.uid),
          "linkProviderUserInfo": [
            "providerId": .string(provider), "rawId": .string(rawID),
          ],
        ])
      try #require(linked.status == 200)
    }
    return account
  }

  /// Creates an anonymous account.
  func anonymousAccount() async throws -> Account {
    try Account(await client("accounts:signUp"))
  }

  /// Calls `accounts:signInWithIdp` with a raw form.
  func post(
    _ body: String, uri: String = "http://localhost", options: JSONObject = [:]
  ) async -> Reply {
    var request: JSONObject = ["requestUri": .string(uri), "postBody": .string(body)]
    for option in options { request[option.key] = option.value }
    return await client("accounts:signInWithIdp", .object(request))
  }

  /// Calls `accounts:signInWithIdp` with only a pending token, as the Web SDK does.
  func resume(_ pendingToken: JSON?, options: JSONObject = [:]) async -> Reply {
    var request: JSONObject = [
      "requestUri": "http://localhost", "pendingToken": pendingToken ?? .null,
    ]
    for option in options { request[option.key] = option.value }
    return await client("accounts:signInWithIdp", .object(request))
  }

  /// Returns the decisions of a sign-in in the request log.
  func decisions(
    _ provider: String, claims: JSON, options: JSONObject = [:]
  ) async -> [Annotations.Note] {
    var body: JSONObject = [
      "requestUri": "http://localhost",
      "postBody": .string(
        "providerId=\(provider)&id_token=" + PercentEncoding.queryComponent(claims.serialized())),
    ]
    for option in options { body[option.key] = option.value }
    let response = await answer(
      Request(
        method: .post, path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp",
        rawQuery: "key=fake-key",
        headers: ["Host": "localhost:9099", "Content-Type": "application/json"],
        body: JSON.object(body).serializedBytes()))
    return response.annotations?.decisions ?? []
  }

  /// Returns the stored user of an answer.
  func storedUser(
    of reply: Reply, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> User {
    let uid = reply["localId"]?.string ?? ""
    return try #require(try user(uid), sourceLocation: sourceLocation)
  }
}

extension Account {
  init(_ reply: Reply) throws {
    uid = try #require(reply["localId"]?.string)
    idToken = try #require(reply["idToken"]?.string)
    refreshToken = try #require(reply["refreshToken"]?.string)
  }

  /// The option that links a sign-in to this account.
  var linking: JSONObject { ["idToken": .string(idToken)] }
}
