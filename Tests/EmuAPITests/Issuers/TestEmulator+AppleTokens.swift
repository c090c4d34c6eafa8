import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension TestEmulator {
  /// Calls `accounts:revokeToken` without the nil fields.
  func revokeToken(
    _ token: String?, _ type: JSON?, idToken: String?, options: JSONObject = [:]
  ) async -> Reply {
    var body: JSONObject = ["providerId": "apple.com"]
    body["tokenType"] = type
    if let token { body["token"] = .string(token) }
    if let idToken { body["idToken"] = .string(idToken) }
    for option in options { body[option.key] = option.value }
    return await client("accounts:revokeToken", .object(body), version: "v2")
  }

  /// Calls Apple's `/auth/token`, with a secret signed by the team's key.
  func appleTokens(
    _ fields: KeyValuePairs<String, String>, client: String = Client.bundleID
  ) async throws -> Reply {
    var form: FormFields = [
      "client_id": client, "client_secret": try AppleTeam.clientSecret(for: client),
    ]
    for (name, value) in fields { form.add(name, value) }
    return await call(
      .post, "/issuers/apple.com/auth/token", bytes: Array(form.encoded.utf8),
      headers: [
        "Host": "localhost:9099", "Content-Type": "application/x-www-form-urlencoded",
      ])
  }

  /// Returns the tokens of an app's server for a code.
  func exchange(_ code: String, client: String = Client.bundleID) async throws -> Reply {
    let reply = try await appleTokens(
      ["grant_type": "authorization_code", "code": code], client: client)
    try #require(reply.status == 200, "\(reply.json.serialized())")
    return reply
  }

  func refreshAtApple(_ token: String?) async throws -> Reply {
    try await appleTokens(["grant_type": "refresh_token", "refresh_token": token ?? ""])
  }
}
