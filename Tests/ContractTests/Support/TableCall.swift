import EmuCrypto
import EmuTestSupport
import Foundation

/// The request of a table's row, which is sent after Ada has signed up.
///
/// The texts `ID_TOKEN`, `REFRESH_TOKEN` and `UID` of its body stand for hers.
struct TableCall: Sendable {
  let send: @Sendable (TestEmulator, Person) async throws -> Reply

  static func client(_ operation: String, _ body: JSON = [:], key: String? = nil) -> TableCall {
    TableCall { await $0.client(operation, $1.filled(body), key: key) }
  }

  static func admin(
    _ operation: String, _ body: JSON = [:], method: EmuHTTP.Method = .post, tenant: String? = nil,
    query: String = "", project: String? = nil
  ) -> TableCall {
    TableCall { emulator, ada in
      await emulator.admin(
        operation, method == .get ? JSON?.none : ada.filled(body), method: method, tenant: tenant,
        query: query, project: project)
    }
  }

  static func token(_ body: JSON) -> TableCall {
    TableCall { await $0.api(.post, "/securetoken.googleapis.com/v1/token", $1.filled(body)) }
  }

  var twice: TableCall {
    TableCall { emulator, ada in
      _ = try await send(emulator, ada)
      return try await send(emulator, ada)
    }
  }
}

extension Person {
  fileprivate func filled(_ body: JSON) -> JSON {
    switch body {
    case "ID_TOKEN": idToken
    case "REFRESH_TOKEN": .string(refreshToken)
    case "UID": uid
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { $0[$1.key] = filled($1.value) })
    case .array(let elements): .array(elements.map(filled))
    default: body
    }
  }
}

enum TokenText {
  private static let customTokenAudience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// Returns the claims of a custom token of Carl, which are valid for an hour from the start.
  static func customClaims(
    _ more: JSONObject = [:], by account: JSON = "firebase-auth-emulator@example.com"
  ) -> JSON {
    let now = TestEmulator.start.seconds
    let claims: JSONObject = [
      "aud": .string(customTokenAudience), "iss": account, "sub": account, "uid": "carl",
      "iat": .int(now), "exp": .int(now + 3600),
    ]
    return .object(claims.merging(more))
  }

  static func unsigned(_ claims: JSON) -> String {
    "\(base64URL(#"{"alg":"none"}"#)).\(base64URL(claims.serialized()))."
  }

  static func withInvalidSignature(_ claims: JSON) -> String {
    "\(base64URL(#"{"alg":"RS256","kid":"k"}"#)).\(base64URL(claims.serialized())).AAAA"
  }

  /// Returns the token with a replaced text in its readable part, otherwise unchanged.
  static func replacing(_ old: String, with new: String, in token: String) -> String {
    var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    let text = String(decoding: Data(base64Encoded: base64) ?? Data(), as: UTF8.self)
    parts[1] = base64URL(text.replacing(old, with: new))
    return parts.joined(separator: ".")
  }

  private static func base64URL(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
}

/// A value that several tests read and the first of them makes, because making it takes an emulator.
actor LazyValue<Value: Sendable> {
  private var task: Task<Value, any Error>?

  /// - Throws: what `make` has thrown, to each test.
  func value(_ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = task ?? Task { try await make() }
    self.task = task
    return try await task.value
  }
}
