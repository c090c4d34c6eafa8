import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: a sign-in on a device`: BenchSuite {
  private func begin(_ issuer: String = "oidc.corp") async throws -> Reply {
    let path = issuer == "google.com" ? "/device/code" : "/device_authorization"
    return await bench.form(
      "/issuers/\(issuer)\(path)", ["client_id": "client", "scope": "openid email"])
  }

  private func poll(
    _ device: Reply, _ issuer: String = "oidc.corp", client: String = "client"
  ) async throws -> Reply {
    await bench.form(
      Bench.token(issuer),
      [
        "grant_type": OAuth.device,
        "device_code": device["device_code"]?.string ?? "", "client_id": client,
      ])
  }

  /// Returns the path of a device's page.
  static func page(_ device: Reply) throws -> String {
    let url = try device.value("verification_uri_complete")
    return String(url.dropFirst(Bench.base.count))
  }

  @Test(
    arguments: [("oidc.corp", "verification_uri", 400), ("google.com", "verification_url", 428)])
  func `a sign-in on a device waits`(issuer: String, name: String, pending: Int) async throws {
    let device = try await begin(issuer).expect(200)
    #expect(device[name] == .string("\(Bench.base)/issuers/\(issuer)/emulator/device"))
    device.expect(["expires_in": 1800, "interval": 5])
    #expect(device["user_code"]?.string?.utf8.count == 9)
    try await poll(device, issuer).expect(pending, "authorization_pending")
    let page = try await bench.get(Self.page(device))
    #expect(page.text.contains(device["user_code"]?.string ?? "none"))
    let chosen = await bench.form(
      "/issuers/\(issuer)/emulator/device",
      ["request": page.hidden["request"] ?? "", "action": "create", "email": "a@example.com"])
    #expect(chosen.text.contains("You are signed in"))
    bench.advance(by: .seconds(5))
    let tokens = try await poll(device, issuer).expect(200)
    #expect(tokens["refresh_token"] != nil)
    let verified = try await bench.verified(tokens["id_token"], by: issuer)
    #expect(verified.claims["email"] == "a@example.com")
    bench.advance(by: .seconds(5))
    #expect(try await poll(device, issuer)["error"] == "invalid_grant")
  }

  @Test func `a sign-in on a device that asks too often is slowed down`() async throws {
    let device = try await begin()
    #expect(try await poll(device)["error"] == "authorization_pending")
    bench.advance(by: .seconds(4))
    #expect(try await poll(device)["error"] == "slow_down")
    bench.advance(by: .seconds(9))
    #expect(try await poll(device)["error"] == "slow_down", "ten seconds by now")
    bench.advance(by: .seconds(15))
    #expect(try await poll(device)["error"] == "authorization_pending")
  }

  @Test func `a sign-in on a device reports its denial and end, to its client`() async throws {
    let denied = try await begin()
    #expect(try await poll(denied, client: "other")["error"] == "invalid_grant")
    #expect(try await bench.get(Self.page(denied) + "&emulator_fail=access_denied").status == 200)
    #expect(try await poll(denied)["error"] == "access_denied")
    let late = try await begin()
    bench.advance(by: .seconds(1800))
    #expect(try await poll(late)["error"] == "expired_token")
    #expect(try await bench.get(Self.page(late)).status == 400)
  }

  @Test func `a sign-in on a device is finished by a code as people type it`() async throws {
    let device = try await begin()
    let code = try device.value("user_code").lowercased().replacing("-", with: "%20")
    await bench.get("/issuers/oidc.corp/emulator/device?user_code=\(code)&emulator_auto=new")
      .expect(200)
    #expect(try await poll(device).status == 200)
  }

  /// RFC 8628 §3.1; requests of Google's and Microsoft's clients have no secret.
  @Test(
    arguments: [
      ("oidc.corp", nil, 401), ("oidc.corp", "wrong", 401), ("oidc.corp", "s", 200),
      ("google.com", nil, 200),
    ] as [(String, String?, Int)])
  func `a device proves its client`(issuer: String, secret: String?, status: Int) async throws {
    try bench.configure(issuer, ProviderConfig(clientID: "client", clientSecret: "s"))
    var form: FormFields = ["client_id": "client", "scope": "openid"]
    if let secret { form.add("client_secret", secret) }
    let path = issuer == "google.com" ? "/device/code" : "/device_authorization"
    let reply = await bench.form("/issuers/\(issuer)\(path)", form).expect(status)
    if status != 200 {
      #expect(reply["error"] == "invalid_client")
      #expect(reply.headers["WWW-Authenticate"] != nil)
      #expect(reply["device_code"] == nil)
    }
  }

  @Test func `a sign-in on a device begins for no scope that could be none`() async throws {
    await bench.form(
      "/issuers/oidc.corp/device_authorization", ["client_id": "client", "scope": #"a"b"#]
    ).expect(400, ["error": "invalid_scope"]).expect(description: "quotes")
  }

  @Test(
    arguments: [
      ("emulator_auto=new", nil), ("emulator_fail=access_denied", "access_denied"),
    ] as [(String, String?)])
  func `a device page answers a caller who asks for JSON with the result`(
    decision: String, error: String?
  ) async throws {
    let device = try await begin()
    try await bench.get(Self.page(device) + "&emulator_answer=json&\(decision)").expect(200).expect(
      ["fields.user_code": device["user_code"], "fields.error": error.map(JSON.string)])
    for (code, reason) in [
      ("", "user_code is missing"), ("&user_code=x", "There is no such code"),
    ] {
      let refused = await bench.get(
        "/issuers/oidc.corp/emulator/device?emulator_answer=json\(code)"
      ).expect(400)
      #expect(refused["error"] == "invalid_request" && refused["stays_on_page"] == true)
      #expect(refused["error_description"]?.string?.contains(reason) == true, "\(refused.text)")
    }
  }

  @Test func `a page asks for the code, and refuses a made-up one`() async {
    let page = await bench.get("/issuers/oidc.corp/emulator/device").expect(200)
    #expect(page.text.contains(#"name="user_code""#))
    for code in ["ABCD-EFGH", "x", "%3Cscript%3E"] {
      await bench.get("/issuers/oidc.corp/emulator/device?user_code=\(code)").expect(400).expect(
        lacking: "<script")
    }
    await bench.form("/issuers/oidc.corp/emulator/device", ["request": "x", "action": "create"])
      .expect(400)
  }
}
