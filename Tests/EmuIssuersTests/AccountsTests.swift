import EmuJOSE
import EmuStore
import EmuTestSupport
import Testing

@Suite final class `issuers: people`: BenchSuite {
  static let path = "/emulator/v1/issuers/apple.com/accounts"

  @Test func `people are made, listed, changed and removed`() async {
    let made = await bench.post(
      Self.path,
      [
        "sub": "001.a.1", "email": "Ann@Example.com", "name": "Ann Lee", "hideEmail": true,
        "authorizedClients": ["com.example.app"], "claims": ["org_id": "x"],
      ])
    made.expect(200, ["email": "ann@example.com"])
    made.expect(["emailVerified": true, "name": ["givenName": "Ann", "familyName": "Lee"]])
    #expect(made["relayEmail"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
    #expect(made["authorizedClients"] == ["com.example.app"])
    #expect(await bench.get(Self.path)["accounts"] == .array([made.json]))

    let changed = await bench.call(
      .patch, "\(Self.path)/001.a.1",
      bytes: Array(#"{"emailVerified":false,"name":null,"authorizedClients":["b"]}"#.utf8))
    changed.expect([
      "emailVerified": false, "name": nil, "email": made["email"], "relayEmail": made["relayEmail"],
      "authorizedClients": ["b"],
    ])

    #expect(await bench.call(.delete, "\(Self.path)/001.a.1").json == [:])
    #expect(await bench.get(Self.path)["accounts"] == [])
    #expect(await bench.get("/emulator/v1/issuers/apple.com/grants")["grants"] == [])
    #expect(await bench.call(.delete, "\(Self.path)/001.a.1").status == 404)
    #expect(await bench.call(.patch, "\(Self.path)/001.a.1").status == 404)
  }

  @Test func `people lose by null what they were given`() async {
    let new = await bench.post(Self.path, ["sub": "s", "email": "ann@example.com"])
    _ = await bench.call(
      .patch, "\(Self.path)/s",
      [
        "emailVerified": false, "hideEmail": true, "relayForwards": false,
        "authorizedClients": ["a"], "name": "Ann Lee", "picture": "https://a.example/p.png",
        "relayEmail": "a@privaterelay.appleid.com", "claims": ["org_id": "x"],
      ])
    func change(_ names: String...) async -> Reply {
      let members = names.map { "\"\($0)\":null" }.joined(separator: ",")
      return await bench.call(.patch, "\(Self.path)/s", bytes: Array("{\(members)}".utf8))
    }
    let changed = await change(
      "emailVerified", "hide_email", "relay_forwards", "authorizedClients", "name", "picture",
      "relayEmail", "claims")
    #expect(changed.json == new.json)
    for name in ["sub", "tenant"] {
      await change(name).expectRefusal("\(name) cannot be removed; leave it out.")
    }
  }

  /// docs/reference/social.md#github and docs/reference/social.md#twitter.
  @Test(
    arguments: ["github.com", "twitter.com"],
    [
      ("abc", 400), ("-1", 400), ("99999999999999999999", 400), ("0", 400), ("007", 400),
      ("9223372036854775808", 400), ("9223372036854775807", 200), ("583231", 200),
    ])
  func `a counted subject is a number`(issuer: String, subject: (text: String, status: Int)) async {
    let path = "/emulator/v1/issuers/\(issuer)"
    let sub = JSON.string(subject.text)
    let reply = await bench.post(path + "/accounts", ["sub": sub]).expect(subject.status)
    await bench.post(path + "/tokens", ["account": ["sub": sub]]).expect(subject.status)
    guard subject.status != 200 else { return }
    #expect(
      reply.json["error"]?["message"]?.string?.contains(
        "sub: \(issuer) counts its people; write a number from 1 to 9223372036854775807 ") == true
    )
  }

  @Test func `a subject is unique`() async {
    #expect(await bench.post(Self.path, ["sub": "s"]).status == 200)
    #expect(await bench.post(Self.path, ["sub": "s"]).status == 409)
    #expect(await bench.post("\(Self.path)?project=other", ["sub": "s"]).status == 200)
  }

  @Test func `a project sees its own people and those that all share`() async throws {
    _ = await bench.post(Self.path, ["sub": "own"])
    _ = await bench.post("\(Self.path)?project=other", ["sub": "foreign"])
    _ = try bench.store.write { writer in
      try writer.upsert(
        Person(issuer: "apple.com", subject: "shared"),
        in: PeopleScope(projectKey: 0, issuer: "apple.com"))
    }
    let subjects = await bench.get(Self.path)["accounts"]?.array?.map { $0["sub"] }
    #expect(subjects == ["own", "shared"])
  }

  @Test func `an address of several people selects the project's own oldest one`() async throws {
    let ann = "ann@example.com"
    _ = try bench.store.write { writer in
      try writer.upsert(
        Person(issuer: "google.com", subject: "1", email: ann),
        in: PeopleScope(projectKey: 0, issuer: "google.com"))
    }
    func subjects() async throws -> Set<JSON?> {
      let minted = try await bench.mint("google.com", ["account": ["email": .string(ann)]])
      var subjects: Set = [minted["sub"]]
      for way in [["emulator_auto": ann], ["login_hint": ann, "prompt": "none"]] {
        let fields: Fields = ["response_type": "id_token", "nonce": "n"]
        let reply = try await bench.authorize(
          "google.com", fields.with(way))
        subjects.insert(try reply.claims("id_token")["sub"])
      }
      return subjects
    }
    #expect(try await subjects() == ["1"])
    for subject in ["3", "2"] {
      bench.advance(by: .seconds(1))
      try await bench.makePerson("google.com", ["sub": .string(subject), "email": .string(ann)])
    }
    #expect(try await subjects() == ["3"])
  }

  @Test func `grants show who consented to what`() async throws {
    _ = try await bench.mint(
      "apple.com", ["account": ["sub": "s", "email": "a@example.com"], "clientId": "app"])
    let grants = await bench.get("/emulator/v1/issuers/apple.com/grants")
    #expect(
      grants.json == [
        "grants": [
          [
            "sub": "s", "email": "a@example.com", "clientId": "app", "state": "authorized",
            "grantedAt": "2027-01-15T08:00:00.000Z",
          ]
        ]
      ])
  }

