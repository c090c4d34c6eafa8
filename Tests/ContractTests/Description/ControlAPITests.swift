import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// `RECORD_GOLDENS=1 swift test --filter ControlAPI` rewrites the page.
@Suite final class `docs/control-api.md`: EmulatorSuite {
  private static let page = "docs/control-api.md"

  @Test func `docs/control-api.md has every call with a tested example`() async throws {
    var page = ControlPage()
    let calls = try await ControlCall.all()
    let own = calls.filter { $0.isOwn }
    for (section, members) in [
      ("The emulator", own.filter { !$0.isOfIssuers && !$0.isOfUsers }),
      ("Issuers", own.filter { $0.isOfIssuers }),
      ("Users, messages and codes", own.filter { $0.isOfUsers }),
      ("The official emulator's own", calls.filter { !$0.isOwn }),
    ] {
      page.begin(section)
      for call in members {
        let hasAnswer = call.answerSchema != nil
        page.add(call, answer: hasAnswer ? try await call.answer().json : JSON?.none)
      }
    }
    guard (try? Repository.text(Self.page)) != page.text else { return }
    if Repository.isRecording { try Repository.write(page.text, to: Self.page) }
    Issue.record("\(Self.page) is stale: RECORD_GOLDENS=1 swift test --filter ControlAPI")
  }

  @Test func `control calls with their examples have the described responses`() async throws {
    let calls = try await ControlCall.all()
    #expect(calls.count > 40)
    for call in calls {
      var check = SchemaCheck(openAPI: call.document)
      if let schema = call.bodySchema, let body = call.body { check.check(body, schema) }
      if let schema = call.answerSchema {
        let reply = try await call.answer()
        #expect(reply.status == 200, "\(call.testDescription): \(reply.errorMessage ?? "")")
        check.check(reply.json, schema)
        let endsLine = reply.text.hasSuffix("}\n") || call.path.hasSuffix("/export")
        #expect(endsLine || !call.isOwn, "\(call.testDescription)")
      }
      #expect(check.problems == [], "\(call.testDescription)")
    }
  }

  private static let withoutBody: Set<String> = [
    "issuers.accounts:changePassword", "snapshots/{snapshot}:import", "projects/{project}/import",
    "snapshots/{snapshot}:restore", "clock:freeze", "clock:reset",
  ]
  private static let withoutAnswer: Set<String> = [
    "requests:stream", "snapshots/{snapshot}:export",
  ]

  @Test func `control calls each describe their purpose, query, body and response`() async throws {
    for call in try await ControlCall.all() {
      let name = call.operation["summary"]?.string ?? ""
      #expect(call.about?.hasSuffix(".") == true, "\(name)")
      for parameter in call.operation["parameters"]?.array ?? [] where parameter["in"] == "query" {
        #expect(parameter["description"]?.string != nil, "\(name): \(parameter)")
      }
      guard call.isOwn else { continue }
      #expect(call.answerSchema != nil || !call.answerTypes.isEmpty, "\(name)")
      #expect((call.answerSchema == nil) == Self.withoutAnswer.contains(name), "\(name)")
      guard call.method == .post || call.method == .patch else { continue }
      #expect((call.bodySchema == nil) == Self.withoutBody.contains(name), "\(name)")
      for schema in [call.bodySchema, call.answerSchema].compactMap(\.self) {
        let resolved = SchemaCheck(openAPI: call.document).resolved(schema)
        #expect(resolved["type"] == "object", "\(name): \(resolved)")
      }
    }
  }

  @Test func `every message of the description has a name and members`() async throws {
    let document = try #require(try await ControlCall.all().first).document
    let schemas = try #require(document["components"]?["schemas"]?.object)
    let empty = schemas.filter { $0.value["properties"] == nil }.map(\.key)
    #expect(Set(empty) == Self.empty)
    // Instead of a private type's name the runtime returns an address, another in each process.
    let unnamed = schemas.map(\.key).filter { $0.contains("_") }
    #expect(unnamed.isEmpty)
  }

  private static let empty: Set<String> = [
    "EmptyAnswer", "EmptyMessage", "RevokeTokenResponse",
  ]

