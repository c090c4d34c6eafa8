import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

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
  var isOfUsers: Bool {
    ["/users", "/messages", "/totpCodes"].contains { path.hasSuffix($0) }
  }
  var about: String? { operation["description"]?.string }

  var bodySchema: JSON? { operation["requestBody"]?["content"]?["application/json"]?["schema"] }
  var answerSchema: JSON? {
    operation["responses"]?["200"]?["content"]?["application/json"]?["schema"]
  }

  /// The media type of a body, or a response, that is not a JSON document.
  var bodyType: String? { Self.fileType(operation["requestBody"]) }
  var answerType: String? { Self.fileType(operation["responses"]?["200"]) }

  private static func fileType(_ message: JSON?) -> String? {
    message?["content"]?.object?.first { $0.key != "application/json" }?.key
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
      let example = parameter["example"]?.string
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
    let emulator = try TestEmulator(hasKeys: true)
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
