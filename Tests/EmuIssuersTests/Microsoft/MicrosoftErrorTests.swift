import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/microsoft.md#errors: every row, with the body and the status that Microsoft
/// documents.
@Suite final class `Microsoft's numbered errors`: EntraSuite {
  /// The numbers of each `error` at the token endpoint.
  private static let atToken: [String: [Int]] = [
    "invalid_request": [
      90002, 500_208, 50194, 9_002_332, 50011, 500_113, 900_971, 9_002_313, 70007, 900_144,
      900_561, 50059,
    ],
    "invalid_grant": [
      50020, 50034, 50057, 50126, 50105, 70008, 54005, 70000, 700_005, 700_082, 50173, 501_481,
      501_491, 50147, 65001, 90094, 50072, 50074, 50158, 50055, 50155, 53000, 53001, 70043,
      700_084, 500_133, 50013, 50076, 50079, 53003,
    ],
    "interaction_required": [51004, 16000, 16003],
    "unauthorized_client": [700_016],
    "invalid_client": [7_000_215, 7_000_222, 7_000_218, 700_025],
    "access_denied": [65004],
    "login_required": [50058],
    "unsupported_response_type": [700_054, 70005],
    "invalid_scope": [70011],
    "authorization_pending": [70016],
    "authorization_declined": [70018],
    "expired_token": [70019],
  ]
  private static let rows = atToken.flatMap { error, numbers in numbers.map { ($0, error) } }

  @Test(arguments: rows)
  func `any numbered error is answered if chosen`(number: Int, error: String) async throws {
    let bench = try Bench()
    for name in ["AADSTS\(number)", String(number)] {
      let reply = try await bench.entraToken(
        "common", ["client_id": "client", "emulator_fail": name])
      reply.expect(
        error == "invalid_client" ? 401 : 400,
        ["error": .string(error), "error_codes": [.int(Int64(number))]])
      let description = reply["error_description"]?.string ?? ""
      #expect(description.hasPrefix("AADSTS\(number): "))
      #expect(description.contains("\r\nTrace ID: \(reply["trace_id"]?.string ?? "none")\r\n"))
      #expect(reply.headers["Cache-Control"] == "no-store")
      let suberror = Self.suberrors[number]
      #expect(reply["suberror"]?.string == suberror)
      let isConditional = suberror == "basic_action" || suberror == "message_only"
      #expect((reply["claims"] != nil) == isConditional)
    }
  }

  /// MSAL throws another exception for each.
  private static let suberrors = [
    50076: "basic_action", 50079: "basic_action", 50072: "basic_action", 50074: "basic_action",
    50158: "basic_action", 53000: "message_only", 53001: "message_only", 53003: "message_only",
    65001: "consent_required", 90094: "consent_required", 50055: "user_password_expired",
    700_082: "bad_token", 700_084: "bad_token", 50173: "bad_token", 70043: "token_expired",
  ]

  /// The errors that stay on Microsoft's page.
  @Test(arguments: [
    (50020, "invalid_grant"), (500_208, "invalid_request"), (50194, "invalid_request"),
    (9_002_332, "invalid_request"), (50034, "invalid_grant"), (50057, "invalid_grant"),
    (50126, "invalid_grant"), (51004, "interaction_required"), (16000, "interaction_required"),
    (16003, "interaction_required"), (50105, "invalid_grant"), (700_016, "unauthorized_client"),
    (50011, "invalid_request"), (500_113, "invalid_request"), (900_971, "invalid_request"),
  ])
  func `a numbered error of Microsoft's stays on pages`(number: Int, error: String) async throws {
    try await Bench.entra().entraAuthorize("common", ["emulator_fail": "AADSTS\(number)"])
      .expectEntraPage(error, number)
  }

  @Test(arguments: [
    (65001, "interaction_required"), (90094, "access_denied"),
    (65004, "access_denied"), (50058, "login_required"), (50076, "interaction_required"),
    (50079, "interaction_required"), (53003, "interaction_required"),
    (700_054, "unsupported_response_type"), (70005, "unsupported_response_type"),
  ])
  func `a numbered error of Microsoft's reaches clients`(number: Int, error: String) async throws {
    let reply = try await Bench.entra().entraAuthorize("common", ["emulator_fail": String(number)])
    reply.expectEntraRedirect(error, number)
    #expect(reply.handed["error_uri"] == "https://login.microsoftonline.com/error?code=\(number)")
  }

