import EmuTestSupport
import Testing

/// A person in seeds and control calls.
@Suite final class `a person's document`: EmulatorSuite {
  /// An issuer, a document, and the expected members in the issuer's list.
  static let people: [(String, String, JSONObject)] = [
    (
      "google.com", #"{"sub":"1","email":"Ann@Example.com","name":"Ann Lee"}"#,
      ["email": "ann@example.com", "name": ["givenName": "Ann", "familyName": "Lee"]]
    ),
    ("google.com", #"{"sub":"1","name":"Ann "}"#, ["name": ["givenName": "Ann"]]),
    (
      "apple.com", #"{"sub":"1","name":" Ann  van Lee"}"#,
      ["name": ["givenName": "Ann van", "familyName": "Lee"]]
    ),
    (
      "apple.com", #"{"sub":"1","name":{"familyName":"Lee"},"emailVerified":false}"#,
      ["name": ["familyName": "Lee"], "emailVerified": false]
    ),
    (
      "apple.com", #"{"sub":"1","email":"Abc@privaterelay.appleid.com","hideEmail":true}"#,
      ["relayEmail": "abc@privaterelay.appleid.com", "hideEmail": true]
    ),
    (
      "oidc.corp",
      #"{"email":"a@x.test","sub":"1","picture":"https://x.test/p","claims":{"a":[1]}}"#,
      ["picture": "https://x.test/p", "claims": ["a": [1]]]
    ),
    (
      "oidc.corp", #"{"sub":"1","authorizedClients":["app","web"],"hideEmail":false}"#,
      ["authorizedClients": ["app", "web"]]
    ),
    (
      "microsoft.com", #"{"sub":"4b2eabcdefabcdef","email":"a@x.test","tenant":"consumers"}"#,
      ["sub": "00000000-0000-0000-4b2e-abcdefabcdef"]
    ),
    (
      "microsoft.com", #"{"sub":"00000000-0000-0000-4b2e-abcdefabcdef"}"#,
      ["tenant": .string(consumers)]
    ),
    (
      "microsoft.com", #"{"sub":"ann","tenant":"8EAEF023-2b34-4da1-9baa-8bc8c9d6a490"}"#,
      ["sub": "ann", "tenant": "8eaef023-2b34-4da1-9baa-8bc8c9d6a490"]
    ),
  ]

  private static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

  @Test(arguments: people)
  func `a person's document means the same to a seed and to a control call`(
    _ issuer: String, _ document: String, _ expected: JSONObject
  ) async throws {
    let called = try TestEmulator()
    let made = await Self.post(document, at: issuer, to: called)
    #expect(made.status == 200, "\(made.json)")
    for member in expected { #expect(made[member.key] == member.value, "\(made.json)") }
    let seeded = try TestEmulator()
    for count in [1, 0, 0] {
      let reply = await Self.seed(document, at: issuer, to: seeded)
      #expect(reply["issuers"] == .int(Int64(count)), "\(reply.json)")
    }
    #expect(await Self.accounts(at: issuer, of: seeded) == [made.json])
  }

  private static let long = String(repeating: "x", count: 17_000)

  static let refusals: [(String, String, String)] = [
    ("microsoft.com", #"{"sub":"4b2eabcdefghijkl","tenant":"consumers"}"#, "sub"),
    ("microsoft.com", #"{"sub":"00000000-0000-0000-4b2e-x","tenant":"consumers"}"#, "sub"),
    ("microsoft.com", #"{"sub":"1","tenant":"not a tenant"}"#, "tenant"),
    ("microsoft.com", #"{"sub":"1","tenant":"common"}"#, "tenant"),
    ("microsoft.com", #"{"sub":"1","hideEmail":true}"#, "hideEmail"),
    ("google.com", #"{"sub":"1","tenant":"consumers"}"#, "tenant"),
    ("google.com", #"{"sub":"1","email":"a@x.test","hideEmail":true}"#, "hideEmail"),
    ("google.com", #"{"sub":"1\u0007"}"#, "sub"),
    ("google.com", #"{"sub":"1","email":"ann"}"#, "email"),
    ("google.com", #"{"sub":"1","name":"a\u0000b"}"#, "name"),
    ("google.com", #"{"sub":"1","name":"  "}"#, "name"),
    ("google.com", #"{"sub":"1","name":5}"#, "name"),
    ("google.com", #"{"sub":"1","name":{"givenName":""}}"#, "name.givenName"),
    ("google.com", #"{"sub":"1","name":{"familyName":"a\nb"}}"#, "name.familyName"),
    ("google.com", #"{"sub":"1","picture":"x\ny"}"#, "picture"),
    ("google.com", #"{"sub":"1","authorizedClients":["a",""]}"#, "authorizedClients[1]"),
    ("google.com", #"{"sub":"1","claims":[1]}"#, "claims"),
    ("google.com", #"{"sub":"1","claims":{"a":"\#(long)"}}"#, "claims"),
  ]

  @Test(arguments: refusals)
  func `a person's document is refused by both with the field's name, and no person is made`(
    _ issuer: String, _ document: String, _ field: String
  ) async throws {
    let called = await Self.post(document, at: issuer, to: emulator)
    #expect(called.status == 400)
    let words = called.errorMessage ?? ""
    #expect(words.hasPrefix("\(field): "), "\(words)")
    let seeded = await Self.seed(document, at: issuer, to: emulator)
    #expect(seeded.status == 400)
    let place = "projects.demo-project.people.\(issuer)[0].\(field): "
    let message = seeded.errorMessage ?? ""
    #expect(message.contains(place), "\(message)")
    // The same sentence, except the location and the final dot.
    #expect(message.contains(words.dropFirst(field.count + 2).prefix { $0 != "." }), "\(message)")
    #expect(await Self.accounts(at: issuer, of: emulator) == [])
    let minted = await emulator.control(
      .post, "issuers/\(issuer)/tokens", #"{"account":\#(document)}"#)
    #expect(minted.errorMessage?.hasPrefix("account.\(field): ") == true)
  }

  @Test func `a person's document moves no person to another tenant`() async throws {
    let first = #"{"sub":"ann","email":"ann@x.test","tenant":"contoso.example"}"#
    #expect(await Self.seed(first, at: "microsoft.com", to: emulator)["issuers"] == 1)
    for other in ["sub\":\"ann", "email\":\"ann@x.test"] {
      let reply = await Self.seed(
        "{\"\(other)\",\"tenant\":\"consumers\"}", at: "microsoft.com", to: emulator)
      #expect(reply.status == 400, "\(reply.json)")
    }
    let patched = await emulator.call(
      .patch, "/emulator/v1/issuers/microsoft.com/accounts/ann", ["tenant": "consumers"])
    #expect(patched.errorMessage?.hasPrefix("tenant: ") == true, "\(patched.json)")
    #expect(await Self.accounts(at: "microsoft.com", of: emulator).count == 1)
  }

  private static func post(
    _ document: String, at issuer: String, to emulator: TestEmulator
  ) async -> Reply {
    await emulator.control(.post, "issuers/\(issuer)/accounts", document)
  }

  private static func seed(
    _ document: String, at issuer: String, to emulator: TestEmulator
  ) async -> Reply {
    await emulator.control(
      .post, "seed",
      #"{version:1,projects:{"demo-project":{people:{"\#(issuer)":[\#(document)]}}}}"#)
  }

  private static func accounts(at issuer: String, of emulator: TestEmulator) async -> [JSON] {
    await emulator.control(.get, "issuers/\(issuer)/accounts")["accounts"]?.array ?? []
  }
}
