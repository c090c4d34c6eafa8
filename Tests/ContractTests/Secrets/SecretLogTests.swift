import EmuServer
import EmuTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `Secrets in the log` {
  private func expectNone(
    _ news: [String: String], after request: String, _ location: SourceLocation = #_sourceLocation
  ) {
    for (form, text) in news {
      guard let found = text.range(of: Mark.needle, options: .literal) else { continue }
      let around = text[found.lowerBound...].prefix(60)
      let before = text[..<found.lowerBound].suffix(60)
      Issue.record("\(request), \(form): …\(before)\(around)…", sourceLocation: location)
    }
  }

  @Test(arguments: Profile.allCases)
  func `secrets in the log are masked, whatever their form`(_ profile: Profile) async throws {
    let watch = try await LogWatch(profile)
    let served = try await watch.emulator.description().describedLines.filter {
      [.get, .post, .put, .patch, .delete].contains($0.method)
    }
    #expect(served.count > 150)
    let json = Mark.body.serializedBytes()
    let basic = Data("client:\(Mark.value("basic"))".utf8).base64EncodedString()
    let bodies: [(type: String, bytes: [UInt8], authorization: String)] = [
      ("application/json", json, "Bearer owner"),
      ("application/json", Array(json.dropLast(3)), "Bearer \(Mark.value("bearer"))"),
      ("application/x-www-form-urlencoded", Array(Mark.form.utf8), "Basic \(basic)"),
      ("text/plain", Array(Mark.rawForm.utf8), "OAuth oauth_token=\"\(Mark.value("oauth"))\""),
    ]
    for (method, path, _) in served {
      let target = path.withValues
      for (type, bytes, authorization) in bodies {
        let query = authorization == "Bearer owner" ? "?key=fake-key" : "?" + Mark.form
        _ = await watch.emulator.call(
          method, target + query, bytes: method == .get ? [] : bytes,
          headers: [
            "Host": "localhost:9099", "Content-Type": type, "Authorization": authorization,
            "Cookie": "session=\(Mark.value("cookie"))",
          ])
      }
      expectNone(await watch.news(of: bodies.count), after: "\(method.rawValue) \(target)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `secrets in the log are masked in errors`(_ profile: Profile) async throws {
    let watch = try await LogWatch(profile)
    var refusals = 0
    for provider in [
      "google.com", "apple.com", "microsoft.com", "facebook.com", "github.com", "twitter.com",
      "linkedin.com", "yahoo.com", "oidc.corp", "saml.corp", "nobody.com", "no provider",
    ] {
      for name in [
        "id_token", "access_token", "code", "oauth_token=x&oauth_token_secret", "SAMLResponse",
        "nonce=\(Mark.value("nonce"))&id_token", "oauth_verifier=y&oauth_token", "nothing",
      ] {
        // A value without a secret's name is not a credential, and is logged unchanged.
        let value = name == "nothing" ? "x" : Mark.value("x")
        let form = "\(name)=\(value)&providerId=\(provider)"
        for (uri, body): (String, JSON) in [
          ("http://localhost", JSON.string(form)), ("http://localhost/?\(form)", nil),
          ("http://localhost/#\(form)", .string("providerId=\(provider)")),
          ("\(form)://x", .string(form)),
        ] {
          let reply = await watch.emulator.client(
            "accounts:signInWithIdp",
            ["requestUri": .string(uri), "postBody": body, "returnSecureToken": true])
          if reply.status != 200 { refusals += 1 }
          expectNone(await watch.news(), after: "\(provider) \(name)")
        }
      }
    }
    #expect(refusals > 100)
  }

  @Test func `secrets in the log are shown with --log-secrets`() async throws {
    let watch = try await LogWatch(.compatible, showsSecrets: true)
    _ = await watch.emulator.client("accounts:signUp", ["password": .string(Mark.value("p"))])
    let news = await watch.news()
    for form in ["stream", "list", "curl"] {
      #expect(news[form]?.contains(Mark.needle) == true, "\(form)")
    }
  }

  private static let handedOut: Set<String> = [
    "idToken", "refreshToken", "id_token", "refresh_token", "access_token", "oauthIdToken",
    "oauthAccessToken", "oauthRefreshToken", "oauthTokenSecret", "pendingToken", "sessionInfo",
    "mfaPendingCredential", "sessionCookie", "temporaryProof", "oobCode", "accessToken",
    "authorizationCode", "rawNonce", "token", "sharedSecretKey", "emulatorTotpSecret",
    "passwordHash", "clientSecret", "sessionId",
  ]

  private func secrets(in tree: JSON, under name: String = "") -> [String] {
    switch tree {
    case .object(let object): object.flatMap { secrets(in: $0.value, under: $0.key) }
    case .array(let elements): elements.flatMap { secrets(in: $0, under: name) }
    // Shorter ones are invented by the samples, and may be words.
    case .string(let text) where Self.handedOut.contains(name) && text.count > 8: [text]
    default: []
    }
  }

  @Test(arguments: DiscoveryMethod.all)
  func `secrets in the log are masked in responses`(_ method: DiscoveryMethod) async throws {
    let sample = try await SampleCalls.sample(of: method)
    for secret in secrets(in: sample.reply.json) {
      for (form, text) in sample.logged {
        #expect(!text.contains(secret), "\(method.id), \(form): \(secret.prefix(20))…")
      }
    }
  }

  @Test func `secrets in the log are masked in responses of issuers`() async throws {
    let watch = try await LogWatch(.compatible)
    for issuer in ["apple.com", "google.com", "microsoft.com", "facebook.com", "oidc.corp"] {
      let minted = await watch.emulator.call(
        .post, "/emulator/v1/issuers/\(issuer)/tokens",
        [
          "account": ["email": "ann@example.com"], "clientId": "c",
          "rawNonce": .string(Mark.value("nonce")),
        ])
      #expect(minted.status == 200, "\(minted.json)")
      let found = secrets(in: minted.json)
      #expect(found.count >= 2, "\(issuer)")
      let news = await watch.news()
      expectNone(news, after: issuer)
      for (form, text) in news {
        for secret in found { #expect(!text.contains(secret), "\(issuer), \(form)") }
      }
    }
  }
}

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
    emulator = try TestEmulator(profile: profile, isStored: true) { configuration in
      configuration.logsSecrets = showsSecrets
      // The command's output is created from this alone.
      configuration.requestPrinter = RequestPrinter(
        decisions: { _ in true },
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
    "oauth_signature", "input_token", "token", "code", "oobCode",
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
