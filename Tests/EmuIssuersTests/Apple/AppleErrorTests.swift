import EmuHTTP
import EmuJSON
import EmuModel
import EmuIdentity
import EmuStore
import EmuTestSupport
import Testing

/// docs/reference/apple.md#errors, row by row, and docs/reference/apple.md#revocation.
@Suite struct `issuers: Apple's errors` {
  private let bench: Bench

  init() async throws { bench = try await Bench.apple() }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The path of the endpoint after `/auth`.
    var path = "/token"
    /// The form fields; `{code}`, `{refresh}` and `{access}` are placeholders for the values of a
    /// new sign-in.
    var fields: [String: String?]
    var status = 400
    var error: String?
    var description: String?

    init(
      _ name: String, at path: String = "/token", _ fields: [String: String?], _ error: String?,
      _ description: String? = nil
    ) {
      testDescription = name
      self.path = path
      self.fields = fields
      status = error == nil ? 200 : 400
      self.error = error
      self.description = description
    }
  }

  static let code = "The code has expired or has been revoked."
  static let token = "The token has expired or has been revoked."

  static let rows: [Row] = [
    Row("a code", [:], nil),
    Row("no grant_type", ["grant_type": nil], "unsupported_grant_type"),
    Row("another grant", ["grant_type": "password"], "unsupported_grant_type"),
    Row("no code", ["code": nil], "invalid_request"),
    Row("no client", ["client_id": nil], "invalid_request"),
    Row("no secret", ["client_secret": nil], "invalid_request"),
    Row("another client", ["client_id": "com.example.other"], "invalid_client"),
    Row("an unknown code", ["code": "c0.0.x"], "invalid_grant", code),
    Row(
      "a code that was used", ["code": "{used}"], "invalid_grant", "The code has already been used."
    ),
    Row(
      "a code of another client", ["client_id": AppleApp.servicesID], "invalid_grant",
      "client_id mismatch. The code was not issued to com.example.web."),
    Row("a code of six minutes ago", ["code": "{late}"], "invalid_grant", code),
    Row("a code whose consent was withdrawn", ["code": "{withdrawn}"], "invalid_grant", code),
    Row(
      "a redirect URI for a native code", ["redirect_uri": "https://x.example"], "invalid_grant",
      "redirect_uri mismatch. The code was not issued to https://x.example."),
    Row(
      "a refresh token", ["grant_type": "refresh_token", "refresh_token": "{refresh}"], nil),
    Row(
      "an unknown refresh token", ["grant_type": "refresh_token", "refresh_token": "r0"],
      "invalid_grant", token),
    Row(
      "an access token as refresh token",
      ["grant_type": "refresh_token", "refresh_token": "{access}"], "invalid_grant", token),
    Row(
      "a refresh token of another client",
      [
        "grant_type": "refresh_token", "refresh_token": "{refresh}",
        "client_id": AppleApp.servicesID,
      ], "invalid_grant", token),
    Row(
      "a refresh token whose consent was withdrawn",
      ["grant_type": "refresh_token", "refresh_token": "{dead}"], "invalid_grant", token),
    Row(
      "an unknown client with a refresh token",
      [
        "grant_type": "refresh_token", "refresh_token": "{refresh}", "client_id": "com.example.no",
      ], "invalid_client"),
    Row("no refresh token", ["grant_type": "refresh_token"], "invalid_request"),
    Row(
      "user.migration", ["grant_type": "client_credentials", "scope": "user.migration"], nil),
    Row(
      "another scope", ["grant_type": "client_credentials", "scope": "email"], "invalid_scope"),
    Row("no scope", ["grant_type": "client_credentials"], "invalid_scope"),
    Row(
      "a failure that was asked for", ["emulator_fail": "unauthorized_client"],
      "unauthorized_client"),
    Row("revoking a refresh token", at: "/revoke", ["token": "{refresh}"], nil),
    Row("revoking an access token", at: "/revoke", ["token": "{access}"], nil),
    Row(
      "revoking with a hint", at: "/revoke",
      ["token": "{access}", "token_type_hint": "access_token"], nil),
    Row("revoking what is unknown", at: "/revoke", ["token": "x"], nil),
    Row("revoking what is dead already", at: "/revoke", ["token": "{dead}"], nil),
    Row("revoking a code, which is no token", at: "/revoke", ["token": "{code}"], nil),
    Row("revoking nothing", at: "/revoke", ["token": nil], "invalid_request"),
    Row("revoking without a secret", at: "/revoke", ["client_secret": nil], "invalid_request"),
    Row(
      "revoking as another", at: "/revoke",
      ["token": "{access}", "client_id": AppleApp.servicesID], "invalid_client"),
  ]

  @Test(arguments: rows)
  func `every row of the table has its body and status`(row: Row) async throws {
    let dead = try await bench.annsTokens().refresh
    let withdrawn = try #require(try await bench.signInAnn()["authorizationCode"]?.string)
    _ = try await bench.revoke(dead, client: AppleApp.bundleID)
    let late = try #require(try await bench.signInAnn()["authorizationCode"]?.string)
    bench.advance(by: .seconds(360))
    let tokens = try await bench.annsTokens()
    let used = try #require(try await bench.signInAnn()["authorizationCode"]?.string)
    _ = try await bench.exchange(used, client: AppleApp.bundleID)
    let code = try #require(try await bench.signInAnn()["authorizationCode"]?.string)
    let known = [
      "{refresh}": tokens.refresh, "{access}": tokens.access, "{code}": code, "{used}": used,
      "{late}": late, "{withdrawn}": withdrawn, "{dead}": dead,
    ]
    var all: [String: String?] = [
      "client_id": AppleApp.bundleID, "client_secret": "s",
    ]
    if row.path == "/token" {
      all["grant_type"] = "authorization_code"
      if row.fields["grant_type"] == nil { all["code"] = code }
    }
    all.merge(row.fields) { _, new in new }
    var form = FormFields()
    for name in all.keys.sorted() {
      if let value = all[name] ?? nil { form.add(name, known[value] ?? value) }
    }
    let reply = await bench.form("/issuers/apple.com/auth" + row.path, form)
    #expect(reply.status == row.status, "\(reply.text) \(reply.reasons)")
    guard let error = row.error else { return }
    var body: JSONObject = ["error": .string(error)]
    if let description = row.description { body["error_description"] = .string(description) }
    #expect(reply.json == .object(body))
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(!reply.reasons.isEmpty, "the true reason is in the log")
  }

  @Test(arguments: ["grant_type", "code", "client_id", "client_secret", "token"])
  func `a parameter that comes twice is an invalid request`(name: String) async {
    let form: FormFields = [
      "grant_type": "authorization_code", "code": "c", "client_id": "c", "client_secret": "s",
      "token": "t",
    ]
    for path in ["token", "revoke"] {
      let reply = await bench.form(
        "/issuers/apple.com/auth/\(path)", form.adding(name, "again"))
      #expect(reply.status == 400)
      #expect(reply.json == ["error": "invalid_request"])
    }
  }

  /// Other content types than a form are rejected, and a form without its fields is incomplete.
  @Test(arguments: [
    ("token", "application/json", "unsupported_grant_type"),
    ("token", "text/plain", "unsupported_grant_type"),
    ("token", "multipart/form-data; boundary=x", "unsupported_grant_type"),
    ("revoke", "application/json", "invalid_request"), ("revoke", "text/plain", "invalid_request"),
  ])
  func `an invalid form is reported by its endpoint`(
    path: String, type: String, error: String
  ) async throws {
    let tokens = try await bench.annsTokens()
    let form: FormFields = [
      "grant_type": "refresh_token", "refresh_token": tokens.refresh, "token": tokens.refresh,
      "client_id": AppleApp.bundleID, "client_secret": "s",
    ]
    let reply = await bench.call(
      .post, "/issuers/apple.com/auth/\(path)", bytes: Array(form.encoded.utf8),
      headers: ["Content-Type": type])
    #expect(reply.status == 400)
    #expect(reply.json == ["error": .string(error)])
    #expect(
      try await bench.refresh(tokens.refresh, client: AppleApp.bundleID).status == 200)
  }

  /// A native app's bundle id has no page; a Services ID with a page is a separate client.
  @Test func `a client that is not allowed is unauthorized_client`() async throws {
    let bench = try await Bench.apple(profile: .production)
    let page = try await bench.webSignIn(["client_id": AppleApp.bundleID])
    #expect(page.status == 400)
    #expect(page.text.contains("<code>unauthorized_client</code>"))
  }

  @Test func `a secret in a header is ignored`() async throws {
    let minted = try await bench.signInAnn()
    let code = try #require(minted["authorizationCode"]?.string)
    let reply = await bench.form(
      "/issuers/apple.com/auth/token", ["grant_type": "authorization_code", "code": code],
      headers: ["Authorization": "Basic Y29tLmV4YW1wbGUuYXBwOnM="])
    #expect(reply.status == 400)
    #expect(reply.json == ["error": "invalid_request"])
  }
}

extension FormFields {
  func adding(_ name: String, _ value: String) -> FormFields {
    var all = self
    all.add(name, value)
    return all
  }
}
