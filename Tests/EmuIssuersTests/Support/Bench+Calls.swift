import EmuJOSE
import EmuTestSupport
import Testing

/// The fields of a request by name; nil for one that is left out.
typealias Fields = [String: String?]

extension Fields {
  /// Returns these fields with others, which replace them.
  func with(_ others: Fields) -> Fields { merging(others) { $1 } }
}

extension JSON {
  /// Returns a text of an object.
  func value(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try #require(self[name]?.string, "\(serialized())", sourceLocation: sourceLocation)
  }
}

extension Reply {
  /// Returns a text of the body, or of the fields for the client.
  func value(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let text = self[name]?.string ?? handed[name]
    return try #require(text, "\(self.text) \(reasons)", sourceLocation: sourceLocation)
  }

  /// Returns the claims of a token, without verifying it.
  func claims(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    try JSON(parsing: CompactJWT(value(name, sourceLocation: sourceLocation)).payload())
  }

  /// Expects words of OAuth's description of an error.
  @discardableResult
  func expect(
    _ status: Int? = nil, description words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    if let status { expect(status, sourceLocation: sourceLocation) }
    let description = self["error_description"]?.string ?? handed["error_description"] ?? ""
    #expect(description.contains(words), "\(text)", sourceLocation: sourceLocation)
    return self
  }

  /// Expects an error of Apple's, which has no description.
  func expectBare(
    _ error: String, reason: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(400, error, reason: reason, sourceLocation: sourceLocation)
    #expect(json.object?.count == 1, "\(text)", sourceLocation: sourceLocation)
  }
}

extension Bench {
  /// Returns the fields with a value, sorted by name.
  static func form(_ fields: Fields) -> FormFields {
    var form = FormFields()
    for name in fields.keys.sorted() {
      if let value = fields[name] ?? nil { form.add(name, value) }
    }
    return form
  }

  /// Changes an issuer's options.
  func set(
    _ issuer: String, _ options: JSON, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let reply = await call(.patch, "/emulator/v1/issuers/\(issuer)", options)
    #expect(reply.status == 200, "\(reply.text)", sourceLocation: sourceLocation)
  }

  func mint(_ issuer: String, _ body: JSON = [:]) async throws -> Reply {
    let reply = await post("/emulator/v1/issuers/\(issuer)/tokens", body).expect(200)
    return reply
  }

  /// Asks for tokens by a grant, as a client with a secret.
  func grant(
    _ type: String, _ fields: Fields = [:], at issuer: String = "oidc.corp", headers: Headers = [:]
  ) async -> Reply {
    let all: Fields = ["grant_type": type, "client_id": "client", "client_secret": "s"]
    return await form(
      Self.token(issuer), Self.form(all.with(fields)), headers: headers)
  }

  func introspect(
    _ token: String, client: String = "client", secret: String? = "s"
  ) async -> Reply {
    await form(
      "/issuers/oidc.corp/introspect",
      Self.form(["token": token, "client_id": client, "client_secret": secret]))
  }

  /// Exchanges a code at Apple's token endpoint.
  func exchange(
    _ code: String, client: String = "auth-emulator-client", secret: String = "anything",
    redirectURI: String? = nil
  ) async throws -> Reply {
    var fields: FormFields = [
      "grant_type": "authorization_code", "code": code, "client_id": client,
      "client_secret": secret,
    ]
    if let redirectURI { fields.add("redirect_uri", redirectURI) }
    return await form("/issuers/apple.com/auth/token", fields)
  }

  func refresh(_ token: String, client: String = "auth-emulator-client") async throws -> Reply {
    await form(
      "/issuers/apple.com/auth/token",
      [
        "grant_type": "refresh_token", "refresh_token": token, "client_id": client,
        "client_secret": "anything",
      ])
  }

  func revoke(
    _ token: String, client: String = "auth-emulator-client", secret: String = "anything"
  ) async throws -> Reply {
    await form(
      "/issuers/apple.com/auth/revoke",
      ["token": token, "client_id": client, "client_secret": secret])
  }
}
