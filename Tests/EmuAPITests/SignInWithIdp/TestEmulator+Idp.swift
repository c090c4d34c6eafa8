import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// What the tests of `accounts:signInWithIdp` share.
enum Idp {
  static let ann = "ann@example.com"

  /// Claims of a token; members that are null are left out.
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

  /// Expects a whole answer, and that it is an answer.
  static func expect(
    _ reply: Reply, is name: String, _ profile: Profile, status: Int = 200,
    file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(reply.status == status, sourceLocation: sourceLocation)
    Golden.expect(
      reply.json, "signInWithIdp/\(profile.rawValue)/\(name)", file: file,
      sourceLocation: sourceLocation)
  }

  /// No SDK must find the keys whose mere presence is an error to it.
  static func expectNoAlarms(
    _ reply: Reply, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for key in ["needConfirmation", "errorMessage", "mfaPendingCredential", "verifiedProvider"] {
      #expect(reply[key] == nil, "\(key)", sourceLocation: sourceLocation)
    }
  }
}

/// An account that a test made beforehand.
struct Account {
  let uid: String
  let idToken: String
  let refreshToken: String
}

extension TestEmulator {
  /// An emulator that believes claims in clear, in production as well: for rows that are not about
  /// verification.
  static func believing(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    if profile == .production {
      try emulator.set([.verifyCredentials: .warn, .requireConfiguredProviders: .warn])
    }
    return emulator
  }

  /// Signs up with a password, and then gives the account what an administrator can give it.
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

  /// Signs in without anything.
  func anonymousAccount() async throws -> Account {
    try Account(await client("accounts:signUp"))
  }

  /// `accounts:signInWithIdp` with a form as it stands.
  func post(
    _ body: String, uri: String = "http://localhost", options: JSONObject = [:]
  ) async -> Reply {
    var request: JSONObject = ["requestUri": .string(uri), "postBody": .string(body)]
    for option in options { request[option.key] = option.value }
    return await client("accounts:signInWithIdp", .object(request))
  }

  /// `accounts:signInWithIdp` with a pending token alone, as the Web SDK sends it.
  func resume(_ pendingToken: JSON?, options: JSONObject = [:]) async -> Reply {
    var request: JSONObject = [
      "requestUri": "http://localhost", "pendingToken": pendingToken ?? .null,
    ]
    for option in options { request[option.key] = option.value }
    return await client("accounts:signInWithIdp", .object(request))
  }

  /// What the request log tells of a sign-in.
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

  /// The user of an answer as the store has it now.
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

  /// The option that makes a sign-in a link to this account.
  var linking: JSONObject { ["idToken": .string(idToken)] }
}
