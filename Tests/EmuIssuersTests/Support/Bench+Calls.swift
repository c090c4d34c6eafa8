import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

extension Bench {
  /// Returns the fields with a value, sorted by name.
  static func form(_ fields: [String: String?]) -> FormFields {
    var form = FormFields()
    for name in fields.keys.sorted() {
      if let value = fields[name] ?? nil { form.add(name, value) }
    }
    return form
  }

  func mint(_ issuer: String, _ body: JSON = [:]) async throws -> Reply {
    let reply = await post("/emulator/v1/issuers/\(issuer)/tokens", body)
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

  func revoke(_ token: String, client: String = "auth-emulator-client") async throws -> Reply {
    await form(
      "/issuers/apple.com/auth/revoke",
      ["token": token, "client_id": client, "client_secret": "anything"])
  }
}
