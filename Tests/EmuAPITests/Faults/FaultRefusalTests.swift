import EmuStore
import EmuTestSupport
import Testing

@Suite final class `Faults: what cannot be set`: EmulatorSuite {
  /// Effects, and the reason against them.
  static let effects: [(JSON, String)] = [
    ([:], "effect must say what happens: one or several of status, error, body, contentType,"),
    (["drop": false], "effect must say what happens"),
    (["status": 200, "drop": true], "effect.status or body, effect.drop out"),
    (["malformed": true, "truncated": true], "leave one out"),
    (["status": 99], "effect.status must be an HTTP status from 200 to 599"),
    (["error": ["code": 600, "message": "X"]], "effect.error.code must be an HTTP status"),
    (["error": ["code": 400]], "message"),
    (["delayMilliseconds": 0], "effect.delayMilliseconds must be 1 to 120000"),
    (["rateLimit": ["retryAfterSeconds": 0]], "effect.rateLimit.retryAfterSeconds must be 1 to"),
    (["contentType": "a\nb"], "effect.contentType must be ASCII"),
  ]

  /// The match of a fault with a possible effect, and the reason against it.
  static let matches: [(JSON, String)] = [
    (["operation": "accounts:signup"], "Did you mean accounts:signUp"),
    (["operation": "*nothing"], "is not an operation"),
    (["path": "v1"], "match.path must begin with /"),
    (["path": "/v1?key=k"], "and have no query"),
    (["path": "/v1/accounts:signup"], "match.path: nothing is served at /v1/accounts:signup"),
    (
      ["path": "/v1/accounts:signUp", "operation": "accounts:lookup"],
      "match.path is one of accounts:signUp, and match.operation is accounts:lookup"
    ),
    (
      ["operation": "accounts:lookup", "endpoint": "token"],
      "match.operation accounts:lookup is not at the endpoint token of an issuer"
    ),
    (["project": ""], "match.project: A project id has"),
    (["endpoint": "tokens"], "match.endpoint may be discovery"),
    (
      ["providerId": "github.com", "endpoint": "keys"],
      "match.endpoint may be authorize, signIn, token, userinfo"
    ),
    (["providerId": "nobody", "endpoint": "keys"], "There is no issuer nobody"),
    (["localId": "x", "endpoint": "keys"], "name its person by match.sub"),
    (["user": "x"], "user: there is no such field"),
  ]

  static let others: [(JSONObject, String)] = [
    (
      ["match": ["operation": "accounts:lookup"], "effect": ["defect": "expired"]],
      "leave match.operation out"
    ),
    (
      ["match": ["providerId": "github.com"], "effect": ["defect": "expired"]],
      "github.com makes no ID tokens"
    ),
    (["times": 0], "times must be 1 to 1000000"),
    (["probability": 0], "probability must be above 0"),
    (["probability": 1.5], "probability must be above 0"),
    (["seed": 1], "seed is of a probability"),
    (["expiresInSeconds": 0], "expiresInSeconds must be 1 to"),
  ]

  private static func rows(_ member: String, _ rows: [(JSON, String)]) -> [(JSONObject, String)] {
    rows.map { ([member: $0.0], $0.1) }
  }

  @Test(arguments: rows("effect", effects) + rows("match", matches) + others)
  func `an impossible fault is refused`(_ fields: JSONObject, _ message: String) async throws {
    let fault = (["effect": ["drop": true]] as JSONObject).merging(fields)
    let reply = await emulator.post("/emulator/v1/faults", .object(fault))
    #expect((400...404).contains(reply.status))
    #expect(reply.errorMessage?.contains(message) == true, "\(reply.text)")
    #expect(await emulator.faults().isEmpty)
  }

  @Test func `the fault endpoint of an issuer accepts no other provider`() async throws {
    let reply = await emulator.post(
      "/emulator/v1/issuers/apple.com/faults",
      ["match": ["providerId": "google.com", "endpoint": "keys"], "effect": ["status": 503]])
    #expect(reply.errorMessage == "match.providerId is apple.com here; leave it out.")
  }

  @Test func `the fault after the ten-thousandth is refused, until one is removed`() async throws {
    let store = emulator.store
    try store.write { writer in
      for number in 0..<10_000 {
        var fault = Fault(id: "f\(number)", effect: Fault.Effect())
        fault.match.localId = "u\(number)"
        fault.effect.status = 503
        try writer.insert(fault, in: store)
      }
    }
    let refused = await emulator.post("/emulator/v1/faults", ["effect": ["status": 503]])
    refused.expect(400, beginning: "There are 10000 faults already.")
    #expect(await emulator.call(.delete, "/emulator/v1/faults/f7").status == 200)
    try await emulator.fault(["effect": ["status": 503]])
  }
}
