import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

extension Bench {
  func send(
    _ method: Method, _ target: String, body: [UInt8] = [], headers: Headers = [:]
  ) async throws -> Reply {
    var headers = headers
    headers["Host"] = "localhost:9099"
    return await emulator.call(method, target, bytes: body, headers: headers)
  }

  func get(_ target: String) async throws -> Reply { try await send(.get, target) }

  func post(_ target: String, _ body: JSON) async throws -> Reply {
    try await send(.post, target, body: body.serializedBytes())
  }

  /// Sends a form.
  func form(_ target: String, _ fields: FormFields) async throws -> Reply {
    try await send(
      .post, target, body: Array(fields.encoded.utf8),
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
  }

  func mint(_ issuer: String, _ body: JSON = [:]) async throws -> Reply {
    let reply = try await post("/emulator/v1/issuers/\(issuer)/tokens", body)
    #expect(reply.status == 200, "\(reply.text)")
    return reply
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
    return try await form("/issuers/apple.com/auth/token", fields)
  }

  func refresh(_ token: String, client: String = "auth-emulator-client") async throws -> Reply {
    try await form(
      "/issuers/apple.com/auth/token",
      [
        "grant_type": "refresh_token", "refresh_token": token, "client_id": client,
        "client_secret": "anything",
      ])
  }

  func revoke(_ token: String, client: String = "auth-emulator-client") async throws -> Reply {
    try await form(
      "/issuers/apple.com/auth/revoke",
      ["token": token, "client_id": client, "client_secret": "anything"])
  }
}