  @Test func `a numbered error of Microsoft's may be chosen on the page, by name`() async throws {
    let page = try await bench.entraAuthorize("common", ["emulator_auto": nil]).expect(200)
    for number in [50020, 50034, 50057, 50105, 50126, 53003, 65001, 90094] {
      #expect(page.text.contains(#"<option value="AADSTS\#(number)">AADSTS\#(number): "#))
    }
    func choose(_ choice: FormFields) async throws -> Reply {
      var form = choice
      form.add("request", page.hidden["request"] ?? "")
      return await bench.form(Bench.entra("common", "emulator/sign-in"), form)
    }
    let blocked = try await choose(["action": "fail", "error": "AADSTS53003"])
    #expect(blocked.handed["error"] == "interaction_required")
    let disabled = try await choose(["action": "fail", "error": "AADSTS50057"])
    disabled.expectEntraPage("invalid_grant", 50057)
    let cancelled = try await choose(["action": "cancel"])
    cancelled.handed.expect(["error": "access_denied", "error_subcode": "cancel"])
    #expect(cancelled.handed["error_description"]?.contains("canceled") == true)
    let declined = try await choose(["action": "deny"])
    #expect(declined.handed["error"] == "access_denied")
    #expect(declined.handed["error_description"]?.hasPrefix("AADSTS65004: ") == true)
    #expect(declined.handed["error_subcode"] == nil)
  }

