import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `Queries of control calls` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// Returns method, path with examples, tag and query fields of each call of the control API.
  private func calls() async throws -> [(
    method: Method, path: String, tag: String, fields: [String]
  )] {
    let document = await emulator.call(.get, "/emulator/openapi.json").json
    return try #require(document["paths"]?.object).flatMap { path in
      (path.value.object ?? [:]).compactMap { line in
        guard path.key.hasPrefix("/emulator/v1/") else { return nil }
        let parameters = line.value["parameters"]?.array ?? []
        let fields = parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.string }
        let pattern = path.key.replacing("{project}", with: "demo-project")
        return (
          method: Method(rawValue: line.key.uppercased()),
          path: pattern.replacing("{tenant}", with: "t1").replacing("{issuer}", with: "apple.com"),
          tag: line.value["tags"]?[0]?.string ?? "", fields: fields
        )
      }
    }
  }

  @Test func `a control call rejects a query field that it does not have, by its name`()
    async throws
  {
    let calls = try await calls().filter { $0.tag != "official emulator" }
    #expect(calls.count > 60)
    for call in calls {
      let reply = await emulator.call(call.method, call.path + "?nonsense=1", [:])
      #expect(reply.status == 400, "\(call.method) \(call.path)")
      let message = reply.errorMessage ?? ""
      #expect(message.contains("nonsense in the query: "), "\(call.path): \(message)")
      for field in call.fields { #expect(message.contains(field), "\(call.path): \(message)") }
    }
  }

  @Test func `the official emulator's calls ignore a query field that they do not have`()
    async throws
  {
    let calls = try await calls().filter { $0.tag == "official emulator" }
    #expect(calls.count >= 8)
    for call in calls {
      let reply = await emulator.call(call.method, call.path + "?nonsense=1", [:])
      #expect(reply.status == 200, "\(call.method) \(call.path): \(reply.json)")
    }
  }

  @Test(arguments: [("accounts:batchGet", "users.localId"), ("v2/config", "name")])
  func `a published field mask for responses changes no answer`(
    _ operation: String, _ mask: String
  ) async {
    _ = await emulator.client("accounts:signUp", ["password": "secret1", "email": "a@example.com"])
    let whole = await emulator.admin(operation, nil, method: .get)
    let masked = await emulator.admin(operation, nil, method: .get, query: "fields=\(mask)")
    #expect(whole.status == 200 && (whole.json.object?.keys.count ?? 0) > 1)
    #expect(masked.json == whole.json)
  }

  @Test func `a mistyped id deletes no message`() async {
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let messages = "/emulator/v1/projects/demo-project/messages"
    let reply = await emulator.call(.delete, messages + "?idd=x")
    let problem = "idd in the query: there is no such field; did you mean id? The fields are id."
    #expect(reply.errorMessage?.hasSuffix(problem) == true)
    #expect(await emulator.call(.get, messages)["messages"]?.array?.count == 1)
  }
}
