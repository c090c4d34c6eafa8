import EmuTestSupport
import Testing

/// The forms of JSON that Google's front end accepts, and its words for the others.
@Suite final class `JSON of production`: ProductionSuite {
  @Test func `production quotes the text where a body is no JSON`() async {
    let reply = await emulator.call(.post, "/v1/accounts:signUp?key=k", bytes: Array("{".utf8))
    let text = "Unexpected end of string. Expected an object key or }.\n\n^"
    reply.expect(400, message: "Invalid JSON payload received. " + text)
    #expect(reply["error"]?["errors"]?[0]?["reason"] == "badRequest")
    #expect(reply["error"]?["details"] == nil)
  }

  @Test(
    arguments: [
      "{'localId':'ada'}", #"{localId:"ada"}"#, #"{"localId":"ada",}"#,
    ], Profile.allCases)
  func `production accepts the JSON of Google's examples`(
    _ body: String, _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.call(
      .post, "/v1/projects/demo-project/accounts", bytes: Array(body.utf8),
      headers: ["Authorization": "Bearer owner"])
    #expect(reply.status == (profile == .production ? 200 : 400))
    #expect(try (emulator.user("ada") != nil) == (profile == .production))
  }

  @Test(arguments: [0, 70_000])
  func `production reads an import of any size as strict JSON`(_ size: Int) async throws {
    let name = String(repeating: "x", count: size)
    let reply = await emulator.call(
      .post, "/v1/projects/demo-project/accounts:batchCreate",
      bytes: Array("{'users':[{'localId':'ada'}],'x':'\(name)'}".utf8),
      headers: ["Authorization": "Bearer owner"])
    #expect(reply.status == 400)
    #expect(try emulator.user("ada") == nil)
  }

  @Test func `production accepts no comments`() async {
    for comment in ["/**/", "//\n"] {
      let body = "{\(comment)'localId':'ada'}"
      let reply = await emulator.call(
        .post, "/v1/projects/demo-project/accounts", bytes: Array(body.utf8),
        headers: ["Authorization": "Bearer owner"])
      reply.expect(400)
      let message = reply.errorMessage ?? ""
      #expect(message.contains("Expected an object key or }."), "\(message)")
    }
  }

  @Test func `production names the member of a body that is wrong`() async throws {
    let error = await emulator.admin("accounts:query", ["sortBy": "NONE"])["error"]
    let message =
      "Invalid value at 'sort_by' (type.googleapis.com/google.cloud.identitytoolkit.v1."
      + "QueryUserInfoRequest.SortByField), \"NONE\""
    error.expect(["message": .string(message), "errors.0.domain": nil])
    let violation = error?["details"]?[0]?["fieldViolations"]?[0]
    #expect(violation == ["field": "sort_by", "description": .string(message)])
  }
}