  @Test func `control calls report unknown fields and bodies of another form`() async throws {
    for call in try await ControlCall.all() where call.isOwn {
      guard let schema = call.bodySchema else { continue }
      var body = call.body?.object ?? [:]
      body["nonsense"] = 1
      let reply = await emulator.call(call.method, call.target(), .object(body))
      let message = reply.errorMessage ?? ""
      #expect(reply.status == 400, "\(call.testDescription): \(message)")
      #expect(message.contains("nonsense: there is no such"), "\(call.testDescription): \(message)")
      // A refused seed shows its own shape instead.
      guard !call.path.hasSuffix("/seed") else { continue }
      for property in SchemaCheck(openAPI: call.document).resolved(schema)["properties"]?.object
        ?? [:]
      where property.value["readOnly"] == nil {
        #expect(message.contains(property.key), "\(call.testDescription): \(message)")
      }
      for (body, words) in [
        ("[]", "The body must be a JSON object."), ("{", "The body is not JSON: "),
      ] {
        let reply = await emulator.call(call.method, call.target(), bytes: Array(body.utf8))
        #expect(reply.status == 400, "\(call.testDescription)")
        #expect(
          reply.errorMessage?.hasPrefix(words) == true, "\(call.testDescription): \(reply.json)")
      }
    }
  }

  @Test(arguments: [
    ("/emulator/v1/clock:advnace", "/emulator/v1/clock:advance"),
    ("/emulator/v1/project/demo/settings", "/emulator/v1/projects/{project}/settings"),
    ("/emulator/v1/issuers/apple.com/token", "/emulator/v1/issuers/{issuer}/tokens"),
    ("/emulator/v1/projects/x/oobcodes", "/emulator/v1/projects/{project}/oobCodes"),
    ("/v1/accounts:signup", "/v1/accounts:signUp"),
    ("/emulator/v2/reset", "/emulator/v1/reset"),
    ("/v1/accounts:signUp/", "/v1/accounts:signUp"),
    ("/emulator/v1/snapshots/ready:restor", "/emulator/v1/snapshots/{snapshot}:restore"),
    ("/emulator/v1/scenarios/link:lod", "/emulator/v1/scenarios/{scenario}:load"),
  ])
  func `unknown control calls are answered by near ones`(path: String, near: String) async throws {
    let reply = await (try TestEmulator()).call(.post, path, [:]).expect(404)
    let message = reply.errorMessage ?? ""
    let hint =
      message.split(separator: "did you mean ").dropFirst().first?.prefix { $0 != "?" } ?? ""
    #expect(hint.components(separatedBy: " or ").contains(near), "\(message)")
    #expect(message.hasSuffix("GET /emulator/openapi.json lists every path."), "\(message)")
  }

  @Test func `unknown control calls without a near one name the list`() async throws {
    let paths = [
      "/zzz", "/emulator/v1/nosuch", "/emulator/v1/qqqqqqqq/" + String(repeating: "x", count: 4000),
    ]
    for path in paths {
      let message = await emulator.call(.get, path).errorMessage ?? ""
      #expect(!message.contains("did you mean"), "\(message)")
      #expect(message.hasSuffix("GET /emulator/openapi.json lists every path."), "\(message)")
    }
  }
}

struct ControlCall: CustomTestStringConvertible {
  var method: EmuHTTP.Method
  var path: String
  var operation: JSON
  let document: JSON
  private let answers = LazyValue<Reply>()

  var testDescription: String { "\(method.rawValue) \(path)" }

  private static let calls = LazyValue<[ControlCall]>()

  /// Every call under `/emulator/v1`, those of the official emulator last.
  static func all() async throws -> [ControlCall] { try await calls.value(described) }

  private static func described() async throws -> [ControlCall] {
    let document = try await TestEmulator().description()
    return try document.describedLines.filter { $0.path.hasPrefix("/emulator/v1/") }.map {
      ControlCall(method: $0.method, path: $0.path, operation: $0.operation, document: document)
    }
  }

