import EmuTestSupport
import Testing

@Suite final class `Queries of control calls`: EmulatorSuite {
  /// Returns the calls of the control API: the official emulator's, or the others.
  private func calls(official: Bool) async throws -> [JSON.DescribedLine] {
    try await emulator.description().describedLines.filter {
      $0.path.hasPrefix("/emulator/v1/")
        && ($0.operation["tags"]?[0] == "official emulator") == official
    }
  }

  @Test func `a control call rejects an unknown field of the query, by its name`() async throws {
    let calls = try await calls(official: false)
    #expect(calls.count > 60)
    for call in calls {
      let reply = await emulator.call(call.method, call.path.withValues + "?nonsense=1", [:])
      #expect(reply.status == 400, "\(call.method) \(call.path)")
      let message = reply.errorMessage ?? ""
      #expect(message.contains("nonsense in the query: "), "\(call.path): \(message)")
      for field in call.operation["parameters"]?.array ?? [] where field["in"] == "query" {
        #expect(message.contains(field["name"]?.string ?? "-"), "\(call.path): \(message)")
      }
    }
  }

  @Test func `the official emulator's calls ignore unknown fields of the query`() async throws {
    let calls = try await calls(official: true)
    #expect(calls.count >= 8)
    for call in calls {
      let reply = await emulator.call(call.method, call.path.withValues + "?nonsense=1", [:])
      #expect(reply.status == 200, "\(call.method) \(call.path): \(reply.json)")
    }
  }

  @Test(arguments: [("accounts:batchGet", "users.localId"), ("v2/config", "name")])
  func `a field mask for responses changes no answer`(_ operation: String, _ mask: String) async {
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
