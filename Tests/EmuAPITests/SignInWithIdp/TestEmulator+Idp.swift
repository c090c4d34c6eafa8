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
    return .object(claims.merging(more))
  }

  /// Compares a complete answer with a golden.
  static func expect(
    _ reply: Reply, is name: String, _ profile: Profile, status: Int = 200,
    file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    reply.expect(
      golden: "signInWithIdp/\(profile.rawValue)/\(name)", status: status, file: file,
      sourceLocation: sourceLocation)
  }
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
  ) async throws -> SignedIn {
    let reply = await client(
      "accounts:signUp",
      ["email": .string(email), "password": "secret-1", "displayName": "Old Name"])
    let account = try SignedIn(reply)
    var fields: JSONObject = ["emailVerified": .bool(verified)]
    if let phone { fields["phoneNumber"] = .string(phone) }
    try #require(await change(account.uid, fields).status == 200)
    for (provider, rawID) in links {
      try #require(await link(provider, rawID, to: account.uid).status == 200)
    }
    return account
  }

  /// Signs in with the claims that ``Idp/claims(_:email:verified:name:_:)`` returns.
  func signIn(
    _ provider: String, _ subject: String, email: String? = Idp.ann, verified: Bool? = true,
    name: String? = nil, _ more: JSONObject = [:], options: JSONObject = [:]
  ) async -> Reply {
    let claims = Idp.claims(subject, email: email, verified: verified, name: name, more)
    return await signIn(provider, claims: claims, options: options)
  }

  /// Calls `accounts:signInWithIdp` with a raw form.
  func post(
    _ body: String, uri: String = "http://localhost", options: JSONObject = [:]
  ) async -> Reply {
    let request: JSONObject = [
      "requestUri": .string(uri), "postBody": .string(body), "returnSecureToken": true,
    ]
    return await client("accounts:signInWithIdp", .object(request.merging(options)))
  }

  /// Calls `accounts:signInWithIdp` with only a pending token, as the Web SDK does.
  func resume(_ pendingToken: JSON?, options: JSONObject = [:]) async -> Reply {
    let request: JSONObject = [
      "requestUri": "http://localhost", "pendingToken": pendingToken ?? .null,
      "returnSecureToken": true,
    ]
    return await client("accounts:signInWithIdp", .object(request.merging(options)))
  }

  /// Returns the stored user of an answer.
  func storedUser(
    of reply: Reply, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> User {
    return try #require(try user(reply["localId"]?.string ?? ""), sourceLocation: sourceLocation)
  }
}

extension SignedIn {
  /// The option that links a sign-in to this account.
  var linking: JSONObject { ["idToken": .string(idToken)] }
}
