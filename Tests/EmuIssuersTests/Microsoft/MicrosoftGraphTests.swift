import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/microsoft.md#logout-and-devices and docs/reference/microsoft.md#graph.
@Suite final class `Microsoft Graph, devices and sign-out`: EntraSuite {
  private func token(
    _ account: String = "wanda@corp.example",
    scope: String = "openid profile email User.Read"
  ) async throws -> String {
    let code = try await bench.entraCode(
      "common", ["emulator_auto": .some(account), "scope": .some(scope)])
    return try await bench.entraRedeem(code).value("access_token")
  }

  @Test func `Microsoft Graph shows the account, with nulls`() async throws {
    let me = try await bench.graph("/v1.0/me", token()).expect(200)
    #expect(
      me.json == [
        "@odata.context": "https://graph.microsoft.com/v1.0/$metadata#users/$entity",
        "businessPhones": [], "displayName": "Wanda Work", "givenName": "Wanda", "jobTitle": .null,
        "mail": "wanda@corp.example", "mobilePhone": .null, "officeLocation": .null,
        "preferredLanguage": .null, "surname": "Work", "userPrincipalName": "wanda@corp.example",
        "id": "11111111-2222-3333-4444-555555555555",
      ])
    let some = try await bench.graph("/v1.0/me?$select=id,displayName", token())
    #expect((some.json.object ?? [:]).map(\.key) == ["@odata.context", "displayName", "id"])
    let typo = try await bench.graph("/v1.0/me?$select=id,emial", token())
    #expect(typo.reasons.contains("no emial of $select"), "\(typo.reasons)")
    let personal = try await bench.graph("/v1.0/me", token("peter@outlook.example"))
    #expect(personal["id"] == "4b2eabcdefabcdef")
    let guest = try await bench.graph("/v1.0/me", token("gina@other.example"))
    #expect(guest["userPrincipalName"] == "gina_other.example#EXT#@6f8b1a5e.onmicrosoft.com")
    #expect(guest["mail"] == "gina@other.example")
  }

  @Test func `Microsoft Graph shows other accounts of the tenant, and no others`() async throws {
    let token = try await token()
    let gina = try await bench.graph("/v1.0/users/gina@other.example", token)
    #expect(gina["mail"] == "gina@other.example")
    #expect(try await bench.graph("/v1.0/users/wanda@corp.example", token).status == 200)
    for name in ["olga@other.example", "nobody@corp.example", "4b2eabcdefabcdef"] {
      let reply = try await bench.graph("/v1.0/users/\(name)", token).expect(404)
      #expect(reply["error"]?["code"] == "Request_ResourceNotFound")
    }
  }

  @Test func `Microsoft Graph shows an app the accounts of its tenant`() async throws {
    let reply = try await bench.entraApp("https://graph.microsoft.com/.default")
    let token = try reply.value("access_token")
    for name in ["wanda@corp.example", "11111111-2222-3333-4444-555555555555"] {
      try await bench.graph("/v1.0/users/\(name)", token).expect(["mail": "wanda@corp.example"])
    }
    let foreign = try await bench.graph("/v1.0/users/olga@other.example", token).expect(404)
    #expect(foreign["error"]?["code"] == "Request_ResourceNotFound")
    for path in ["/v1.0/me", "/v1.0/me/photo/$value", "/oidc/userinfo"] {
      let me = try await bench.graph(path, token).expect(400)
      #expect(me["error"]?["message"]?.string?.contains("delegated") == true)
    }
  }

  @Test func `Microsoft's userinfo reports what the scopes share`() async throws {
    let info = try await bench.graph("/oidc/userinfo", token())
    #expect(
      (info.json.object ?? [:]).map(\.key) == [
        "sub", "name", "family_name", "given_name", "picture", "email",
      ])
    #expect(info["sub"]?.string?.utf8.count == 43)
    #expect(
      info["picture"]
        == .string("\(Bench.base)/issuers/microsoft.com/graph/v1.0/me/photo/$value"))
    let bare = try await bench.graph("/oidc/userinfo", token(scope: "openid"))
    #expect((bare.json.object ?? [:]).map(\.key) == ["sub"])
    let none = try await bench.graph("/oidc/userinfo", token(scope: "User.Read")).expect(403)
    #expect(none["error"]?["code"] == "Authorization_RequestDenied")
  }

  @Test func `Microsoft's userinfo reports what the user has set`() async throws {
    let token = try await token()
    await bench.set("microsoft.com", ["claims": ["email": "else@corp.example"]])
    #expect(try await bench.graph("/oidc/userinfo", token)["email"] == "else@corp.example")
  }

  @Test(arguments: ["/v1.0/me", "/v1.0/me/photo/$value", "/oidc/userinfo"])
  func `Microsoft Graph refuses a bad token in Graph's own form`(path: String) async throws {
    let token = try await token()
    func refused(_ token: String?, _ words: String) async throws {
      let id = "0d6ab0d8-7a3c-4a5e-9a30-0a7f7e0c2e55"
      let reply = try await bench.graph(path, token, headers: ["client-request-id": id]).expect(401)
      #expect(reply["error"]?["code"] == "InvalidAuthenticationToken")
      #expect(reply["error"]?["message"]?.string?.contains(words) == true, "\(reply.text)")
      let inner = try #require(reply["error"]?["innerError"])
      #expect(inner["client-request-id"] == .string(id))
      #expect(inner["request-id"]?.string?.utf8.count == 36)
      #expect(inner["date"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
      #expect(reply.headers["WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
    }
    try await refused(nil, "empty")
    try await refused("EwBmade-up", "CompactToken")
    bench.advance(by: .seconds(3599))
    try await refused(token, "expired")
  }

  @Test(arguments: ["/v1.0/me/photo/$value", "/v1.0/me/photos/48x48/$value"])
  func `the photo is a JPEG of 240 pixels`(path: String) async throws {
    let reply = try await bench.graph(path, token()).expect(headers: ["Content-Type": "image/jpeg"])
    #expect(reply.bytes.starts(with: [0xff, 0xd8, 0xff, 0xe0]))
    #expect(reply.bytes.suffix(2) == [0xff, 0xd9])
    // The frame header: 8 bits, height, width, three components.
    let frame: [UInt8] = [0xff, 0xc0, 0, 17, 8, 0, 240, 0, 240, 3]
    #expect(reply.bytes.firstRange(of: frame) != nil)
  }

  @Test func `a photo may be one's own, or none`() async throws {
    try await bench.makePerson(
      "microsoft.com",
      ["email": "own@corp.example", "picture": "data:image/png;base64,iVBORw0KGgo="])
    try await bench.makePerson(
      "microsoft.com", ["email": "none@corp.example", "claims": ["picture": .null]])
    let own = try await bench.graph("/v1.0/me/photo/$value", token("own@corp.example"))
    #expect(own.headers["Content-Type"] == "image/png")
    #expect(own.bytes == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    let none = try await token("none@corp.example")
    let missing = try await bench.graph("/v1.0/me/photo/$value", none).expect(404)
    #expect(missing["error"]?["code"] == "ImageNotFound")
    #expect(try await bench.graph("/v1.0/me/photo", none)["@odata.mediaContentType"] == "image/gif")
    #expect(try await bench.graph("/v1.0/me/photos/5x5/$value", none).status == 404)
  }

  @Test func `metadata of a photo are for work accounts`() async throws {
    let token = try await token()
    let work = try await bench.graph("/v1.0/me/photo", token)
    work.expect(["id": "240x240", "width": 240, "@odata.mediaContentType": "image/jpeg"])
    let personal = try await self.token("peter@outlook.example")
    #expect(try await bench.graph("/v1.0/me/photo", personal).status == 404)
    #expect(try await bench.graph("/v1.0/me/photos/5x5/$value", token).status == 400)
  }

  // MARK: - Devices

  private func begin(_ tenant: String = "common") async throws -> Reply {
    await bench.form(
      Bench.entra(tenant, "oauth2/v2.0/devicecode"),
      ["client_id": "client", "scope": "openid profile offline_access User.Read"])
  }

  private func poll(_ code: String?, _ tenant: String = "common") async throws -> Reply {
    try await bench.entraToken(
      tenant,
      [
        "grant_type": OAuth.device, "device_code": code,
        "client_id": "client",
      ])
  }

  private func visit(_ device: Reply, _ choice: String) async throws -> Reply {
    let page = try device.value("verification_uri").dropFirst(Bench.base.count)
    return await bench.get(
      "\(page)?user_code=\(device["user_code"]?.string ?? "")&\(choice)")
  }

  @Test func `a device waits, and gets its tokens once`() async throws {
    let device = try await begin()
    device.expect(["expires_in": 900, "interval": 5, "verification_uri_complete": nil])
    let message = device["message"]?.string ?? ""
    #expect(message.contains(device["user_code"]?.string ?? "none"))
    #expect(message.contains(device["verification_uri"]?.string ?? "none"))
    let code = device["device_code"]?.string
    for _ in 0..<2 { try await poll(code).expectEntra("authorization_pending", 70016) }
    try await visit(device, "emulator_auto=wanda@corp.example").expect(text: "You are signed in")
    let refresh = try await poll(code).expect(200).value("refresh_token")
    #expect(try await bench.entraRenew(refresh, "common", ["scope": "User.Read"]).status == 200)
    try await poll(code).expectEntra("bad_verification_code", 70018)
  }

  @Test func `a device is informed of a refusal, of its end, and of a made-up code`() async throws {
    let declined = try await begin()
    _ = try await visit(declined, "emulator_fail=access_denied")
    try await poll(declined["device_code"]?.string).expectEntra("authorization_declined", 70018)
    try await poll("made-up").expectEntra("bad_verification_code", 70018)
    let late = try await begin()
    bench.advance(by: .seconds(900))
    try await poll(late["device_code"]?.string).expectEntra("expired_token", 70019)
  }

  @Test func `a device's tenant accepts only its own accounts`() async throws {
    let device = try await begin(Entra.home)
    try await visit(device, "emulator_auto=olga@other.example")
      .expectEntraPage("invalid_grant", 50020)
    let code = device["device_code"]?.string
    try await poll(code, Entra.home).expectEntra("authorization_pending", 70016)
    _ = try await visit(device, "emulator_auto=wanda@corp.example")
    try await poll(code, Entra.other).expectEntra("invalid_grant", 50020)
    #expect(try await poll(code, Entra.home).status == 200)
  }

  // MARK: - Sign-out

  @Test func `people are sent back to a registered address alone`() async throws {
    let bench = try Bench()
    try bench.configure(
      "microsoft.com", ProviderConfig(clientID: "client", redirectURIs: [Bench.callback]))
    let path = Bench.entra("common", "oauth2/v2.0/logout")
    let asked = await bench.get("\(path)?post_logout_redirect_uri=\(Bench.callback)&state=s")
      .expect(200, text: "Sign out of Microsoft?")
    var form = FormFields()
    for (name, value) in asked.hidden { form.add(name, value) }
    let done = await bench.form(path, form).expect(303)
    #expect(done.headers["Location"] == "\(Bench.callback)?state=s")
    await bench.get("\(path)?post_logout_redirect_uri=https://evil.example/").expect(400)
    #expect(await bench.get("\(path)?emulator_confirmed=1").text.contains("You are signed out"))
  }

  @Test func `an ID token as a hint needs no question`() async throws {
    let code = try await bench.entraCode()
    let token = try await bench.entraRedeem(code).value("id_token")
    let reply = await bench.get(
      Bench.entra("common", "oauth2/v2.0/logout?id_token_hint=\(token)")
        + "&post_logout_redirect_uri=\(Bench.callback)")
    #expect(reply.status == 302)
    #expect(reply.destination == Bench.callback)
  }

  @Test func `an app is notified of a sign-out in a frame, and the browser goes on`() async throws {
    let bench = try await Bench.entra { $0.logoutUrl = "https://app.example.com/bye" }
    let token = try await bench.entraRedeem(try await bench.entraCode()).value("id_token")
    let reply = await bench.get(
      Bench.entra("common", "oauth2/v2.0/logout?id_token_hint=\(token)")
        + "&post_logout_redirect_uri=\(Bench.callback)")
    #expect(reply.status == 200)
    let sid = try JSON(parsing: CompactJWT(token).payload()).value("sid")
    #expect(reply.text.contains(#"<iframe hidden src="https://app.example.com/bye?iss="#))
    reply.expect(text: "&amp;sid=\(sid)\"", #"content="1;url=\#(Bench.callback)""#)
    #expect(
      reply.headers["Content-Security-Policy"]?
        .contains("frame-src https://app.example.com;") == true)
  }
}