  @Test(arguments: [
    (#"{"emial":"a@b.c"}"#, "emial"), (#"{"email":5}"#, "email"),
    (#"{"email":"unknown"}"#, "email"), (#"{"sub":""}"#, "sub"), (#"{"name":5}"#, "name"),
    (#"{"name":{"first":"x"}}"#, "givenName, familyName"),
    (#"{"name":{"givenName":{}}}"#, "name.givenName"), (#"{"claims":[]}"#, "claims"),
    (#"{"tenant":"consumers"}"#, "tenant"), (#"{"authorizedClients":[""]}"#, "authorized"),
    (#"{"picture":"\#u{1}"}"#, "JSON"), ("[]", "object"), ("{", "JSON"),
    (#"{"hideEmail":"yes"}"#, "hideEmail"),
  ])
  func `an impossible person is refused, not written`(body: String, names: String) async throws {
    let reply = await bench.call(.post, Self.path, bytes: Array(body.utf8)).expect(400)
    #expect(reply["error"]?["code"] == 400)
    let message = try #require(reply["error"]?["message"]?.string)
    #expect(message.contains(names), "\(message)")
    #expect(await bench.get(Self.path)["accounts"] == [])
  }

  @Test(
    arguments: [
      (["defect": "late"], "expired, not-yet-valid, future-nbf"),
      (["defekt": "expired"], "account, clientId, rawNonce"),
      (["account": ["mail": "x"]], "account.mail"), (["account": "ann"], "account"),
      (["nonce": "a", "rawNonce": "b"], "not both"), (["scopes": ["a b"]], "scopes"),
      (["claims": 1], "claims"), (["expiresInSeconds": 0], "expiresInSeconds"),
      (["issuedSecondsAgo": -1], "issuedSecondsAgo"), (["expiresInSeconds": "soon"], "expires"),
      (["algorithm": "HS256"], "RS256"), (["clientId": ""], "clientId"),
      (["tenant": "x"], "tenant"), (["state": 1], "state"),
    ] as [(JSON, String)])
  func `an impossible mint call is refused, not written`(body: JSON, names: String) async throws {
    let reply = await bench.post("/emulator/v1/issuers/apple.com/tokens", body).expect(400)
    let message = try #require(reply["error"]?["message"]?.string)
    #expect(message.contains(names), "\(message)")
    #expect(await bench.get(Self.path)["accounts"] == [])
  }

  @Test func `a mint call has one tenant`() async {
    await bench.post(
      "/emulator/v1/issuers/microsoft.com/tokens",
      ["account": ["tenant": "consumers"], "tenant": "corp.example"]
    ).expectRefusal("Give the tenant as account.tenant or as tenant, not both.")
  }

  @Test(arguments: [
    ("microsoft.com", #"{"tenant":"nowhere"}"#), ("microsoft.com", #"{"tenant":"common"}"#),
    ("microsoft.com", #"{"tenant":"consumers","sub":"ann"}"#),
    ("google.com", #"{"hideEmail":true}"#),
  ]) func `what one issuer has, another does not`(issuer: String, body: String) async {
    let path = "/emulator/v1/issuers/\(issuer)/accounts"
    #expect(await bench.call(.post, path, bytes: Array(body.utf8)).status == 400)
    #expect(await bench.get(path)["accounts"] == [])
  }

  @Test func `the project of a control call about people must be one`() async throws {
    #expect(await bench.get("\(Self.path)?project=a/b").status == 400)
  }

  @Test(arguments: ["https://evil.example.com", "null"])
  func `published keys are for every page`(origin: String) async {
    await bench.get("/issuers/apple.com/auth/keys", headers: ["Origin": origin]).expect(200)
    await bench.get(Self.path, headers: ["Origin": origin]).expect(403)
  }
}
