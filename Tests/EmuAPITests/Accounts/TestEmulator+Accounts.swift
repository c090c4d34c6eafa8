import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Foundation
import Testing

/// The tokens of a sign-in.
struct SignedIn {
  let uid: String
  let idToken: String
  let refreshToken: String

  init(_ reply: Reply) throws {
    uid = try #require(reply["localId"]?.string, "\(reply.json)")
    idToken = try #require(reply["idToken"]?.string)
    refreshToken = try #require(reply["refreshToken"]?.string)
  }

  var claims: JSON { JSON.claims(ofToken: idToken) }
}

extension TestEmulator {
  /// Creates an account with a password.
  func signUp(
    _ email: String = "ada@example.com", password: String = "secret1"
  ) async throws -> SignedIn {
    try SignedIn(
      await client(
        "accounts:signUp", ["email": .string(email), "password": .string(password)]))
  }

  /// Creates an anonymous account.
  func signUpAnonymously() async throws -> SignedIn {
    try SignedIn(await client("accounts:signUp"))
  }

  func signInWithPassword(
    _ email: String = "ada@example.com", password: String = "secret1"
  ) async -> Reply {
    await client(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }

  /// Registers an API key for a project.
  func register(apiKey: String, for project: String) throws {
    let (store, project) = (store, try store.project(making: project))
    _ = try store.write { writer in
      try writer.register(apiKey: apiKey, for: project, in: store)
    }
  }

  /// Returns the number of the project's users.
  func userCount() async -> Int? {
    await admin("accounts:query", ["returnUserInfo": false])["recordsCount"]?.string
      .flatMap { Int($0) }
  }
}

/// Tokens that tests write themselves.
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
    var fields: JSONObject = [
      "_AuthEmulatorRefreshToken": "DO NOT MODIFY", "localId": .string(uid),
      "provider": "password", "extraClaims": [:], "projectId": .string(project),
    ]
    for member in more { fields[member.key] = member.value }
    return Data(JSON.object(fields).serialized().utf8).base64EncodedString()
  }

  static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
