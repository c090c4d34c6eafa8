import EmuTestSupport
import Testing

@testable import EmuModel

/// The tenants and accounts of the tests about Microsoft.
enum Entra {
  static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
  /// The default tenant of accounts.
  static let home = "6f8b1a5e-3c0d-4e2f-9a7b-0c1d2e3f4a5b"
  static let other = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"

  /// An account of each kind.
  static let accounts: [JSON] = [
    [
      "sub": "11111111-2222-3333-4444-555555555555", "email": "wanda@corp.example",
      "name": "Wanda Work",
    ],
    ["sub": "4b2eabcdefabcdef", "tenant": "consumers", "email": "peter@outlook.example"],
    ["tenant": .string(other), "email": "olga@other.example"],
    [
      "tenant": .string(home), "email": "gina@other.example",
      "claims": ["idp": .string("https://sts.windows.net/\(other)/"), "acct": 1],
    ],
  ]
}

/// A suite whose tests have a bench with the accounts of ``Entra`` each.
class EntraSuite {
  let bench: Bench

  init() async throws { bench = try await Bench.entra() }
}

extension Bench {
  /// Returns a bench with one Microsoft account of each kind.
  static func entra(_ registration: AppRegistration? = nil, secret: String? = nil) async throws
    -> Bench
  {
    let bench = try Bench()
    for account in Entra.accounts { try await bench.makePerson("microsoft.com", account) }
    if registration != nil || secret != nil {
      try bench.configure(
        "microsoft.com",
        ProviderConfig(clientID: "client", clientSecret: secret, registration: registration))
    }
    return bench
  }

  /// Returns such a bench for an app with another registration.
  static func entra(_ change: (inout AppRegistration) -> Void) async throws -> Bench {
    var app = AppRegistration()
    change(&app)
    return try await entra(app)
  }

  static func entra(_ tenant: String, _ path: String) -> String {
    "/issuers/microsoft.com/\(tenant)/\(path)"
  }

  /// Sends an authorization request at a tenant; the given fields replace the default ones.
  func entraAuthorize(_ tenant: String = "common", _ fields: Fields = [:]) async throws -> Reply {
    var all: Fields = [
      "client_id": "client", "redirect_uri": Self.callback, "response_type": "code",
      "scope": "openid profile email offline_access User.Read", "state": "s t&1",
      "emulator_auto": "wanda@corp.example",
    ]
    all.merge(fields) { $1 }
    return await get(Self.entra(tenant, "oauth2/v2.0/authorize?") + Self.form(all).encoded)
  }

  func entraCode(_ tenant: String = "common", _ fields: Fields = [:]) async throws -> String {
    let reply = try await entraAuthorize(tenant, fields)
    return try reply.value("code")
  }

  /// Posts a form to a tenant's token endpoint.
  func entraToken(
    _ tenant: String, _ fields: Fields, headers: Headers = [:]
  ) async throws -> Reply {
    await form(Self.entra(tenant, "oauth2/v2.0/token"), Self.form(fields), headers: headers)
  }

  func entraRedeem(
    _ code: String, _ tenant: String = "common", _ fields: Fields = [:],
    headers: Headers = [:]
  ) async throws -> Reply {
    try await entraToken(
      tenant,
      [
        "grant_type": "authorization_code", "code": code, "client_id": "client",
        "redirect_uri": Self.callback,
      ].merging(fields) { $1 }, headers: headers)
  }

  func entraRenew(
    _ token: String, _ tenant: String = "common", _ fields: Fields = [:]
  ) async throws -> Reply {
    try await entraToken(
      tenant,
      ["grant_type": "refresh_token", "refresh_token": token, "client_id": "client"]
        .merging(fields) { $1 })
  }

  /// Signs the app itself in for an API.
  func entraApp(
    _ scope: String?, _ tenant: String = Entra.home, secret: String? = "s"
  ) async throws -> Reply {
    try await entraToken(
      tenant,
      [
        "grant_type": "client_credentials", "client_id": "client", "client_secret": secret,
        "scope": scope,
      ])
  }

  func graph(_ path: String, _ token: String?, headers: Headers = [:]) async throws -> Reply {
    var headers = headers
    if let token { headers["Authorization"] = "Bearer \(token)" }
    return await call(.get, "/issuers/microsoft.com/graph\(path)", headers: headers)
  }
}

extension Reply {
  /// Checks Microsoft's error body (docs/reference/microsoft.md#errors).
  func expectEntra(_ error: String, _ number: Int, status: Int = 400) {
    expect(status, ["error": .string(error), "error_codes": [.int(Int64(number))]])
    let description = self["error_description"]?.string ?? ""
    #expect(description.hasPrefix("AADSTS\(number): "), "\(description)")
    #expect(!description.contains("{"), "\(description)")
    let trace = self["trace_id"]?.string ?? "none"
    let correlation = self["correlation_id"]?.string ?? "none"
    let timestamp = self["timestamp"]?.string ?? "none"
    #expect(
      description.hasSuffix(
        "\r\nTrace ID: \(trace)\r\nCorrelation ID: \(correlation)\r\nTimestamp: \(timestamp)"))
    #expect(timestamp.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/) != nil)
    #expect(self["error_uri"] == .string("https://login.microsoftonline.com/error?code=\(number)"))
  }

  /// Checks an error that stays on Microsoft's page; without a number, a code for the client.
  func expectEntraPage(_ error: String, _ number: Int?) {
    guard let number else {
      #expect(handed["code"] != nil, "\(text)")
      return
    }
    #expect(status == 400, "\(text)")
    #expect(headers["Location"] == nil)
    #expect(text.contains("AADSTS\(number): "), "\(text)")
    #expect(text.contains("<code>\(error)</code>"), "\(text)")
    #expect(text.contains("Trace ID"))
    #expect(text.contains("Fake Microsoft"))
  }

  /// Checks an error that the client receives.
  func expectEntraRedirect(_ error: String, _ number: Int) {
    #expect(status == 302, "\(text)")
    #expect(destination == Bench.callback)
    #expect(handed["error"] == error)
    #expect(handed["error_description"]?.hasPrefix("AADSTS\(number): ") == true)
    #expect(handed["error_description"]?.contains("\r\nTrace ID: ") == true)
    handed.expect(["state": "s t&1", "code": nil])
  }
}