  var isOwn: Bool { operation["tags"]?[0] == "control" }
  var isOfIssuers: Bool { path.contains("/issuers") }
  var isOfUsers: Bool { ["/users", "/messages", "/totpCodes"].contains { path.hasSuffix($0) } }
  var about: String? { operation["description"]?.string }

  var bodySchema: JSON? { operation["requestBody"]?["content"]?["application/json"]?["schema"] }
  var answerSchema: JSON? {
    operation["responses"]?["200"]?["content"]?["application/json"]?["schema"]
  }

  /// The media types of a body, and of a response, that are not JSON documents.
  var bodyTypes: [String] { Self.fileTypes(operation["requestBody"]) }
  var answerTypes: [String] { Self.fileTypes(operation["responses"]?["200"]) }
  /// The media type of a body that can only be a file.
  var bodyType: String? { bodySchema == nil ? bodyTypes.first : nil }

  private static func fileTypes(_ message: JSON?) -> [String] {
    message?["content"]?.object?.keys.filter { $0 != "application/json" } ?? []
  }

  var body: JSON? {
    if let example = operation["requestBody"]?["content"]?["application/json"]?["example"] {
      return example
    }
    return bodySchema == nil || bodyType != nil ? nil : ["signIn": ["allowDuplicateEmails": true]]
  }

  /// Returns the path with the example's values, and its query.
  ///
  /// - Parameter values: for parameters that depend on the running emulator.
  func target(_ values: [String: String] = [:]) -> String {
    var target = path
    var query: [String] = []
    for parameter in operation["parameters"]?.array ?? [] {
      let name = parameter["name"]?.string ?? ""
      let example = parameter["example"].map { $0.string ?? $0.serialized() }
      if parameter["in"] == "path" {
        let value = values[name] ?? example ?? Self.officialValues[name] ?? ""
        target = target.replacing("{\(name)}", with: value)
      } else if let example {
        query.append("\(name)=\(example)")
      }
    }
    return target + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private static let officialValues = ["project": "demo-project", "tenant": "demo-tenant"]

  func answer() async throws -> Reply { try await answers.value(called) }

  private func called() async throws -> Reply {
    let emulator = try TestEmulator(isStored: true)
    // Keys are generated at their first use, and shown then.
    _ = await emulator.get("/issuers/apple.com/auth/keys")
    _ = await emulator.control(
      .post, "seed",
      #"""
      {version:1,projects:{"demo-project":{tenants:[{id:"demo-tenant"}],
        people:{"apple.com":[{sub:"001234.abc.5678",email:"ann@example.com",
          authorizedClients:["com.example.app"]}]}}}}
      """#)
    let fault = await emulator.call(
      .post, "/emulator/v1/issuers/apple.com/faults",
      ["match": ["endpoint": "token"], "effect": ["status": 503]])
    _ = await emulator.client("accounts:signUp", ["email": "bob@example.com"])
    let log = await emulator.call(.get, "/emulator/v1/requests?limit=1")
    _ = await emulator.call(.post, "/emulator/v1/snapshots", ["name": "empty"])
    // A project has at most one recording at a time.
    let recording =
      method == .post && path.hasSuffix("/recordings")
      ? nil : await emulator.call(.post, "/emulator/v1/recordings")
    let values = [
      "fault": fault["id"]?.string ?? "", "id": log["requests"]?[0]?["id"]?.string ?? "",
      "recording": recording?["id"]?.string ?? "",
    ]
    if let bodyType {
      // A file of users, or a snapshot, which another call returns.
      let file =
        bodyType == "application/octet-stream"
        ? Array(#"{"localId":"ann"}"#.utf8)
        : await emulator.call(.get, "/emulator/v1/snapshots/empty:export").bytes
      return await emulator.call(
        method, target(values), bytes: file,
        headers: ["Host": "localhost:9099", "Content-Type": bodyType])
    }
    let reply = await emulator.call(method, target(values), body)
    if reply.status == 500 {
      // The response hides the cause, which is in the log.
      let entry = await emulator.call(.get, "/emulator/v1/requests?limit=1")["requests"]?[0]
      Issue.record("\(testDescription): \(entry?["decisions"] ?? .null)")
    }
    return reply
  }
}
