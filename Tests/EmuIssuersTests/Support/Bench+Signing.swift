import EmuCrypto
import EmuTestSupport
import Testing

/// Signs requests as clients of OAuth 1.0a do, independently of the code under test.
struct OAuthSigner: Sendable {
  var client = "client"
  var secret = "s"
  var token: String?
  var tokenSecret = ""
  var nonce = "nonce-1"
  var timestamp = Bench.start.seconds
  var method = "HMAC-SHA1"

  /// Signs with the token and its secret in an answer, too.
  func with(_ token: FormFields, nonce: String) -> OAuthSigner {
    var signer = self
    signer.token = token.first("oauth_token")
    signer.tokenSecret = token.first("oauth_token_secret") ?? ""
    signer.nonce = nonce
    return signer
  }

  /// Returns the protocol parameters with the signature over all fields.
  func fields(
    _ verb: String, _ address: String, _ more: FormFields, covering others: FormFields = [:]
  ) -> FormFields {
    var fields: FormFields = [
      "oauth_consumer_key": client, "oauth_nonce": nonce, "oauth_signature_method": method,
      "oauth_timestamp": String(timestamp), "oauth_version": "1.0",
    ]
    if let token { fields.add("oauth_token", token) }
    for field in more { fields.add(field.name, field.value) }
    let pairs = (Array(fields) + Array(others)).map { field in
      (PercentEncoding.queryComponent(field.name), PercentEncoding.queryComponent(field.value))
    }
    let text = pairs.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    let base = [verb, address, text].map(PercentEncoding.queryComponent).joined(separator: "&")
    let key = [secret, tokenSecret].map(PercentEncoding.queryComponent).joined(separator: "&")
    let code = HMAC.code(for: Array(base.utf8), key: Array(key.utf8), using: .sha1)
    fields.add("oauth_signature", Self.base64(code))
    return fields
  }

  /// Returns the fields as a header.
  static func header(_ fields: FormFields) -> String {
    "OAuth "
      + fields.map { field in
        "\(PercentEncoding.queryComponent(field.name))=\""
          + "\(PercentEncoding.queryComponent(field.value))\""
      }.joined(separator: ", ")
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
    return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
  }
}

extension Bench {
  static let twitter = "/issuers/twitter.com"

  /// Sends a signed request with its parameters in the header.
  func signed(
    _ verb: Method, _ path: String, _ signer: OAuthSigner, _ more: FormFields = [:],
    query: FormFields = [:]
  ) async throws -> Reply {
    let address = Self.base + Self.twitter + path
    let fields = signer.fields(verb.rawValue, address, more, covering: query)
    let target = Self.twitter + path + (query.isEmpty ? "" : "?" + query.encoded)
    return await call(
      verb, target, headers: ["Authorization": OAuthSigner.header(fields)])
  }

  /// Returns the fields of a form in an answer.
  func requestToken(_ signer: OAuthSigner = OAuthSigner()) async throws -> FormFields {
    let reply = try await signed(
      .post, "/oauth/request_token", signer, ["oauth_callback": Bench.callback])
    #expect(reply.status == 200, "\(reply.text)")
    let fields = FormFields(parsing: reply.text)
    #expect(
      fields.map(\.name) == ["oauth_token", "oauth_token_secret", "oauth_callback_confirmed"])
    #expect(fields.first("oauth_callback_confirmed") == "true")
    return fields
  }
}
