import EmuTestSupport
import Testing

/// docs/reference/apple.md#errors, row by row, and docs/reference/apple.md#revocation.
@Suite final class `issuers: Apple's errors`: AppleSuite {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The path of the endpoint after `/auth`.
    var path = "/token"
    /// The form fields; `{code}`, `{refresh}` and `{access}` are placeholders for the values of a
    /// new sign-in.
    var fields: Fields
    var status = 400
    var error: String?
    var description: String?
    /// Words of the log's reason.
    var reason: String

    init(
      _ name: String, at path: String = "/token", _ fields: Fields, _ error: String?,
      _ description: String? = nil, reason: String = ""
    ) {
      testDescription = name
      self.path = path
      self.fields = fields
      status = error == nil ? 200 : 400
      self.error = error
      self.description = description
      self.reason = reason
    }
  }

  static let code = "The code has expired or has been revoked."
  static let token = "The token has expired or has been revoked."
  private static let unknown = "No issuer of this emulator"
  private static let otherRefresh = "The issuer of apple.com did not make this refresh token"
  private static let nothing = "nothing to revoke"

  private static func renewal(_ token: String?, client: String = AppleApp.bundleID) -> Fields {
    ["grant_type": "refresh_token", "refresh_token": token, "client_id": client]
  }

  static let rows: [Row] = [
    Row("a code", [:], nil),
    Row("fields that Apple does not define", ["scope": "email", "resource": "x", "odd": "1"], nil),
    Row("no grant_type", ["grant_type": nil], "unsupported_grant_type"),
    Row("another grant", ["grant_type": "password"], "unsupported_grant_type"),
    Row("a device's grant", ["grant_type": OAuth.device], "unsupported_grant_type"),
    Row("no code", ["code": nil], "invalid_request"),
    Row("no client", ["client_id": nil], "invalid_request"),
    Row("no secret", ["client_secret": nil], "invalid_request"),
    Row("another client", ["client_id": "com.example.other"], "invalid_client"),
    Row("an unknown code", ["code": "c0.0.x"], "invalid_grant", code, reason: unknown),
    Row(
      "another issuer's code", ["code": "{google}"], "invalid_grant", code,
      reason: "The issuer of google.com made this code"),
    Row(
      "a code that was used", ["code": "{used}"], "invalid_grant",
      "The code has already been used.", reason: "exchanged before"),
    Row(
      "a code of another client", ["client_id": AppleApp.servicesID], "invalid_grant",
      "client_id mismatch. The code was not issued to com.example.web.",
      reason: "made for the client com.example.app"),
    Row("a code of six minutes ago", ["code": "{late}"], "invalid_grant", code, reason: "expired"),
    Row(
      "a code whose consent was withdrawn", ["code": "{withdrawn}"], "invalid_grant", code,
      reason: "revoked"),
    Row(
      "a redirect URI for a native code", ["redirect_uri": "https://x.example"], "invalid_grant",
      "redirect_uri mismatch. The code was not issued to https://x.example.",
      reason: "redirect URI"),
    Row("a refresh token", renewal("{refresh}"), nil),
    Row("an unknown refresh token", renewal("r0"), "invalid_grant", token, reason: otherRefresh),
    Row("an access token as refresh token", renewal("{access}"), "invalid_grant", token),
    Row(
      "a refresh token of another client", renewal("{refresh}", client: AppleApp.servicesID),
      "invalid_grant", token),
    Row(
      "a refresh token whose consent was withdrawn", renewal("{dead}"), "invalid_grant", token,
      reason: "revoked"),
    Row(
      "an unknown client with a refresh token", renewal("{refresh}", client: "com.example.no"),
      "invalid_client"),
    Row("no refresh token", renewal(nil), "invalid_request"),
    Row("user.migration", ["grant_type": "client_credentials", "scope": "user.migration"], nil),
    Row("another scope", ["grant_type": "client_credentials", "scope": "email"], "invalid_scope"),
    Row("no scope", ["grant_type": "client_credentials"], "invalid_scope"),
    Row("a chosen failure", ["emulator_fail": "unauthorized_client"], "unauthorized_client"),
    Row("revoking a refresh token", at: "/revoke", ["token": "{refresh}"], nil),
    Row("revoking an access token", at: "/revoke", ["token": "{access}"], nil),
    Row(
      "revoking with a hint", at: "/revoke",
      ["token": "{access}", "token_type_hint": "access_token"], nil),
    Row("revoking what is unknown", at: "/revoke", ["token": "x"], nil, reason: nothing),
    Row("revoking what is dead already", at: "/revoke", ["token": "{dead}"], nil),
    Row(
      "revoking a code, which is no token", at: "/revoke", ["token": "{code}"], nil, reason: nothing
    ),
    Row(
      "revoking as a stranger", at: "/revoke", ["token": "r0", "client_id": "com.example.other"],
      "invalid_client"),
    Row("revoking nothing", at: "/revoke", ["token": nil], "invalid_request"),
    Row("revoking without a client", at: "/revoke", ["client_id": nil], "invalid_request"),
    Row("revoking without a secret", at: "/revoke", ["client_secret": nil], "invalid_request"),
    Row(
      "revoking as another", at: "/revoke",
      ["token": "{access}", "client_id": AppleApp.servicesID], "invalid_client"),
  ]

  @Test(arguments: rows)
  func `every row of the table has its body and status`(row: Row) async throws {
    func code() async throws -> String { try await bench.signInAnn().value("authorizationCode") }
    let dead = try await bench.annsTokens().refresh
    let withdrawn = try await code()
    _ = try await bench.revoke(dead, client: AppleApp.bundleID)
    let late = try await code()
    bench.advance(by: .seconds(360))
    let tokens = try await bench.annsTokens()
    let used = try await code()
    _ = try await bench.exchange(used, client: AppleApp.bundleID)
    let fresh = try await code()
    let known = [
      "{refresh}": tokens.refresh, "{access}": tokens.access, "{code}": fresh, "{used}": used,
      "{late}": late, "{withdrawn}": withdrawn, "{dead}": dead,
      "{google}": try await bench.mint("google.com")["authorizationCode"]?.string,
    ]
    var all: Fields = ["client_id": AppleApp.bundleID, "client_secret": "s"]
    if row.path == "/token" {
      all["grant_type"] = "authorization_code"
      if row.fields["grant_type"] == nil { all["code"] = fresh }
    }
    all.merge(row.fields) { $1 }
    let form = Bench.form(all.mapValues { value in value.flatMap { known[$0] ?? nil } ?? value })
    let reply = await bench.form("/issuers/apple.com/auth" + row.path, form).expect(row.status)
    #expect(row.reason.isEmpty || reply.reasons.contains(row.reason), "\(reply.reasons)")
    guard let error = row.error else {
      if row.path == "/revoke" { #expect(reply.bytes == []) }
      if row.path == "/token", row.fields["grant_type"] == nil { #expect(reply["id_token"] != nil) }
      return
    }
    var body: JSONObject = ["error": .string(error)]
    if let description = row.description { body["error_description"] = .string(description) }
    #expect(reply.json == .object(body))
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(!reply.reasons.isEmpty, "the true reason is in the log")
    #expect(try await bench.refresh(tokens.refresh, client: AppleApp.bundleID).status == 200)
    #expect(try await bench.exchange(fresh, client: AppleApp.bundleID).status == 200, "not spent")
  }

  @Test(arguments: ["grant_type", "code", "client_id", "client_secret", "token"])
  func `a parameter that comes twice is an invalid request`(name: String) async {
    let form: FormFields = [
      "grant_type": "authorization_code", "code": "c", "client_id": "c", "client_secret": "s",
      "token": "t",
    ]
    for path in ["token", "revoke"] {
      await bench.form("/issuers/apple.com/auth/\(path)", form.adding(name, "again"))
        .expectBare("invalid_request")
    }
  }

  /// Other content types than a form are rejected, and a form without its fields is incomplete.
  @Test(arguments: [
    ("token", "application/json", "unsupported_grant_type"),
    ("token", "text/plain", "unsupported_grant_type"),
    ("token", "multipart/form-data; boundary=x", "unsupported_grant_type"),
    ("revoke", "application/json", "invalid_request"), ("revoke", "text/plain", "invalid_request"),
  ]) func `an invalid form is refused`(path: String, type: String, error: String) async throws {
    let tokens = try await bench.annsTokens()
    let form: FormFields = [
      "grant_type": "refresh_token", "refresh_token": tokens.refresh, "token": tokens.refresh,
      "client_id": AppleApp.bundleID, "client_secret": "s",
    ]
    await bench.call(
      .post, "/issuers/apple.com/auth/\(path)", bytes: Array(form.encoded.utf8),
      headers: ["Content-Type": type]
    ).expectBare(error)
    #expect(try await bench.refresh(tokens.refresh, client: AppleApp.bundleID).status == 200)
  }

  @Test func `a secret in a header is ignored`() async throws {
    let code = try await bench.signInAnn().value("authorizationCode")
    await bench.form(
      "/issuers/apple.com/auth/token", ["grant_type": "authorization_code", "code": code],
      headers: ["Authorization": "Basic Y29tLmV4YW1wbGUuYXBwOnM="]
    ).expectBare("invalid_request")
  }
}

extension FormFields {
  func adding(_ name: String, _ value: String) -> FormFields {
    var all = self
    all.add(name, value)
    return all
  }
}
