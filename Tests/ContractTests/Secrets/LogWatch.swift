import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Foundation
import Synchronization
import Testing

final class LogWatch {
  let emulator: TestEmulator
  private let lines: Lines
  private let stream: ResponseStream.Source

  private final class Lines: Sendable {
    let list = Mutex<[String]>([])
  }

  init(_ profile: Profile, showsSecrets: Bool = false) async throws {
    let lines = Lines()
    self.lines = lines
    emulator = try TestEmulator(profile: profile, hasKeys: true) { configuration in
      configuration.logsSecrets = showsSecrets
      // The command's output is created from this alone.
      configuration.requestPrinter = RequestPrinter(
        notes: { _ in true },
        print: { request in
          let notes = request.annotations.decisions.map {
            "\($0.rule) \($0.outcome): \($0.reason)"
          }
          let line = [request.method, request.path] + notes + request.annotations.unknownFields
          lines.list.withLock { $0.append(line.joined(separator: "\n")) }
        })
    }
    let response = await emulator.answer(
      Request(
        method: .get, path: "/emulator/v1/requests:stream", headers: ["Host": "localhost:9099"]))
    guard case .stream(let events) = response.body else { throw NoStream() }
    stream = events.open(wake: {})
  }

  private struct NoStream: Error {}

  deinit { stream.close() }

  /// Returns all new log entries since the last call, each form under its name.
  ///
  /// - Parameter count: the number of new requests.
  func news(of count: Int = 1) async -> [String: String] {
    var news: [String: String] = [:]
    news["line"] = lines.list.withLock { list in
      defer { list = [] }
      return list.joined(separator: "\n")
    }
    var streamed: [UInt8] = []
    while case .bytes(let piece) = stream.next() { streamed += piece }
    news["stream"] = String(decoding: streamed, as: UTF8.self)
    let list = await emulator.get("/emulator/v1/requests?limit=\(count)")
    news["list"] = list.text
    for request in list["requests"]?.array ?? [] {
      let path = "/emulator/v1/requests/\(request["id"]?.string ?? "")"
      news["curl", default: ""] += await emulator.get("\(path)?format=curl").text
      news["report", default: ""] += await emulator.get("\(path)?format=text").text
    }
    return news
  }
}

/// Values that are found where the log shows more of a secret than its beginning.
enum Mark {
  static let needle = "GIVEAWAY"

  /// Returns a value whose first six letters may be shown, with letters that addresses escape.
  ///
  /// The six depend on the name, as an app's secrets differ. At each position of a text the log
  /// compares all values that begin with the text there, which is slow if all begin alike.
  static func value(_ name: String) -> String {
    "Q\((name + "--").prefix(3))\(("-" + name).suffix(2))\(needle)/\(name)+/="
  }

  /// Every field with a credential, by its name on the wire.
  static let names = [
    "password", "newPassword", "oldPassword", "rawPassword", "passwordHash", "idToken", "id_token",
    "refreshToken", "refresh_token", "accessToken", "access_token", "oauthIdToken",
    "oauthAccessToken", "oauthTokenSecret", "oauth_token_secret", "oauth_token", "oauth_verifier",
    "oauth_signature", "input_token", "fb_exchange_token", "token", "code", "oobCode",
    "authorizationCode", "device_code", "user_code", "code_verifier", "pendingToken",
    "mfaPendingCredential", "temporaryProof", "sessionInfo", "sessionCookie", "nonce", "rawNonce",
    "sessionId", "signature", "secret", "clientSecret", "client_secret", "client_assertion",
    "assertion", "privateKey", "totpSecret", "emulatorTotpSecret", "sharedSecretKey",
    "verificationCode", "id_token_hint",
    "SAMLResponse", "signerKey", "customToken",
  ]

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  /// A form of all fields, with escaped values.
  static let form = names.map { "\($0)=\(escaped(value($0)))" }.joined(separator: "&")

  /// The same as sent by SDKs that escape nothing.
  static let rawForm = names.map { "\($0)=\(value($0))" }.joined(separator: "&")

  private static let short = ["oobCode", "code", "id_token", "access_token", "nonce"]
    .map { "\($0)=\(escaped(value($0)))" }.joined(separator: "&")

  /// A URL with secrets in its query, in its fragment and in a URL within it.
  static let address =
    "http://localhost/?\(short)&link=\(escaped("http://localhost/?\(short)"))#\(short)"

  /// All of them as members, again in objects and lists, and in texts that contain others.
  static let body: JSON = {
    var members = JSONObject()
    for name in names { members[name] = .string(value(name)) }
    var body = members
    body["nested"] = .array([.object(members), .string(JSON.object(members).serialized())])
    body["postBody"] = .string("providerId=google.com&" + form)
    body["requestUri"] = .string(address)
    body["continueUri"] = .string(address)
    body["note"] = .string("I was told \(address) by somebody.")
    body["unknown \(short)"] = true
    return .object(body)
  }()
}
