import EmuControl
import EmuHTTP
import EmuIssuers
import EmuJSON
import EmuModel
import EmuIdentity
import EmuStore
import EmuTestSupport
import Testing

/// Documents that are too long for memory have another reader with the same results.
@Suite struct `control: long seeds` {
  /// Slightly longer than the limit for parsing in memory.
  private static let padding =
    "/*" + String(repeating: " ]}'\" ", count: Seed.memoryLimit / 6 + 1) + "*/"

  static let documents: [String] = [
    // Valid documents.
    "{version:1}", "{version:1,projects:{demo:{users:[]}}}",
    #"{version:1,projects:{demo:{users:[{localId:"a",email:"a@x.test",password:"secret1"},]}}}"#,
    #"{version:1,projects:{demo:{users:[{email:"A@x.test"},{email:"b@x.test"}],apiKeys:["k1"]},other:{users:[{localId:"a"}]}}}"#,
    #"{projects:{demo:{users:[{localId:"t",tenantId:"t1"}],tenants:[{id:"t1"}]}},version:1}"#,
    // The configuration that affects the users follows them.
    #"{version:1,projects:{demo:{users:[{localId:"a",email:"a@x.test"},{localId:"b",email:"a@x.test"}],config:{signIn:{allowDuplicateEmails:true}}}}}"#,
    #"{version:1,issuers:{"google.com":{accounts:[{sub:"1",email:"g@x.test"}]}},projects:{demo:{users:[{localId:"a"}]}}}"#,
    // An invalid user.
    #"{version:1,projects:{demo:{users:[{localId:"a"},{email:"nobody"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"},{localId:"b",nickname:"x"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"},{email:7}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"},7]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"},{displayName:"Nobody"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a",createdAt:"soon"}]}}}"#,
    // Two users with the same unique value.
    #"{version:1,projects:{demo:{users:[{localId:"a"},{localId:"b"},{localId:"a"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a",email:"a@x.test"},{localId:"b",email:"A@x.test"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a",phoneNumber:"+15550100"},{phoneNumber:"+15550100"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a",providers:[{providerId:"google.com",rawId:"1"}]},{localId:"b",providers:[{providerId:"google.com",rawId:"1"}]}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a",tenantId:"t"},{localId:"a"}],tenants:[{id:"t"}]}}}"#,
    // Other errors, before or after the users.
    #"{version:2,projects:{demo:{users:[{localId:"a"}]}}}"#,
    #"{projects:{demo:{users:[{localId:"a"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"}],colour:1}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"}],apiKeys:["k"]},other:{apiKeys:["k"]}}}"#,
    #"{version:1,projects:{"a b":{users:[{localId:"a"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"t",tenantId:"nobody"}]}}}"#,
    #"{version:1,projects:{demo:{users:{}}}}"#, #"{version:1,projects:[]}"#,
    // Not documents.
    "", "{", "[]", #"{version:1,projects:{demo:{users:[{localId:"a"}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"} {localId:"b"}]}}}"#,
    #"{version:1,projects:{demo:{users:[{localId:"a"}]}}} x"#,
  ]

  private struct Outcome: Equatable {
    var status: Int
    var answer: JSON
    var users: [String: [String]]
  }

  private static func outcome(of document: String) async throws -> Outcome {
    let emulator = try TestEmulator()
    let response = await emulator.control(.post, "seed", document)
    let users = try emulator.store.read { reader in
      var users: [String: [String]] = [:]
      for id in try reader.projectIDs() {
        let project = try #require(try reader.project(id, profile: .compatible))
        users[id] = try reader.users(
          in: AccountScope(project: project, tenant: nil), after: nil, limit: 100
        ).map { "\($0.uid) \($0.email ?? "") \($0.password?.clearText ?? "")" }
      }
      return users
    }
    var answer = response.json
    // The location of a syntax error has different words.
    let message = response.errorMessage ?? ""
    if message.contains("line ") || message.contains("byte ") {
      answer = "broken"
    }
    if response.status == 400, document.isEmpty || document == "{" { answer = "broken" }
    return Outcome(status: response.status, answer: answer, users: users)
  }

  @Test(arguments: documents) func `long seeds do what short ones do`(_ document: String)
    async throws
  {
    let short = try await Self.outcome(of: document)
    for long in [Self.padding + document, document + Self.padding] {
      var outcome = try await Self.outcome(of: long)
      if short.answer == "broken", outcome.status == 400 { outcome.answer = "broken" }
      #expect(outcome == short)
    }
    if short.status != 200 { #expect(short.users.isEmpty) }
  }

  @Test func `long seeds change nothing the second time, and return by a reset`() async throws {
    let count = 3000
    let document =
      Self.padding + "{version:1,projects:{demo:{users:["
      + (0..<count).map { "{localId:'u\($0)',email:'u\($0)@x.test',password:'secret\($0)'}," }
      .joined() + "]}}}"
    let emulator = try TestEmulator(seeds: [document])
    #expect(try emulator.user("u7", in: "demo")?.email == "u7@x.test")
    #expect(await emulator.control(.post, "reset", "{}").status == 200)
    #expect(try emulator.user("u7", in: "demo") == nil)
    for created in [count, 0] {
      let counts: JSON = [
        "created": .int(Int64(created)), "updated": 0, "issuers": 0, "providers": 0, "settings": 0,
      ]
      #expect(await emulator.control(.post, "seed", document).json == counts)
    }
    #expect(await emulator.control(.post, "reset", "{}").status == 200)
    #expect(try emulator.user("u7", in: "demo") == nil)
    #expect(await emulator.control(.post, "reset", #"{"to":"seed"}"#).status == 200)
    #expect(try emulator.user("u2999", in: "demo")?.email == "u2999@x.test")
  }

  @Test(arguments: [
    (#"{version:1,projects:{demo:{users:[{localId:"a"}],users:[{localId:"b"}]}}}"#, "users"),
    (#"{version:1,projects:{demo:{users:[{localId:"a"}]},demo:{users:[]}}}"#, "demo"),
    (#"{version:1,issuers:{"google.com":{},"google.com":{}}}"#, "google.com"),
    (
      #"{version:1,projects:{demo:{users:[{localId:"a",email:"a@x.test",localId:"b"}]}}}"#,
      "localId"
    ),
  ])
  func `long seeds with a key that is there twice are refused`(
    _ document: String, _ key: String
  ) async throws {
    let answer = try await TestEmulator().control(.post, "seed", Self.padding + document)
    #expect(answer.status == 400)
    let words = "the key \(key) is there already; keep one of them"
    #expect(answer.errorMessage?.contains(words) == true, "\(answer.text)")
  }
}