  /// Returns all numbers, as the emulator lists them for an unknown one.
  private func numbers() async throws -> [String] {
    let reply = try await bench.entraToken("common", ["emulator_fail": "AADSTS9999999"])
    let list = try #require(
      reply["error_description"]?.string?.split(separator: "Write one of ").last)
    return list.matches(of: /\d{5,}/).map { String($0.output) }
  }

  @Test func `a numbered error of Microsoft's names client, account and tenant`() async throws {
    let numbers = try await numbers()
    #expect(Set(numbers).isSuperset(of: Self.rows.map { String($0.0) }))
    for number in numbers {
      let front = try await bench.entraAuthorize(
        "common",
        ["emulator_auto": nil, "login_hint": "zoe@corp.example", "emulator_fail": number])
      let back = try await bench.entraToken(
        "common", ["client_id": "client", "emulator_fail": number])
      for (place, text) in [
        ("authorize", front.handed["error_description"] ?? front.text),
        ("token", back["error_description"]?.string ?? "nothing"),
      ] {
        #expect(text.contains("AADSTS\(number): "), "\(place): \(text)")
        for gap in ["''", "&#39;&#39;", "account  ", "identifier  "] {
          #expect(!text.contains(gap), "AADSTS\(number) at \(place) has a gap: \(text)")
        }
        #expect(!text.contains(/\{[a-z]+\}/), "AADSTS\(number) at \(place): \(text)")
      }
      if number == "50034" { #expect(front.text.contains("zoe@corp.example")) }
      if number == "50105" { #expect(front.text.contains("&#39;client&#39;")) }
    }
    let plain = try await bench.entraAuthorize(
      "common", ["emulator_auto": nil, "emulator_fail": "50034"])
    #expect(plain.text.contains("The user account unknown does not exist"), "without a hint")
  }

  /// The value in a selected error is the request's, or a word if it has none.
  @Test(arguments: [
    (50011, "redirect URI '\(Bench.callback)'"), (70005, "response type 'code'"),
    (70011, "scope 'openid profile email offline_access User.Read'"),
    (70003, "grant type 'unknown'"), (900_144, "parameter 'scope'"),
    (900_561, "Received a GET request"),
  ])
  func `a numbered error of Microsoft's names the value`(number: Int, words: String) async throws {
    let reply = try await Bench.entra().entraAuthorize("common", ["emulator_fail": "\(number)"])
    let text = reply.handed["error_description"] ?? reply.text.replacing("&#39;", with: "'")
    #expect(text.contains(words), "\(text)")
  }

  /// An error of Microsoft's page as JSON, whose person may choose another account or not.
  @Test(
    arguments: [
      (["emulator_fail": "50020"], "invalid_grant", 50020, true),
      (["emulator_auto": "olga@other.example"], "invalid_grant", 50020, true),
      (["client_id": "stranger"], "unauthorized_client", 700_016, false),
      (["redirect_uri": "https://app.example.com/other"], "invalid_request", 50011, false),
    ] as [(Fields, String, Int, Bool)])
  func `a page of Microsoft's as JSON has its number`(
    fields: Fields, error: String, number: Int, canChoose: Bool
  ) async throws {
    let bench = try await Bench.entra()
    try bench.configure(
      "microsoft.com", ProviderConfig(clientID: "client", redirectURIs: [Bench.callback]))
    let reply = try await bench.entraAuthorize(
      Entra.home, fields.with(["emulator_answer": "json"]))
    reply.expect(400, error)
    #expect(reply["stays_on_page"] == true)
    #expect((reply["another_account"] == true) == canChoose)
    let text = reply["error_description"]?.string ?? ""
    #expect(text.hasPrefix("AADSTS\(number): "), "\(text)")
    if number == 700_016 { #expect(text.contains("not stranger"), "the next step: \(text)") }
  }

  @Test(arguments: [
    ("invalid_grant", 70000), ("invalid_request", 9_002_313), ("login_required", 50058),
  ])
  func `a name of OAuth selects the error that it means`(name: String, number: Int) async throws {
    try await bench.entraToken("common", ["client_id": "client", "emulator_fail": .some(name)])
      .expectEntra(name, number)
  }

  @Test func `an unknown name of an error is reported with the list`() async throws {
    try await bench.entraToken("common", ["client_id": "client", "emulator_fail": "foo"])
      .expect(400, "invalid_request").expect(400, text: "there is no error foo here", "50105")
  }

  @Test(arguments: ["AADSTS9999999", "123", "AADSTSoops"])
  func `an unknown numbered error of Microsoft's is reported`(name: String) async throws {
    try await bench.entraAuthorize("common", ["emulator_fail": name]).expect(
      400, text: "there is no error \(name) here", "50105"
    ).expect(headers: ["Location": nil])
    try await bench.entraToken("common", ["client_id": "client", "emulator_fail": name])
      .expect(400, "invalid_request").expect(400, text: "there is no error \(name) here", "50105")
  }

  @Test func `a numbered error of Microsoft's reports the client's request id`() async throws {
    let id = "0d6ab0d8-7a3c-4a5e-9a30-0a7f7e0c2e55"
    let reply = try await Bench().entraToken(
      "common", ["client_id": "client"], headers: ["client-request-id": id])
    reply.expectEntra("invalid_request", 900_144)
    #expect(reply["correlation_id"] == .string(id))
    #expect(reply["timestamp"]?.string?.hasPrefix("20") == true)
  }

  @Test func `a tenant that can be none has discovery's own name for it`() async throws {
    let bench = try Bench()
    await bench.get(Bench.entra("nowhere", "v2.0/.well-known/openid-configuration"))
      .expectEntra("invalid_tenant", 90002)
    // An address without its tenant, whose version is no domain.
    await bench.get("/issuers/microsoft.com/v2.0/.well-known/openid-configuration")
      .expectEntra("invalid_tenant", 90002)
    await bench.get(Bench.entra("nowhere", "discovery/v2.0/keys"))
      .expectEntra("invalid_tenant", 90002)
    try await bench.entraToken("nowhere", ["grant_type": "refresh_token"])
      .expectEntra("invalid_request", 90002)
    try await bench.entraAuthorize("nowhere").expectEntraPage("invalid_request", 90002)
    let described = try await bench.entraAuthorize("nowhere", ["emulator_answer": "json"])
    described.expect(400, "invalid_request").expect(description: "AADSTS90002")
  }
}
