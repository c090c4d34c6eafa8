import EmuTestSupport
import Testing

/// A browser tests the script of the page, in `test_debugger.py`.
@Suite final class `issuers: the page that is a client`: BenchSuite {
  private static func link(_ page: Reply) throws -> String {
    let text = try #require(page.text.firstMatch(of: /<a class="button main" href="([^"]*)"/))
    return String(text.1).replacing("&amp;", with: "&").replacing(Bench.base, with: "")
  }

  private static func setup(_ page: Reply) throws -> JSON {
    let text = try #require(page.text.firstMatch(of: /data-setup="([^"]*)"/))
    return try JSON(
      parsing: String(text.1).replacing("&quot;", with: "\"").replacing("&amp;", with: "&"))
  }

  @Test(arguments: [
    "oidc.corp", "google.com", "microsoft.com", "apple.com", "facebook.com", "github.com",
    "twitter.com", "linkedin.com", "yahoo.com",
  ]) func `the page signs in at every issuer, and gets tokens`(issuer: String) async throws {
    let page = await bench.get("/issuers/\(issuer)/debugger").expect(200).expect(lacking: "<script")
    let signIn = await bench.get(try Self.link(page) + "&emulator_auto=new")
    let back =
      signIn.headers["Location"] == nil
      ? await bench.form("/issuers/\(issuer)/debugger", Bench.form(signIn.hidden.mapValues { $0 }))
      : await bench.get(
        String(try #require(signIn.headers["Location"]).replacing(Bench.base, with: "")))
    #expect(back.status == 200, "\(back.text)")
    let policy = back.headers["Content-Security-Policy"] ?? ""
    #expect(policy.contains("connect-src 'self'") && policy.contains("script-src 'sha256-"))
    let setup = try Self.setup(back)
    var headers: Headers = ["Accept": "application/json"]
    headers["Authorization"] = setup["basic"]?.string
    let form = (setup["exchange"]?.object ?? [:]).map { ($0.key, $0.value.string ?? "") }
    let tokens = await bench.form(
      try setup.value("token"),
      Bench.form(Dictionary(form) { a, _ in a }.mapValues { $0 }), headers: headers)
    #expect(tokens["access_token"]?.string != nil, "\(tokens.text)")
    if let path = setup["userInfo"]?.string {
      await bench.call(
        .get, path, headers: ["Authorization": "Bearer \(tokens["access_token"]?.string ?? "")"]
      ).expect(200)
    }
    if let path = setup["keys"]?.string {
      #expect(await bench.get(path)["keys"]?.array?.isEmpty == false)
    }
  }

  @Test func `the request is as the form says, and a callback's error is shown`() async throws {
    let page = await bench.get("/issuers/oidc.corp/debugger?client_id=app&scope=openid")
    let query = FormFields(parsing: String(try Self.link(page).drop { $0 != "?" }.dropFirst()))
    #expect(query.first("client_id") == "app" && query.first("scope") == "openid")
    let state = try #require(query.first("state"))
    let failed = await bench.get(
      "/issuers/oidc.corp/debugger?"
        + Bench.form(["state": state, "error": "access_denied", "error_description": "<b>no"])
        .encoded)
    #expect(failed.text.contains("The sign-in failed: &lt;b&gt;no"))
    let foreign = await bench.get("/issuers/oidc.corp/debugger?state=x&code=y")
    #expect(foreign.status == 400 && foreign.text.contains("Start again at"))
    bench.advance(by: .seconds(3601))
    let late = await bench.get(
      "/issuers/oidc.corp/debugger?" + Bench.form(["state": state, "code": "y"]).encoded)
    #expect(late.status == 400)
  }
}
