import EmuJOSE
import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/microsoft.md#authorization.
@Suite final class `Microsoft's sign-in`: EntraSuite {
  @Test(
    arguments: [
      ("code", nil, "?", ["code", "state", "session_state"]),
      ("id_token", nil, "#", ["id_token", "state", "session_state"]),
      ("code id_token", "fragment", "#", ["code", "id_token", "state", "session_state"]),
      (
        "id_token token", nil, "#",
        [
          "id_token", "access_token", "token_type", "expires_in", "scope", "state",
          "session_state",
        ]
      ),
      ("code id_token", "form_post", nil, ["code", "id_token", "state", "session_state"]),
    ] as [(String, String?, String?, [String])])
  func `each response type of Microsoft's returns its own answer`(
    type: String, mode: String?, mark: String?, names: [String]
  ) async throws {
    let reply = try await bench.entraAuthorize(
      "common", ["response_type": .some(type), "response_mode": mode, "nonce": "n"])
    #expect(Set(reply.handed.keys) == Set(names))
    if let mark { #expect(reply.headers["Location"]?.hasPrefix(Bench.callback + mark) == true) }
    guard reply.handed["id_token"] != nil else { return }
    let claims = try reply.claims("id_token")
    let code = reply.handed["code"].map { TokenHash.value(for: $0, algorithm: .rs256) }
    #expect(claims["c_hash"]?.string == code)
    let access = reply.handed["access_token"].map { TokenHash.value(for: $0, algorithm: .rs256) }
    #expect(claims["at_hash"]?.string == access)
  }

  @Test(arguments: [
    ("http://localhost:1234/cb", "http://localhost:1234/cb?"),
    ("http://localhost", "http://localhost/?"),
    ("https://app.example.com", "https://app.example.com/?"),
    ("msauth.com.example://auth", "msauth.com.example://auth/?"),
  ])
  func `an address comes back with a slash, on any port`(uri: String, start: String) async throws {
    let uris = ["http://localhost/cb", "http://localhost", "https://app.example.com", uri]
    try bench.configure(
      "microsoft.com", ProviderConfig(clientID: "client", redirectURIs: Array(uris.prefix(3))))
    let reply = try await bench.entraAuthorize("common", ["redirect_uri": .some(uri)])
    guard uris.prefix(3).contains(uri) || uri.hasPrefix("http://localhost") else {
      return reply.expectEntraPage("invalid_request", 50011)
    }
    #expect(reply.headers["Location"]?.hasPrefix(start) == true, "\(reply.text)")
    let code = try reply.value("code")
    #expect(try await bench.entraRedeem(code, "common", ["redirect_uri": .some(uri)]).status == 200)
  }

  @Test func `production requires https except for localhost`() async throws {
    try bench.configure("microsoft.com", ProviderConfig(clientID: "client"))
    var project = try bench.store.project(making: "demo-project")
    project.switches.set(profile: .production)
    let switches = project.switches
    try bench.store.write { [project, bench] writer in
      try writer.update(switches: switches, of: project, in: bench.store)
    }
    try await bench.entraAuthorize("common", ["redirect_uri": "http://app.example.com/cb"])
      .expectEntraPage("invalid_request", 50011)
    for uri in ["http://localhost:3000/cb", "http://127.0.0.1/cb", "https://app.example.com/"] {
      #expect(
        try await bench.entraAuthorize("common", ["redirect_uri": .some(uri)]).handed["code"]
          != nil)
    }
  }

  @Test func `the page puts first whom the request means`() async throws {
    func first(_ tenant: String, _ fields: Fields) async throws -> String? {
      let page = try await bench.entraAuthorize(
        tenant, fields.with(["emulator_auto": nil]))
      #expect(page.text.contains("Pick an account"))
      let address = page.text.firstMatch(of: /<small>([^<]*@[^<]*)<\/small>/)
      return address.map { String($0.1) }
    }
    #expect(try await first("common", [:]) == "wanda@corp.example")
    #expect(try await first("consumers", [:]) == "peter@outlook.example")
    #expect(try await first(Entra.other, [:]) == "olga@other.example")
    #expect(try await first("common", ["domain_hint": "consumers"]) == "peter@outlook.example")
    #expect(try await first("common", ["domain_hint": "other.example"]) == "olga@other.example")
    let hint: Fields = ["login_hint": "gina@other.example"]
    #expect(try await first("common", hint) == "gina@other.example")
    #expect(
      try await first("common", hint.with(["prompt": "select_account"]))
        == "wanda@corp.example")
    let create = try await bench.entraAuthorize(
      "common", ["emulator_auto": nil, "prompt": "create"])
    let pick = try #require(create.text.firstRange(of: "Pick an account"))
    let make = try #require(create.text.firstRange(of: "Use another account"))
    #expect(make.lowerBound < pick.lowerBound)
  }

  @Test(arguments: [
    ("consumers", Entra.consumers), (Entra.other, Entra.other), ("common", Entra.home),
  ]) func `a new account belongs to the address's tenant`(tenant: String, id: String) async throws {
    let bench = try Bench()
    let code = try await bench.entraCode(tenant, ["emulator_auto": "new"])
    let claims = try await bench.entraRedeem(code, tenant).claims("id_token")
    #expect(claims["tid"] == .string(id))
    #expect(claims["oid"]?.string?.hasPrefix("00000000-0000-0000-") == (id == Entra.consumers))
  }
}
