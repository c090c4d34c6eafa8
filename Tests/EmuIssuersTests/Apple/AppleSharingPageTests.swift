import EmuTestSupport
import Testing

/// Apple's page at a first authorization.
@Suite final class `issuers: Apple's sharing page`: AppleSuite {
  private func sheet(_ fields: Fields = [:]) async throws -> Reply {
    let page = try await bench.webSignIn(["emulator_auto": nil].merging(fields) { $1 }).expect(200)
    return try await bench.choose("apple.com", page, ["person": AppleApp.ann])
  }

  func share(_ sheet: Reply, _ fields: FormFields) async throws -> Reply {
    try await bench.choose("apple.com", sheet, fields.adding("person", AppleApp.ann))
  }

  @Test func `Apple's sharing page asks for name and address, without a script`() async throws {
    let sheet = try await sheet().expect(
      200, text: #"name="givenName" autocomplete="off" value="Ann""#,
      #"name="familyName" autocomplete="off" value="Lee""#,
      #"name="share" value="email" checked>Share my e-mail: ann@example.com"#,
      #"name="share" value="hide">Hide my e-mail"#,
      #"<button class="main" autofocus>Continue</button>"#
    ).expect(lacking: "<script")
    #expect(
      sheet.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'; style-src")
        == true)
  }

  @Test func `an edited name is sent to this app, a hidden address stays hidden`() async throws {
    let reply = try await share(sheet(), ["givenName": "Nan", "familyName": "", "share": "hide"])
    let user = try JSON(parsing: reply.value("user")).expect(["name": ["firstName": "Nan"]])
    let relay = try user.value("email")
    #expect(relay.hasSuffix("@privaterelay.appleid.com"))
    try reply.claims("id_token").expect(["email": .string(relay), "is_private_email": true])
    let account = await bench.get("/emulator/v1/issuers/apple.com/accounts")["accounts"]?[0]
    account.expect(["name": ["givenName": "Ann", "familyName": "Lee"], "hideEmail": true])
    // The next sign-in shows no such page.
    let page = try await bench.webSignIn(["emulator_auto": nil])
    let again = try await bench.choose("apple.com", page, ["person": AppleApp.ann])
    #expect(again.handed["code"] != nil)
    #expect(again.handed["user"] == nil)
  }

  @Test func `only what is asked for is asked`() async throws {
    try await sheet(["scope": "name"]).expect(text: "givenName").expect(lacking: "Share my e-mail")
    try await sheet(["scope": "email"]).expect(lacking: "givenName")
    let none = try await sheet(["scope": "openid"])
    #expect(none.handed["code"] != nil, "nothing to share, so nothing is asked")
  }

  @Test(
    arguments: [
      (["share": "both"], "Share the address, or hide it."),
      (
        ["share": "email", "givenName": "a\u{7}"],
        "First name: write 1 to 127 bytes without control characters"
      ),
    ] as [(FormFields, String)])
  func `Apple's sharing page shows a mistake`(fields: FormFields, message: String) async throws {
    let reply = try await share(sheet(), fields).expect(400, text: message)
    #expect(await bench.get(AppleApp.grants)["grants"] == [])
    #expect(try await share(reply, ["share": "email"]).handed["code"] != nil)
  }

  @Test func `cancelling on Apple's sharing page is a cancel`() async throws {
    let sheet = try await sheet()
    let reply = try await bench.choose("apple.com", sheet, ["action": "cancel"])
    #expect(reply.handed == ["error": "user_cancelled_authorize", "state": "s t&1"])
  }

  @Test func `nothing breaks out of Apple's sharing page`() async throws {
    let evil = #"<script>"'"#
    _ = await bench.call(
      .patch, "/emulator/v1/issuers/apple.com/accounts/\(AppleApp.ann)",
      bytes: JSON.object(["name": ["givenName": .string(evil)]]).serializedBytes())
    try await sheet().expect(text: "&lt;script&gt;&quot;&#39;").expect(lacking: "<script")
  }
}
