import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

@Suite(.emulator) final class `The log`: ProjectSuite {
  @Test func `the log has the requests of the project, newest first`() async throws {
    try await app.signUp("ann@example.com")
    _ = try await app.call("accounts:signUp", ["email": "bob@example.com"])
    let requests = try await project.requests(operation: "accounts:signUp")
    #expect(requests.map(\.status) == [400, 200] && requests.first?.project == project.id)
    let failed = try await project.requests(status: "4xx")
    #expect(failed.map(\.id) == [requests[0].id])
    #expect(try await project.requests(after: requests[1].id).map(\.id) == [requests[0].id])
  }

  @Test func `the log explains several requests as text and as values`() async throws {
    #expect(try await "\(project.explain())" == "No request of this kind is in the log.")
    _ = try await app.call("accounts:signUp", ["email": "bob@example.com"])
    try await app.signUp("ann@example.com")
    let explanation = try await project.explain(last: 2)
    #expect(explanation.requests.map(\.status) == [200, 400])
    #expect(explanation.decision(of: "refusal")?.reason == "password is missing.")
    #expect("\(explanation)".contains("accounts:signUp 400: MISSING_PASSWORD"))
  }

  @Test func `the log explains the last request of the app, not of the kit`() async throws {
    try await app.signUp("ann@example.com")
    _ = try await app.call("accounts:signUp", ["email": "bob@example.com"])
    for _ in 0..<120 { _ = try await project.user(email: "ann@example.com") }
    let explanation = try await project.explain()
    #expect(explanation.requests.map(\.operation) == ["accounts:signUp"])
    #expect(explanation.decision(of: "refusal")?.reason == "password is missing.")
    let last = try #require(try await project.requests(limit: 1).first)
    #expect(last.operation == "accounts:lookup" && !last.isOfApp)
  }

  @Test func `a request of the log is repeated by curl, with secrets or without`() async throws {
    try await app.signUp("ann@example.com")
    let request = try #require(try await project.requests(isOfApp: true, limit: 1).first)
    #expect(request.isMasked)
    let emulator = project.emulator
    #expect(try await emulator.curl(of: request).contains(#""password":"secret1""#))
    let masked = try await emulator.curl(of: request, secrets: false)
    #expect(masked.contains(#""password":"…""#) && masked.contains("masked"))
  }
}
