import EmuIssuers
import EmuStore
import EmuTestSupport
import EmuTestTools
import Testing

@Suite final class `control: seeds`: EmulatorSuite {
  @Test func `demo.json has one of every kind, and a second load changes nothing`() async throws {
    let demo = try Repository.text("seed-data/demo.json")
    let first = await emulator.seed(demo)
    #expect(
      first.json == ["created": 14, "updated": 0, "issuers": 11, "providers": 4, "settings": 1])
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
    #expect(await emulator.seed(demo).json == `control: counts of seeds`.unchanged)
    #expect(try Self.users(of: emulator) == users)
  }

  @Test(arguments: ["application/yaml", "text/yaml; charset=utf-8"])
  func `a seed and users in YAML are stored, and an error has its line`(type: String) async {
    func send(_ path: String, _ text: String) async -> Reply {
      await emulator.control(.post, path, text, headers: ["Content-Type": type])
    }
    let seed = "version: 1\nprojects:\n  demo:\n    users:\n      - localId: ann\n"
    #expect(await send("seed", seed)["created"] == 1)
    let users = "users:\n  - localId: bob\n    email: bob@example.com\n"
    let report = await send("projects/demo/import", users).json
    #expect(report["format"] == "firebase" && report["stored"] == 1)
    await send("seed", "version: [1\nprojects: x").expect(400, text: "not YAML: line 2")
  }

  @Test func `each provider link of demo.json is a person of that issuer`() async throws {
    _ = await emulator.seed(try Repository.text("seed-data/demo.json"))
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

  static func besideGood(_ users: String) -> String {
    Seed.users(#"{localId:"good",email:"good@x.test"}"#, users)
  }

  /// Users who cannot be stored as the second of a document, and the beginning of the message after
  /// `projects.demo.users`.
  static let badUsers: [String: String] = [
    #"{email:"nobody"}"#: "[1].email: ",
    #"{email:"a@x.test",nickname:"x"}"#: "[1].nickname: ",
    #"{email:7}"#: "[1].email: ",
    #"{displayName:"Nobody"}"#: "[1].localId: ",
    #"{localId:""}"#: "[1].localId: ",
    #"{localId:"good"}"#: "[1].localId: users[0]",
    #"{localId:"other",email:"GOOD@x.test"}"#: "[1].email: users[0]",
    #"{phoneNumber:"555"}"#: "[1].phoneNumber: ",
    #"{localId:"a",customClaims:{sub:"x"}}"#: "[1].customClaims.sub: ",
    #"{localId:"a",customClaims:"x"}"#: "[1].customClaims: ",
    #"{localId:"a",createdAt:"soon"}"#: "[1].createdAt: ",
    #"{localId:"a",validSince:-62135596801}"#: "[1].validSince: ",
    #"{localId:"a",validSince:1700000000000}"#:
      "[1].validSince: a time is expected here: seconds since 1970",
    #"{localId:"a",createdAt:-62135596800001}"#:
      "[1].createdAt: a time is expected here: milliseconds since",
    #"{localId:"a",providerOrder:["password","password"]}"#:
      "[1].providerOrder[1]: write password, phone and ids of providers, each once",
    #"{localId:"a",providerOrder:["a,b"]}"#:
      "[1].providerOrder[0]: write password",
    #"{localId:"a",providers:[{providerId:"google.com",rawId:""}]}"#:
      "[1].providers[0].rawId: the text is empty; write one.$",
    #"{localId:"a",mfa:[{phone:"555"}]}"#: "[1].mfa[0].phone: ",
    #"{localId:"a",mfa:[{totpSecret:"0"}]}"#: "[1].mfa[0].totpSecret: ",
    #"{localId:"a",mfa:[{}]}"#: "[1].mfa[0]: a second factor is either",
    #"{localId:"a",mfa:[{phone:"+15555550100",totpSecret:"MY"}]}"#:
      "[1].mfa[0]: a second factor is either",
    #"{localId:"a",mfa:[{phone:"+15555550100"},{phone:"+15555550100"}]}"#: "[1].mfa[1]: ",
    #"{localId:"a",mfa:[{mfaEnrollmentId:"x",totpSecret:"MY"},{mfaEnrollmentId:"x",totpSecret:"ME"}]}"#:
      "[1].mfa[1].mfaEnrollmentId: ",
    #"{localId:"a",mfa:[{sms:"x"}]}"#: "[1].mfa[0].sms: ",
    #"{localId:"a",tenantId:"t9"}"#: "[1].tenantId: there is no tenant t9",
    #"{localId:"a",password:"p",passwordHash:"h"}"#: "[1].passwordHash: ",
    #"{localId:"a",salt:"h"}"#: "[1].passwordHash: ",
    #"{localId:"a",passwordHash:"aGFzaA"}"#: "[1].hash: ",
    #"{localId:"a",passwordHash:"aGFzaA",hash:{algorithm:"ROT13"}}"#:
      "[1].hash: no password hash algorithm is called ROT13",
    #"{localId:"a",passwordHash:"?",hash:{algorithm:"MD5",rounds:1}}"#:
      "[1].hash: passwordHash and salt must be base64",
    #"{localId:"a",passwordHash:"aGFzaA",hash:{algorithm:"MD5",rounds:1}}"#:
      "[1].hash: the password hash has 4 bytes instead of 16",
    #"{localId:"a",providers:[{providerId:"password",rawId:"1"}]}"#:
      "[1].providers[0].providerId: ",
    #"{localId:"a",providers:[{providerId:"google.com"}]}"#: "[1].providers[0].rawId: ",
    #"{localId:"a",providers:[{providerId:"google.com",rawId:"1",email:"x"}]}"#:
      "[1].providers[0].email: ",
    #"{localId:"a",providers:[{providerId:"google.com",rawId:"1"}]},{localId:"b",providers:[{providerId:"google.com",rawId:"1"}]}"#:
      "[2].providers[0].rawId: users[1]",
  ]

  static let badDocuments: [String: String] = [
    "": "line 1", "[]": "an object", "{": "line 1",
    "{}": "version: ", "{version:2}": "version: ",
    #"{version:1,projects:{"a b":{}}}"#: "projects.a b: ",
    #"{version:1,projects:{"demo":null}}"#: "projects.demo:  | is an object.$",
    #"{version:1,projects:{"..":{}}}"#: "projects...: ",
    #"{version:1,projects:{a:{apiKeys:["k"]},b:{apiKeys:["k"]}}}"#:
      "projects.b.apiKeys[0]: project a",
  ]

  /// Members of the project `demo`, and the beginning of the message after `projects.demo.`.
  static let badProjects: [String: String] = [
    #"settings:{recentLogin:"loud"}"#: "settings.recentLogin: ",
    #"settings:{nothing:"on"}"#: "settings.nothing: ", "config:{quotas:{}}": "config.quotas: ",
    "providers:{password:{}}": "providers.password: ",
    #"providers:{"apple.com":{clientID:"x"}}"#: "providers.apple.com.clientID: ",
    #"tenants:[{id:"a b"}]"#: "tenants[0].id: ", #"tenants:[{id:".."}]"#: "tenants[0].id: ",
    #"people:{"apple.com":[{email:"x"}]}"#: "people.apple.com[0].email: ",
    #"apiKeys:["a b"]"#: "apiKeys[0]: ",
  ]

  /// Issuers, and the beginning of the message after `issuers.`.
  static let badIssuers: [String: String] = [
    #""apple.com":{accounts:[{sub:"1"},{name:"Ada"}]}"#: "apple.com.accounts[1]: sub or email",
    #""apple.com":{accounts:[{sub:"1",name:7}]}"#: "apple.com.accounts[0].name: ",
    #""apple.com":{accounts:[{sub:"1",name:{first:"A"}}]}"#:
      "apple.com.accounts[0].name.first: ",
    #""google.com":{options:{issuer:"https://a.example/{tenant}"}}"#:
      "google.com.options.issuer: google.com has no tenants",
    #""oidc.a":{options:{clients:[{clientId:"c",authentication:"private_key_jwt"}]}}"#:
      "oidc.a.options.clients[0].authentication: private_key_jwt is checked against",
    #""github.com":{accounts:[{sub:"abc"}]}"#:
      "github.com.accounts[0].sub: github.com counts its people; write a number",
    #""example.com":{}"#: "example.com: there is no such issuer",
  ]

  /// A member of the user `x`, who is stored after the user `n`, and the end of its place.
  static let conflicts: [String: String] = [
    #"email:"a@x.test""#: "email", #"phoneNumber:"+15555550100""#: "phoneNumber",
    #"providers:[{providerId:"google.com",rawId:"1"}]"#: "providers[0].rawId",
  ]

  @Test(arguments: [
    ("projects:{demo:{users:[#]}}", 250_000),
    ("projects:{demo:{people:{\"google.com\":[#]}}}", 250_000),
    ("projects:{demo:{tenants:[#]},other:{}}", 249_999),
    ("issuers:{\"google.com\":{accounts:[#]}}", 250_001),
  ]) func `a seed has at most 250,000 entries`(_ members: String, _ most: Int) async throws {
    let list = Array(repeating: "{}", count: most).joined(separator: ",")
    let document = "{version:1,\(members.replacing("#", with: list))}"
    try await Refusal(
      call: "POST seed", body: document, words: "a seed has at most 250000 users, people"
    ).expect()
  }

  @Test(
    arguments: [
      (#"demo:{users:[{localId:"n"}]},other:{apiKeys:["k"]}"#, "other.apiKeys[0]: project demo ")
    ]
      + conflicts.map {
        (
          #"demo:{users:[{localId:"n"},{localId:"x",\#($0.key)}]}"#,
          "demo.users[1].\($0.value): user a "
        )
      })
  func `a seed of what another has is refused whole`(projects: String, words: String) async throws {
    let all = Self.conflicts.keys.joined(separator: ",")
    let old = await emulator.seed(Seed.of("demo", #"apiKeys:["k"],users:[{localId:"a",\#(all)}]"#))
    #expect(old["created"] == 1)
    await emulator.seed("{version:1,projects:{\(projects)}}").expectRefusal("projects." + words)
    #expect(try emulator.user("n", in: "demo") == nil)
    #expect(try emulator.store.read { try $0.projectIDs() } == ["demo"])
  }

  @Test func `users may share an address where the project allows it`() async {
    func seed(_ allows: Bool, _ users: String) async -> Reply {
      await emulator.seed(
        Seed.of("demo", "config:{signIn:{allowDuplicateEmails:\(allows)}},users:[\(users)]"))
    }
    let both = #"{localId:"a",email:"a@x.test"},{localId:"b",email:"a@x.test"}"#
    #expect(await seed(true, both)["created"] == 2)
    #expect(await seed(true, both)["updated"] == 0)
    // Later the project forbids it; a change of something else is no conflict.
    await seed(false, #"{localId:"b",displayName:"B"}"#).expect(["updated": 1])
  }

  @Test func `a changed seed changes what it names and nothing else`() async throws {
    func seed(_ user: String) async -> JSON { await emulator.seed(Seed.users(user)).json }
    _ = await seed(
      #"{email:"a@x.test",displayName:"Ada",password:"first-one",lastLoginAt:2000,validSince:5}"#)
    let answer = await seed(
      #"{email:"A@x.test",password:"second-one",lastLoginAt:1000,validSince:"1970-01-01T00:00:09Z"}"#
    )
    #expect(answer == ["created": 0, "updated": 1, "issuers": 0, "providers": 0, "settings": 0])
    let project = try emulator.store.project(making: "demo")
    let user = try emulator.store.read { reader in
      try reader.user(email: "a@x.test", in: AccountScope(project: project, tenant: nil))
    }
    #expect(user?.displayName == "Ada")
    #expect(user?.password?.clearText == "second-one")
    #expect(user?.lastLoginAt == Timestamp(milliseconds: 2000))
    #expect(user?.validSince == 9)
  }

  @Test func `a clear password that fits the imported hash leaves it`() async throws {
    let hashed = Seed.users(
      #"""
      {localId:"a",passwordHash:"\#(Self.md5)",salt:"c2FsdA==",
        hash:{algorithm:"MD5",rounds:0,passwordHashOrder:"SALT_AND_PASSWORD"}}
      """#)
    func clear(_ text: String) -> String { Seed.users(#"{localId:"a",password:"\#(text)"}"#) }
    await emulator.seed(hashed).expect(["created": 1])
    #expect(await emulator.seed(hashed)["updated"] == 0)
    #expect(await emulator.seed(clear("password"))["updated"] == 0)
    #expect(try emulator.user("a", in: "demo")?.password?.hash == Self.md5)
    #expect(await emulator.seed(clear("another"))["updated"] == 1)
    #expect(try emulator.user("a", in: "demo")?.password?.clearText == "another")
  }

  /// MD5 of `saltpassword`, from `printf saltpassword | openssl md5 -binary | base64`.
  static let md5 = "Z6Hgm7H4P1AH3BGcFNZjqg=="

  @Test func `Apple's relay address is made once`() async throws {
    let document =
      #"{version:1,issuers:{"apple.com":{accounts:[{sub:"1",email:"a@x.test",hideEmail:true}]}}}"#
    #expect(await emulator.seed(document)["issuers"] == 1)
    let relay = try #require(try emulator.people("apple.com").first?.relayEmail)
    #expect(relay.hasSuffix("@privaterelay.appleid.com"))
    #expect(await emulator.seed(document)["issuers"] == 0)
    #expect(try emulator.people("apple.com").first?.relayEmail == relay)
  }

  @Test func `a project's people are its own, also beside shared ones`() async throws {
    let document = """
      {version:1, projects:{demo:{people:{"google.com":[{sub:"1",name:"Own"}]}}},
       issuers:{"google.com":{accounts:[{sub:"1",name:"Shared"}]}}}
      """
    #expect(await emulator.seed(document)["issuers"] == 2)
    #expect(await emulator.seed(document)["issuers"] == 0)
    #expect(try emulator.people("google.com", in: "demo").first?.name.full == "Own")
    #expect(try emulator.people("google.com").first?.name.full == "Shared")
  }
}

@Suite struct `seed-data/README.md` {
  @Test func `seed-data/README.md names every field of a provider and of what it has`() throws {
    let readme = try Repository.text("seed-data/README.md")
    let section = try #require(
      readme.split(separator: "**A provider**").dropFirst().first?.split(separator: "\n**A user**")
        .first)
    let fields = FieldProbe.fields(of: ProviderConfig.self)
    let empty = try JSONDecoding.decode(ProviderConfig.self, from: [:])
    #expect(fields.count == Mirror(reflecting: empty).children.count)
    #expect(
      FieldProbe.fields(of: AppRegistration.self).count
        == Mirror(reflecting: AppRegistration()).children.count)
    for field in fields {
      #expect(section.contains("`\(field.name)`"), "\(field.name)")
      for part in FieldProbe.fields(of: field.type) {
        #expect(section.contains("`\(part.name)`"), "\(field.name).\(part.name)")
      }
    }
  }
}
