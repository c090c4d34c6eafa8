import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

extension `control: request log` {
  static let documents: [(type: String, body: String, shown: JSON)] = [
    ("application/yaml", "a:\n  password: hunter22\n  b: 1\n", ["a": ["password": "…", "b": 1]]),
    ("application/yaml", "password: hunter22, x\na: &x 1\n", "password: …\na: &x 1\n"),
    ("application/json", "{password: 'hunter22', a: 1", "{password: …, a: 1"),
    ("application/json", "{'password': hunter22}", "{'password': …}"),
    ("application/x-www-form-urlencoded", #"{"password":"hunter22&x=y"}"#, ["password": "…"]),
    ("application/x-www-form-urlencoded", "a=1&pass%77ord=hunter22", "a=1&pass%77ord=…"),
    ("text/plain", "password: hunter22", "password: …"),
    (
      "application/octet-stream", "ann,ann@x.test,false,hunter22",
      "(a file of 29 bytes; start with --log-secrets to have it here)"
    ),
  ]

  @Test(arguments: documents)
  func `secrets of bodies other than JSON are masked`(
    _ type: String, _ body: String, _ shown: JSON
  ) async throws {
    let emulator = try TestEmulator()
    var request = Self.request(body)
    request.headers["Content-Type"] = type
    Self.send(request, .ready(Self.response()), to: emulator)
    let entry = await emulator.control(.get, "requests").json["requests"]?[0]
    #expect(entry?["request"] == shown)
  }
}
