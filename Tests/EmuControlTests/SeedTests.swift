import EmuControl
import EmuHTTP
import EmuIssuers
import EmuJSON
import EmuModel
import EmuIdentity
import EmuStore
import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `control: seeds` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `demo.json has one of every kind, and loading it twice changes nothing`() async throws
  {
    let demo = try Repository.text("seed-data/demo.json")
    let first = await emulator.control(.post, "seed", demo)
    #expect(
      first.json
        == ["created": 14, "updated": 0, "issuers": 11, "providers": 4, "settings": 1])
    let users = try Self.users(of: emulator)
    #expect(users["anonymous-user"]?.isAnonymous == true)
    #expect(users["disabled-user"]?.disabled == true)
    #expect(users["unverified-user"]?.emailVerified == false)
    #expect(users["claims-user"]?.customAttributes == #"{"admin":true,"plan":"pro"}"#)
    #expect(users["phone-user"]?.phoneNumber != nil)
    #expect(users["password-user"]?.password?.clearText == "demo-password")
    #expect(
      users["two-providers-user"]?.signInProviders == ["password", "google.com", "apple.com"])
    #expect(users["second-factor-user"]?.secondFactors.count == 2)
    #expect(try emulator.user("tenant-user", in: "demo-project", tenant: "demo-tenant") != nil)
    let second = await emulator.control(.post, "seed", demo)
    #expect(second.json == `control: counts of seeds`.unchanged)
    #expect(try Self.users(of: emulator) == users)
  }

  @Test(arguments: ["application/yaml", "text/yaml; charset=utf-8"])
  func `a seed and users in YAML are stored, and an error has its line`(type: String) async {
    func send(_ path: String, _ text: String) async -> Reply {
      await emulator.control(.post, path, text, headers: ["Content-Type": type])
    }
    let seed = "version: 1\nprojects:\n  demo:\n    users:\n      - localId: ann\n"
    #expect(await send("seed", seed).json["created"] == 1)
    let users = "users:\n  - localId: bob\n    email: bob@example.com\n"
    let report = await send("projects/demo/import", users).json
    #expect(report["format"] == "firebase" && report["stored"] == 1)
    let refused = await send("seed", "version: [1\nprojects: x")
    #expect(refused.status == 400 && refused.text.contains("not YAML: line 2"), "\(refused.text)")
  }

  @Test(
    arguments: ["version: 1\nprojects: {}\n", "# a comment\nversion: 1\n", "---\nversion: 1\n"],
    ["seed", "projects/demo/import?format=seed"])
  func `a seed in YAML without its content type is refused with that type`(
    _ text: String, _ path: String
  ) async throws {
    let refused = await (try TestEmulator()).control(.post, path, text)
    #expect(refused.status == 400)
    #expect(
      refused.errorMessage?.contains("content type application/yaml") == true, "\(refused.text)")
  }

  @Test func `each provider link of demo.json is a person of that issuer`() async throws {
    _ = await emulator.control(
      .post, "seed", try Repository.text("seed-data/demo.json"))
    var links = 0
    for user in try Self.users(of: emulator).values {
      for link in user.links {
        let people = try emulator.people(link.providerID)
        let person = people.first { person in
          link.providerID == "microsoft.com"
            ? Microsoft.uid(
              oid: person.subject, isPersonal: person.tenant == Microsoft.consumerTenant)
              == link.rawID
            : person.subject == link.rawID
        }
        #expect(person?.visibleEmail == link.email, "\(user.uid)")
        links += 1
      }
    }
    #expect(links == 7)
    let personal = try emulator.people("microsoft.com").map(\.subject)
    #expect(personal.contains("00000000-0000-0000-0003-7ffe8a1b2c3d"))
  }

  static func users(of emulator: TestEmulator) throws -> [String: User] {
    let project = try emulator.store.project(making: "demo-project")
    let list = try emulator.store.read { reader in
      try reader.users(in: AccountScope(project: project, tenant: nil), after: nil, limit: 100)
    }
    return Dictionary(uniqueKeysWithValues: list.map { ($0.uid, $0) })
  }

  /// Returns a document with valid users around the given ones.
  static func document(users: String) -> String {
    #"{version:1,projects:{demo:{users:[{localId:"good",email:"good@x.test"},\#(users)]}}}"#
  }

  static let badUsers: [(String, String)] = [
    (#"{email:"nobody"}"#, "projects.demo.users[1].email: "),
    (#"{email:"a@x.test",nickname:"x"}"#, "projects.demo.users[1].nickname: "),
    (#"{email:7}"#, "projects.demo.users[1].email: "),
    (#"{displayName:"Nobody"}"#, "projects.demo.users[1].localId: "),
    (#"{localId:""}"#, "projects.demo.users[1].localId: "),
    (#"{localId:"good"}"#, "projects.demo.users[1].localId: users[0]"),
    (#"{localId:"other",email:"GOOD@x.test"}"#, "projects.demo.users[1].email: users[0]"),
    (#"{phoneNumber:"555"}"#, "projects.demo.users[1].phoneNumber: "),
    (#"{localId:"a",customClaims:{sub:"x"}}"#, "projects.demo.users[1].customClaims.sub: "),
    (#"{localId:"a",customClaims:"x"}"#, "projects.demo.users[1].customClaims: "),
    (#"{localId:"a",createdAt:"soon"}"#, "projects.demo.users[1].createdAt: "),
    (#"{localId:"a",validSince:-1}"#, "projects.demo.users[1].validSince: "),
    (#"{localId:"a",mfa:[{phone:"555"}]}"#, "projects.demo.users[1].mfa[0].phone: "),
    (#"{localId:"a",mfa:[{totpSecret:"0"}]}"#, "projects.demo.users[1].mfa[0].totpSecret: "),
    (#"{localId:"a",mfa:[{}]}"#, "projects.demo.users[1].mfa[0]: a second factor is either"),
    (
      #"{localId:"a",mfa:[{phone:"+15555550100",totpSecret:"MY"}]}"#,
      "projects.demo.users[1].mfa[0]: a second factor is either"
    ),
    (
      #"{localId:"a",mfa:[{phone:"+15555550100"},{phone:"+15555550100"}]}"#,
      "projects.demo.users[1].mfa[1]: "
    ),
    (
      #"{localId:"a",mfa:[{mfaEnrollmentId:"x",totpSecret:"MY"},{mfaEnrollmentId:"x",totpSecret:"ME"}]}"#,
      "projects.demo.users[1].mfa[1].mfaEnrollmentId: "
    ),
    (#"{localId:"a",mfa:[{sms:"x"}]}"#, "projects.demo.users[1].mfa[0].sms: "),
    (#"{localId:"a",tenantId:"t9"}"#, "projects.demo.users[1].tenantId: there is no tenant t9"),
    (#"{localId:"a",password:"p",passwordHash:"h"}"#, "projects.demo.users[1].passwordHash: "),
    (#"{localId:"a",salt:"h"}"#, "projects.demo.users[1].passwordHash: "),
    (#"{localId:"a",passwordHash:"aGFzaA"}"#, "projects.demo.users[1].hash: "),
    (
      #"{localId:"a",passwordHash:"aGFzaA",hash:{algorithm:"ROT13"}}"#,
      "projects.demo.users[1].hash: no password hash algorithm is called ROT13"
    ),
    (
      #"{localId:"a",passwordHash:"?",hash:{algorithm:"MD5",rounds:1}}"#,
      "projects.demo.users[1].hash: passwordHash and salt must be base64"
    ),
    (
      #"{localId:"a",passwordHash:"aGFzaA",hash:{algorithm:"MD5",rounds:1}}"#,
      "projects.demo.users[1].hash: the password hash has 4 bytes instead of 16"
    ),
    (
      #"{localId:"a",providers:[{providerId:"password",rawId:"1"}]}"#,
      "projects.demo.users[1].providers[0].providerId: "
    ),
    (
      #"{localId:"a",providers:[{providerId:"google.com"}]}"#,
      "projects.demo.users[1].providers[0].rawId: "
    ),
    (
      #"{localId:"a",providers:[{providerId:"google.com",rawId:"1",email:"x"}]}"#,
      "projects.demo.users[1].providers[0].email: "
    ),
    (
      #"{localId:"a",providers:[{providerId:"google.com",rawId:"1"}]},{localId:"b",providers:[{providerId:"google.com",rawId:"1"}]}"#,
      "projects.demo.users[2].providers[0].rawId: users[1]"
    ),
  ]

  @Test(arguments: badUsers)
  func `one bad user refuses the document with its path`(_ user: String, _ words: String)
    async throws
  {
    try await Self.expectRejection(Self.document(users: user), words)
  }

  static let badDocuments: [(String, String)] = [
    ("", "line 1"), ("[]", "an object"), ("{", "line 1"),
    ("{}", "version: "), ("{version:2}", "version: "),
    (#"{version:1,projects:{"a b":{}}}"#, "projects.a b: "),
    (#"{version:1,projects:{"..":{}}}"#, "projects...: "),
    (
      #"{version:1,projects:{demo:{settings:{recentLogin:"loud"}}}}"#,
      "projects.demo.settings.recentLogin: "
    ),
    (
      #"{version:1,projects:{demo:{settings:{nothing:"on"}}}}"#,
      "projects.demo.settings.nothing: "
    ),
    (#"{version:1,projects:{demo:{config:{quotas:{}}}}}"#, "projects.demo.config.quotas: "),
    (
      #"{version:1,projects:{demo:{providers:{password:{}}}}}"#,
      "projects.demo.providers.password: "
    ),
    (
      #"{version:1,projects:{demo:{providers:{"apple.com":{clientID:"x"}}}}}"#,
      "projects.demo.providers.apple.com.clientID: "
    ),
    (#"{version:1,projects:{demo:{tenants:[{id:"a b"}]}}}"#, "projects.demo.tenants[0].id: "),
    (#"{version:1,projects:{demo:{tenants:[{id:".."}]}}}"#, "projects.demo.tenants[0].id: "),
    (
      #"{version:1,projects:{demo:{people:{"apple.com":[{email:"x"}]}}}}"#,
      "projects.demo.people.apple.com[0].email: "
    ),
    (
      #"{version:1,issuers:{"apple.com":{accounts:[{sub:"1"},{name:"Ada"}]}}}"#,
      "issuers.apple.com.accounts[1]: sub or email"
    ),
    (
      #"{version:1,issuers:{"apple.com":{accounts:[{sub:"1",name:7}]}}}"#,
      "issuers.apple.com.accounts[0].name: "
    ),
    (
      #"{version:1,issuers:{"apple.com":{accounts:[{sub:"1",name:{first:"A"}}]}}}"#,
      "issuers.apple.com.accounts[0].name.first: "
    ),
    (
      #"{version:1,issuers:{"google.com":{options:{issuer:"https://a.example/{tenant}"}}}}"#,
      "issuers.google.com.options.issuer: google.com has no tenants"
    ),
    (
      #"{version:1,issuers:{"oidc.a":{options:{clients:[{clientId:"c",authentication:"private_key_jwt"}]}}}}"#,
      "issuers.oidc.a.options.clients[0].authentication: private_key_jwt is checked against"
    ),
    (
      #"{version:1,issuers:{"github.com":{accounts:[{sub:"abc"}]}}}"#,
      "issuers.github.com.accounts[0].sub: github.com counts its people; write a number"
    ),
    (#"{version:1,issuers:{"example.com":{}}}"#, "issuers.example.com: there is no such issuer"),
    (
      #"{version:1,projects:{a:{apiKeys:["k"]},b:{apiKeys:["k"]}}}"#,
      "projects.b.apiKeys[0]: project a"
    ),
    (#"{version:1,projects:{a:{apiKeys:["a b"]}}}"#, "projects.a.apiKeys[0]: "),
  ]

  @Test(arguments: badDocuments)
  func `a bad document names its path and writes nothing`(
    _ document: String, _ words: String
  ) async throws {
    try await Self.expectRejection(document, words)
  }

  static func expectRejection(_ document: String, _ words: String) async throws {
    let emulator = try TestEmulator()
    let answer = await emulator.control(.post, "seed", document)
    #expect(answer.status == 400)
    #expect(answer.errorMessage?.contains(words) == true, "\(answer.errorMessage ?? "")")
    #expect(try emulator.store.read { try $0.projectIDs() } == [])
    #expect(try emulator.people("apple.com").isEmpty)
  }

  static let conflicts: [(String, String)] = [
    (
      #"projects:{demo:{users:[{localId:"n"},{localId:"x",email:"a@x.test"}]}}"#,
      "projects.demo.users[1].email: user a "
    ),
    (
      #"projects:{demo:{users:[{localId:"n"},{localId:"x",phoneNumber:"+15555550100"}]}}"#,
      "projects.demo.users[1].phoneNumber: user a "
    ),
    (
      #"projects:{demo:{users:[{localId:"n"},{localId:"x",providers:[{providerId:"google.com",rawId:"1"}]}]}}"#,
      "projects.demo.users[1].providers[0].rawId: user a "
    ),
    (
      #"projects:{demo:{users:[{localId:"n"}]},other:{apiKeys:["k"]}}"#,
      "projects.other.apiKeys[0]: project demo "
    ),
  ]

  @Test(arguments: [
    ("projects:{demo:{users:[#]}}", 250_000),
    ("projects:{demo:{people:{\"google.com\":[#]}}}", 250_000),
    ("projects:{demo:{tenants:[#]},other:{}}", 249_999),
    ("issuers:{\"google.com\":{accounts:[#]}}", 250_001),
  ])
  func `a seed has at most 250,000 entries`(_ members: String, _ most: Int) async throws {
    let list = Array(repeating: "{}", count: most).joined(separator: ",")
    let document = "{version:1,\(members.replacing("#", with: list))}"
    try await Self.expectRejection(document, "a seed has at most 250000 users, people")
  }

  @Test(arguments: conflicts)
  func `what another user or project has is refused, and nothing is half-written`(
    _ document: String, _ words: String
  ) async throws {
    let first = await emulator.control(
      .post, "seed",
      #"{version:1,projects:{demo:{apiKeys:["k"],users:[{localId:"a",email:"a@x.test",phoneNumber:"+15555550100",providers:[{providerId:"google.com",rawId:"1"}]}]}}}"#
    )
    #expect(first.json["created"] == 1)
    let answer = await emulator.control(.post, "seed", "{version:1,\(document)}")
    #expect(answer.status == 400)
    #expect(answer.errorMessage?.contains(words) == true, "\(answer.errorMessage ?? "")")
    #expect(try emulator.user("n", in: "demo") == nil)
    #expect(try emulator.store.read { try $0.projectIDs() } == ["demo"])
  }

  @Test func `users may share an address where the project allows it`() async {
    let document =
      #"{version:1,projects:{demo:{config:{signIn:{allowDuplicateEmails:true}},users:[{localId:"a",email:"a@x.test"},{localId:"b",email:"a@x.test"}]}}}"#
    #expect(await emulator.control(.post, "seed", document).json["created"] == 2)
    #expect(await emulator.control(.post, "seed", document).json["updated"] == 0)
    // Later the project forbids it; a change of something else is no conflict.
    let change =
      #"{version:1,projects:{demo:{config:{signIn:{allowDuplicateEmails:false}},users:[{localId:"b",displayName:"B"}]}}}"#
    let changed = await emulator.control(.post, "seed", change)
    #expect(changed.json["updated"] == 1, "\(changed.text)")
  }

  @Test func `a changed seed changes what it names and nothing else`() async throws {
    func seed(_ user: String) async -> JSON {
      await emulator.control(
        .post, "seed", "{version:1,projects:{demo:{users:[\(user)]}}}"
      ).json
    }
    _ = await seed(
      #"{email:"a@x.test",displayName:"Ada",password:"first-one",lastLoginAt:2000,validSince:5}"#)
    let answer = await seed(
      #"{email:"A@x.test",password:"second-one",lastLoginAt:1000,validSince:"1970-01-01T00:00:09Z"}"#
    )
    #expect(
      answer == ["created": 0, "updated": 1, "issuers": 0, "providers": 0, "settings": 0])
    let project = try emulator.store.project(making: "demo")
    let user = try emulator.store.read { reader in
      try reader.user(
        email: "a@x.test", in: AccountScope(project: project, tenant: nil))
    }
    #expect(user?.displayName == "Ada")
    #expect(user?.password?.clearText == "second-one")
    #expect(user?.lastLoginAt == Timestamp(milliseconds: 2000))
    #expect(user?.validSince == 9)
  }

  @Test func `a clear password that fits the imported hash leaves it`() async throws {
    let hashed =
      #"{version:1,projects:{demo:{users:[{localId:"a",passwordHash:"HASH",salt:"c2FsdA==",hash:{algorithm:"MD5",rounds:0,passwordHashOrder:"SALT_AND_PASSWORD"}}]}}}"#
      .replacing("HASH", with: Self.md5)
    func clear(_ text: String) -> String {
      #"{version:1,projects:{demo:{users:[{localId:"a",password:"\#(text)"}]}}}"#
    }
    let first = await emulator.control(.post, "seed", hashed)
    #expect(first.json["created"] == 1, "\(first.text)")
    #expect(await emulator.control(.post, "seed", hashed).json["updated"] == 0)
    #expect(await emulator.control(.post, "seed", clear("password")).json["updated"] == 0)
    #expect(try emulator.user("a", in: "demo")?.password?.hash == Self.md5)
    #expect(await emulator.control(.post, "seed", clear("another")).json["updated"] == 1)
    #expect(try emulator.user("a", in: "demo")?.password?.clearText == "another")
  }

  /// MD5 of `saltpassword`, from `printf saltpassword | openssl md5 -binary | base64`.
  static let md5 = "Z6Hgm7H4P1AH3BGcFNZjqg=="

  @Test func `Apple's relay address is made once`() async throws {
    let document =
      #"{version:1,issuers:{"apple.com":{accounts:[{sub:"1",email:"a@x.test",hideEmail:true}]}}}"#
    #expect(await emulator.control(.post, "seed", document).json["issuers"] == 1)
    let relay = try #require(try emulator.people("apple.com").first?.relayEmail)
    #expect(relay.hasSuffix("@privaterelay.appleid.com"))
    #expect(await emulator.control(.post, "seed", document).json["issuers"] == 0)
    #expect(try emulator.people("apple.com").first?.relayEmail == relay)
  }

  @Test func `a project's people are its own, also beside shared ones of the same subject`()
    async throws
  {
    let document = """
      {version:1, projects:{demo:{people:{"google.com":[{sub:"1",name:"Own"}]}}},
       issuers:{"google.com":{accounts:[{sub:"1",name:"Shared"}]}}}
      """
    #expect(await emulator.control(.post, "seed", document).json["issuers"] == 2)
    #expect(await emulator.control(.post, "seed", document).json["issuers"] == 0)
    #expect(try emulator.people("google.com", in: "demo").first?.name.full == "Own")
    #expect(try emulator.people("google.com").first?.name.full == "Shared")
  }
}
