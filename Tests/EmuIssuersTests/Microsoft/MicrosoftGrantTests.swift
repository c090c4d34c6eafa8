import EmuTestSupport
import Testing

@testable import EmuModel

/// The scopes, the resource and the registration's conditions, which every grant reads alike.
@Suite struct `Microsoft's grants` {
  private static let wanda = "wanda@corp.example"
  private static let first = "oauth2/token"
  private static let second = "oauth2/v2.0/token"

  /// Grants by name, other than that of a device.
  enum Grant: String, CaseIterable, Sendable {
    case password, onBehalfOf, code, renewal, app
  }

  /// Returns the fields of a grant for an account.
  private func fields(
    _ grant: Grant, of account: String = wanda, _ bench: Bench
  ) async throws -> Fields {
    switch grant {
    case .password: return ["grant_type": "password", "username": account, "password": "any"]
    case .app: return ["grant_type": "client_credentials"]
    case .code:
      let code = try await bench.entraCode("common", ["emulator_auto": .some(account)])
      return ["grant_type": "authorization_code", "code": code, "redirect_uri": Bench.callback]
    case .renewal, .onBehalfOf:
      let scope = "openid offline_access api://my/read"
      let code = try await bench.entraCode(
        "common", ["emulator_auto": .some(account), "scope": .some(scope)])
      let tokens = try await bench.entraRedeem(code, "common", ["client_secret": "s"])
      let name = grant == .renewal ? "refresh_token" : "access_token"
      let token = try #require(tokens[name]?.string, "\(tokens.text)")
      return grant == .renewal
        ? ["grant_type": "refresh_token", "refresh_token": token]
        : [
          "grant_type": OAuth.bearer, "assertion": token, "requested_token_use": "on_behalf_of",
        ]
    }
  }

  private func request(
    _ grant: Grant, of account: String = wanda, _ more: Fields, at path: String = second,
    _ bench: Bench
  ) async throws -> Reply {
    var all = try await fields(grant, of: account, bench)
    all["client_id"] = "client"
    all["client_secret"] = "s"
    all.merge(more) { $1 }
    return await bench.form(Bench.entra(Entra.home, path), Bench.form(all))
  }

  @Test(arguments: Grant.allCases, ["api://my", "https://graph.microsoft.com", "api://other"])
  func `a first-generation grant is for its resource`(grant: Grant, resource: String) async throws {
    let reply = try await request(
      grant, ["resource": .some(resource)], at: Self.first, Bench.entra())
    // A person has consented to no other API.
    let isConsented: Bool =
      switch grant {
      case .code: resource.hasPrefix("https")
      case .renewal: resource != "api://other"
      case .password, .onBehalfOf, .app: true
      }
    guard isConsented else { return reply.expectEntra("invalid_grant", 65001) }
    #expect(reply["resource"] == .string(resource), "\(reply.text)")
    let isOpaque = reply["access_token"]?.string?.hasPrefix("EwB") == true
    #expect(isOpaque == (resource.hasPrefix("https") && grant != .app))
    if !isOpaque { #expect(try reply.claims("access_token")["aud"] == .string(resource)) }
  }

  @Test(arguments: [
    (Grant.app, first, "resource"), (.onBehalfOf, first, "resource"),
    (.app, second, "scope"), (.onBehalfOf, second, "scope"),
  ])
  func `a grant for itself has a resource`(grant: Grant, path: String, name: String) async throws {
    let reply = try await request(grant, [:], at: path, Bench.entra())
    reply.expectEntra("invalid_request", 900_144)
    #expect(reply["error_description"]?.string?.contains("'\(name)'") == true, "\(reply.text)")
  }

  @Test(arguments: Grant.allCases) func `a grant is for one resource`(grant: Grant) async throws {
    let bench = try await Bench.entra()
    try await request(grant, ["scope": "User.Read api://b/y"], bench)
      .expectEntra("invalid_scope", 28000)
  }

  @Test func `a device's sign-in is for one resource`() async throws {
    try await Bench().form(
      Bench.entra("common", "oauth2/v2.0/devicecode"),
      ["client_id": "client", "scope": "User.Read api://b/y"]
    ).expectEntra("invalid_scope", 28000)
  }

  /// The scope of a code's redemption, with the `scope` and the number of the answer.
  @Test(
    arguments: [
      (nil, "openid profile email User.Read", nil),
      ("User.Read", "openid profile email User.Read", nil),
      (
        "https://graph.microsoft.com/user.read",
        "openid profile email "
          + "https://graph.microsoft.com/user.read", nil
      ),
      ("openid", "openid profile email", nil), ("Mail.Read", nil, 65001),
    ] as [(String?, String?, Int?)])
  func `a code may name other scopes`(scope: String?, granted: String?, number: Int?) async throws {
    let reply = try await request(.code, ["scope": scope], Bench.entra())
    if let number { return reply.expectEntra("invalid_grant", number) }
    #expect(reply["scope"]?.string == granted, "\(reply.text)")
    #expect(reply["id_token"] != nil && reply["refresh_token"] != nil)
  }

  /// The grants of a person, whose app has registered `change` after the sign-in.
  @Test(arguments: [Grant.password, .onBehalfOf, .code, .renewal])
  func `a grant is for the registration's accounts and scopes`(grant: Grant) async throws {
    for (change, number): (AppRegistration, Int) in [
      (Self.app { $0.assignedUsers = ["gina@other.example"] }, 50105),
      (Self.app { $0.adminConsentScopes = ["user.read", "api://MY/read"] }, 90094),
      (
        Self.app {
          $0.signInAudience = .ownTenant; $0.tenantId = Entra.other
        }, 700_016
      ),
    ] {
      let bench = try await Bench.entra(AppRegistration(), secret: "s")
      var fields = try await fields(grant, bench)
      try bench.configure(
        "microsoft.com",
        ProviderConfig(clientID: "client", clientSecret: "s", registration: change))
      if fields["scope"] == nil, grant != .code, grant != .renewal { fields["scope"] = "User.Read" }
      fields.merge(["client_id": "client", "client_secret": "s"]) { $1 }
      let reply = await bench.form(Bench.entra(Entra.home, Self.second), Bench.form(fields))
      reply.expectEntra(number == 700_016 ? "unauthorized_client" : "invalid_grant", number)
    }
  }

  private static func app(_ change: (inout AppRegistration) -> Void) -> AppRegistration {
    var app = AppRegistration()
    change(&app)
    return app
  }

  @Test(arguments: [
    "Directory.Read.All", "directory.read.all",
    "https://graph.microsoft.com/Directory.Read.All",
    "00000003-0000-0000-c000-000000000000/directory.Read.All",
  ]) func `an administrator's scope is one in any spelling`(scope: String) async throws {
    let bench = try await Bench.entra { $0.adminConsentScopes = ["Directory.Read.All"] }
    try await bench.entraAuthorize("common", ["scope": .some(scope)])
      .expectEntraRedirect("access_denied", 90094)
  }

  @Test(arguments: ["common", "organizations", "consumers"])
  func `a device's sign-in is at an address of its app`(tenant: String) async throws {
    let bench = try await Bench.entra { $0.signInAudience = .ownTenant }
    await bench.form(
      Bench.entra(tenant, "oauth2/v2.0/devicecode"), ["client_id": "client", "scope": "openid"]
    ).expectEntra("invalid_request", tenant == "consumers" ? 9_002_332 : 50194)
  }
}
