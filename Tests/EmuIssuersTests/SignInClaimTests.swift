import EmuTestSupport
import Testing

@Suite struct `issuers: claims of one sign-in` {
  private static let typed = "{\r\n  \"groups\": [\"dev\"],\r\n  \"email\": null\r\n}"

  private static func bench(_ issuer: String = "oidc.corp") async throws -> Bench {
    let bench = try Bench()
    try await bench.makePerson(issuer, ["sub": "ann", "email": "ann@example.com"])
    return bench
  }

  @Test(arguments: ["oidc.corp", "google.com"])
  func `claims typed on the page are in that sign-in's tokens alone`(issuer: String) async throws {
    let bench = try await Self.bench(issuer)
    let page = try await bench.authorize(issuer).expect(text: #"name="emulator_claims""#)
    let back = try await bench.choose(
      issuer, page, ["person": "ann", "emulator_claims": Self.typed])
    let tokens = try await bench.redeem(issuer, back.value("code"))
    try tokens.claims("id_token").expect(["groups": ["dev"], "email": nil, "sub": "ann"])
    let info = try await bench.userInfo(issuer, tokens["access_token"]?.string)
    #expect(info["groups"] == ["dev"] && info["email"] == nil, "\(info.text)")
    if let refresh = tokens["refresh_token"]?.string {
      let renewed = try await bench.renew(issuer, refresh)
      #expect(try renewed.claims("id_token")["groups"] == ["dev"])
      try await bench.userInfo(issuer, renewed["access_token"]?.string).expect(["groups": ["dev"]])
    }
    let other = try await bench.tokens(issuer, ["emulator_auto": "ann"])
    #expect(try other.claims("id_token")["groups"] == nil)
    #expect(try other.claims("id_token")["email"] == "ann@example.com")
  }

  @Test func `a parameter gives them without a page, and a page shows it`() async throws {
    let bench = try await Self.bench()
    let fields: Fields = ["emulator_claims": #"{"team":"x"}"#]
    let auto = try await bench.tokens(
      "oidc.corp", fields.with(["emulator_auto": "ann"]))
    #expect(try auto.claims("id_token")["team"] == "x")
    let front = try await bench.authorize(
      "oidc.corp",
      fields.with(["response_type": "id_token", "nonce": "n", "emulator_auto": "ann"]))
    #expect(try front.claims("id_token")["team"] == "x")
    let page = try await bench.authorize("oidc.corp", fields)
    #expect(page.text.contains("{&quot;team&quot;:&quot;x&quot;}</textarea>"))
    let emptied = try await bench.choose(
      "oidc.corp", page, ["person": "ann", "emulator_claims": ""])
    let none = try await bench.redeem("oidc.corp", emptied.value("code"))
    #expect(try none.claims("id_token")["team"] == nil)
    let wrong = try await bench.authorize("oidc.corp", ["emulator_claims": "x"])
    #expect(wrong.handed["error"] == "invalid_request")
    #expect(wrong.handed["error_description"]?.contains("emulator_claims") == true)
  }

  @Test(arguments: [
    ("{", "are not JSON"), ("[1]", "are an object"),
    ("{\"a\":\"" + String(repeating: "x", count: 5000) + "\"}", "at most 4096 bytes"),
  ])
  func `what is no JSON object is shown at its field`(text: String, message: String) async throws {
    let bench = try await Self.bench()
    let page = try await bench.authorize("oidc.corp")
    for (choice, id) in [("person", "sign-in-claims"), ("action", "new-sign-in-claims")] {
      let value = choice == "person" ? "ann" : "create"
      let reply = try await bench.choose(
        "oidc.corp", page, [choice: value, "emulator_claims": text]
      ).expect(400, text: "id=\"\(id)-problem\"")
      #expect(reply.text.split(separator: "class=\"error\" role=\"alert\"").count == 2, "one alert")
      #expect(reply.text.contains(message))
      let isTicked = reply.text.contains(#"value="1" checked>The address is verified"#)
      #expect(isTicked == (choice == "person"), "the form of a new account is as it was")
      if text.count < 10 { #expect(reply.text.contains(">\(text)</textarea>")) }
      let again = try await bench.choose(
        "oidc.corp", reply, ["person": "ann", "emulator_claims": "{}"])
      #expect(again.handed["code"] != nil)
    }
  }

  @Test func `a device, and a provider without ID tokens, have no such field`() async throws {
    let bench = try Bench()
    #expect(try await !bench.authorize("github.com").text.contains("emulator_claims"))
    let device = await bench.form(
      "/issuers/oidc.corp/device_authorization", ["client_id": "client", "client_secret": "s"])
    let code = try device.value("user_code")
    let page = await bench.get("/issuers/oidc.corp/emulator/device?user_code=\(code)")
    #expect(page.status == 200 && !page.text.contains("emulator_claims"))
  }
}
