import EmuCrypto
import EmuStore
import EmuTestSupport
import Foundation
import Testing

struct SignedIn {
  let uid: String
  let idToken: String
  let refreshToken: String

  init(_ reply: Reply) throws {
    uid = try #require(reply["localId"]?.string, "\(reply.json)")
    idToken = try #require(reply["idToken"]?.string)
    refreshToken = try #require(reply["refreshToken"]?.string)
  }

  init(uid: String, idToken: String, refreshToken: String) {
    (self.uid, self.idToken, self.refreshToken) = (uid, idToken, refreshToken)
  }

  var claims: JSON { JSON.claims(ofToken: idToken) }

  var firebase: JSON { claims["firebase"] ?? .null }
}

extension Reply {
  /// The claims of the ID token, in the answer to a sign-in or to a refresh.
  var claims: JSON { JSON.claims(ofToken: (self["idToken"] ?? self["id_token"])?.string) }

  /// The `firebase` claim of the ID token.
  var firebase: JSON { claims["firebase"] ?? .null }

  /// The uids of a list of users.
  func uids(_ list: String = "users") -> [String] {
    self[list]?.array?.compactMap { $0["localId"]?.string } ?? []
  }

  /// Expects a complete answer, as ``Golden/expect(_:_:masking:file:sourceLocation:)`` does.
  func expect(
    golden: String, status expected: Int = 200, masking: Set<String> = [],
    file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(status == expected, "\(text)", sourceLocation: sourceLocation)
    Golden.expect(json, golden, masking: masking, file: file, sourceLocation: sourceLocation)
  }
}

extension User {
  /// Expects values of properties.
  func expect<each Value: Equatable>(
    _ facts: repeat (KeyPath<User, each Value>, each Value),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (path, value) in repeat each facts {
      #expect(self[keyPath: path] == value, "\(path)", sourceLocation: sourceLocation)
    }
  }
}

extension String {
  /// The address of most users in these tests.
  static let ada = "ada@example.com"
}

extension JSON {
  /// Returns a text repeated a number of times.
  static func repeating(_ text: String, _ count: Int) -> JSON {
    .string(String(repeating: text, count: count))
  }
}

extension TestEmulator {
  /// Makes a client's call with the ID token of a user.
  func client(_ operation: String, as user: SignedIn, _ fields: JSONObject = [:]) async -> Reply {
    await client(operation, .object(fields.merging(["idToken": .string(user.idToken)])))
  }

  /// Changes a user as the user's app does.
  func update(_ user: SignedIn, _ fields: JSONObject) async -> Reply {
    await client("accounts:update", as: user, fields)
  }

  /// Deletes a user as an administrator does.
  @discardableResult
  func delete(_ uid: String) async -> Reply {
    await admin("accounts:delete", ["localId": .string(uid)])
  }

  /// Links an identity to a user as an administrator does.
  @discardableResult
  func link(_ provider: String, _ rawID: String, to uid: String) async -> Reply {
    let identity: JSON = ["providerId": .string(provider), "rawId": .string(rawID)]
    return await change(uid, ["linkProviderUserInfo": identity])
  }

  /// Returns a page of the list of users.
  func batchGet(_ query: String = "") async -> Reply {
    await admin("accounts:batchGet", nil, method: .get, query: query)
  }

  /// Looks a user up as the user's app does.
  func lookup(_ user: SignedIn) async -> Reply { await client("accounts:lookup", as: user) }

  /// Returns a user as an administrator sees it.
  func shown(_ uid: String) async throws -> JSON {
    let reply = await admin("accounts:lookup", ["localId": [.string(uid)]])
    return try #require(reply["users"]?[0], "\(reply.json)")
  }

  /// Returns the entries of every page of a list; `page` requests the one of a token.
  func pages(of list: String, _ page: (String) async -> Reply) async -> [[JSON]] {
    var pages: [[JSON]] = []
    var token = ""
    repeat {
      let reply = await page(token)
      pages.append(reply[list]?.array ?? [])
      token = reply["nextPageToken"]?.string ?? ""
    } while !token.isEmpty && pages.count < 999
    return pages
  }

  func batchCreate(_ users: [JSON], _ options: JSONObject = [:]) async -> Reply {
    await admin("accounts:batchCreate", .object(options.merging(["users": .array(users)])))
  }

  func signUp(_ email: String = .ada, password: String = "secret1") async throws -> SignedIn {
    try SignedIn(await signUpReply(email, password: password))
  }

  func signUpAnonymously() async throws -> SignedIn {
    try SignedIn(await client("accounts:signUp"))
  }

  func signInWithPassword(_ email: String = .ada, password: String = "secret1") async -> Reply {
    await client(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }

  func register(apiKey: String, for project: String) throws {
    let (store, project) = (store, try store.project(making: project))
    _ = try store.write { writer in
      try writer.register(apiKey: apiKey, for: project, in: store)
    }
  }

  func userCount() async -> Int? {
    await admin("accounts:query", ["returnUserInfo": false])["recordsCount"]?.string
      .flatMap { Int($0) }
  }
}

enum Handwritten {
  /// Returns an unsigned ID token of a project, in the official emulator's form.
  static func idToken(uid: String, project: String = "demo-project", _ more: JSONObject = [:])
    -> String
  {
    let now = TestEmulator.start.seconds
    var claims: JSONObject = [
      "iss": .string("https://securetoken.google.com/\(project)"), "aud": .string(project),
      "sub": .string(uid), "user_id": .string(uid), "auth_time": .int(now), "iat": .int(now),
      "exp": .int(now + 3600), "firebase": ["identities": [:], "sign_in_provider": "password"],
    ]
    for member in more { claims[member.key] = member.value.isNull ? nil : member.value }
    return base64URL(#"{"alg":"none","typ":"JWT"}"#) + "."
      + base64URL(JSON.object(claims).serialized()) + "."
  }

  /// Returns a refresh token of the official emulator.
  static func officialRefreshToken(
    uid: String, project: String = "demo-project", _ more: JSONObject = [:]
  ) -> String {
    let fields: JSONObject = [
      "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "localId": .string(uid),
      "provider": "password", "extraClaims": [:], "projectId": .string(project),
    ]
    return Data(JSON.object(fields.merging(more)).serialized().utf8).base64EncodedString()
  }

  static func base64URL(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
}
