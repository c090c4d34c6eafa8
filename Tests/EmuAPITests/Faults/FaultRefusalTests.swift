import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `Faults: what cannot be set` {
  private func left(_ emulator: TestEmulator) async -> [JSON] {
    await emulator.call(.get, "/emulator/v1/faults")["faults"]?.array ?? []
  }

  static let refusals: [(JSON, String)] = [
    (
      ["effect": [:]],
      "effect must say what happens: one or several of status, error, body, contentType,"
    ),
    (["effect": ["drop": false]], "effect must say what happens"),
    (["effect": ["status": 200, "drop": true]], "effect.status or body, effect.drop out"),
    (["effect": ["malformed": true, "truncated": true]], "leave one out"),
    (["effect": ["status": 99]], "effect.status must be an HTTP status from 200 to 599"),
    (
      ["effect": ["error": ["code": 600, "message": "X"]]],
      "effect.error.code must be an HTTP status"
    ),
    (["effect": ["error": ["code": 400]]], "message"),
    (["effect": ["delayMilliseconds": 0]], "effect.delayMilliseconds must be 1 to 120000"),
    (
      ["effect": ["rateLimit": ["retryAfterSeconds": 0]]],
      "effect.rateLimit.retryAfterSeconds must be 1 to"
    ),
    (["effect": ["contentType": "a\nb"]], "effect.contentType must be ASCII"),
    (
      ["match": ["operation": "accounts:signup"], "effect": ["drop": true]],
      "Did you mean accounts:signUp"
    ),
    (["match": ["operation": "*nothing"], "effect": ["drop": true]], "is not an operation"),
    (["match": ["path": "v1"], "effect": ["drop": true]], "match.path must begin with /"),
    (["match": ["path": "/v1?key=k"], "effect": ["drop": true]], "and have no query"),
    (
      ["match": ["path": "/v1/accounts:signup"], "effect": ["drop": true]],
      "match.path: nothing is served at /v1/accounts:signup"
    ),
    (
      [
        "match": ["path": "/v1/accounts:signUp", "operation": "accounts:lookup"],
        "effect": ["drop": true],
      ], "match.path is one of accounts:signUp, and match.operation is accounts:lookup"
    ),
    (
      ["match": ["operation": "accounts:lookup", "endpoint": "token"], "effect": ["drop": true]],
      "match.operation accounts:lookup is not at the endpoint token of an issuer"
    ),
    (["match": ["project": ""], "effect": ["drop": true]], "match.project: A project id has"),
    (
      ["match": ["endpoint": "tokens"], "effect": ["drop": true]], "match.endpoint may be discovery"
    ),
    (
      ["match": ["providerId": "github.com", "endpoint": "keys"], "effect": ["drop": true]],
      "match.endpoint may be authorize, signIn, token, userinfo"
    ),
    (
      ["match": ["providerId": "nobody", "endpoint": "keys"], "effect": ["drop": true]],
      "There is no issuer nobody"
    ),
    (
      ["match": ["localId": "x", "endpoint": "keys"], "effect": ["drop": true]],
      "name its person by match.sub"
    ),
    (
      ["match": ["operation": "accounts:lookup"], "effect": ["defect": "expired"]],
      "leave match.operation out"
    ),
    (
      ["match": ["providerId": "github.com"], "effect": ["defect": "expired"]],
      "github.com makes no ID tokens"
    ),
    (["match": ["user": "x"], "effect": ["drop": true]], "user: there is no such field"),
    (["effect": ["drop": true], "times": 0], "times must be 1 to 1000000"),
    (["effect": ["drop": true], "probability": 0], "probability must be above 0"),
    (["effect": ["drop": true], "probability": 1.5], "probability must be above 0"),
    (["effect": ["drop": true], "seed": 1], "seed is of a probability"),
    (["effect": ["drop": true], "expiresInSeconds": 0], "expiresInSeconds must be 1 to"),
  ]

  @Test(arguments: refusals)
  func `a fault that cannot be is refused with its field and what is possible`(
    _ body: JSON, _ message: String
  ) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.call(.post, "/emulator/v1/faults", body)
    #expect((400...404).contains(reply.status))
    #expect(reply.errorMessage?.contains(message) == true, "\(reply.text)")
    #expect(await left(emulator).isEmpty)
  }

  @Test func `the fault endpoint of an issuer accepts no other provider`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.call(
      .post, "/emulator/v1/issuers/apple.com/faults",
      ["match": ["providerId": "google.com", "endpoint": "keys"], "effect": ["status": 503]])
    #expect(reply.errorMessage == "match.providerId is apple.com here; leave it out.")
  }

  @Test func `the fault after the ten-thousandth is refused, until one is removed`() async throws {
    let emulator = try TestEmulator()
    let store = emulator.store
    try store.write { writer in
      for number in 0..<10_000 {
        var fault = Fault(id: "f\(number)", effect: Fault.Effect())
        fault.match.localId = "u\(number)"
        fault.effect.status = 503
        try writer.insert(fault, in: store)
      }
    }
    let refused = await emulator.call(.post, "/emulator/v1/faults", ["effect": ["status": 503]])
    #expect(refused.status == 400)
    #expect(refused.errorMessage?.hasPrefix("There are 10000 faults already.") == true)
    #expect(await emulator.call(.delete, "/emulator/v1/faults/f7").status == 200)
    let reply = await emulator.call(.post, "/emulator/v1/faults", ["effect": ["status": 503]])
    #expect(reply.status == 200, "\(reply.text)")
  }
}
