import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `The Authorization header of administrators` {
  private static let path =
    "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:lookup"

  @Test(
    arguments: [
      ("Bearer owner", 200, nil), ("bearer owner", 200, nil), ("BEARER OWNER", 200, nil),
      ("Bearer   owner", 200, nil), (" Bearer owner", 200, nil), ("Bearer ya29.x y", 200, nil),
      ("Bearer ", 401, "authError"), ("Bearer", 401, "authError"),
      ("Bearer someone", 401, "authError"), ("Bearer owner x", 401, "authError"),
      ("Basic owner", 401, "required"), ("Bearerowner", 401, "required"),
      ("owner", 401, "required"),
      ("", 401, "required"), (nil, 401, "required"),
    ] as [(String?, Int, String?)])
  func `administrators are admitted by a bearer that is the owner or looks like Google's`(
    _ header: String?, _ status: Int, _ reason: String?
  ) async throws {
    var headers: Headers = ["Content-Type": "application/json"]
    headers["Authorization"] = header
    let emulator = try TestEmulator()
    let reply = await emulator.send(
      Request(
        method: .post, path: Self.path, headers: headers, body: Array(#"{"localId":["a"]}"#.utf8)))
    #expect(reply.status == status)
    #expect(reply.json["error"]?["errors"]?[0]?["reason"]?.string == reason)
  }
}
