import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

/// An unknown name is answered with the nearest known one, and with the format of a seed.
@Suite struct `control: names in seeds` {
  static let users: [(user: String, words: String)] = [
    (#"{emial:"a@x.test"}"#, "users[1].emial: there is no such field; did you mean email? The"),
    (
      #"{uid:"a"}"#, "users[1].uid: there is no such field; did you mean localId? The fields are lo"
    ),
    (
      #"{localId:"a",photoURL:"x"}"#,
      "users[1].photoURL: there is no such field; did you mean photo"
    ),
    (
      #"{localId:"a",providers:[{providerID:"google.com",rawId:"1"}]}"#,
      "users[1].providers[0].providerId: a string is expected here; providerID was probably written for it"
    ),
    (
      #"{localId:"a",providers:[{providerId:"google.com",uid:"1"}]}"#,
      "users[1].providers[0].rawId: a string is expected here; uid was probably written for it"
    ),
    (
      #"{localId:"a",mfa:[{phoneInfo:"+15555550100"}]}"#,
      "users[1].mfa[0].phoneInfo: there is no such field; did you mean phone? The"
    ),
    (
      #"{localId:"a",providers:[{providerId:"",rawId:"1"}]}"#,
      #"providers[0].providerId: "" is not an identity provider; write an id such as oidc.corp"#
    ),
  ]

  @Test(arguments: [
    (#"{tenants:[{id:"t"},{id:"u"},{id:"t"}]}"#, "tenants[2].id: tenants[0] has the same"),
    (#"{people:{"google.com":[{sub:"1"},{sub:"1"}]}}"#, "google.com[1].sub: [0] has the same"),
    (
      #"{people:{"google.com":[{email:"a@x.test"},{email:"A@x.test"}]}}"#,
      "google.com[1].email: [0] has the same"
    ),
  ])
  func `a tenant or person that is in a list twice is refused`(
    _ project: String, _ words: String
  ) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.control(.post, "seed", "{version:1,projects:{demo:\(project)}}")
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.contains(words) == true, "\(reply.text)")
  }

  @Test func `a key that is there twice is refused with its location`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.control(
      .post, "seed", "{version:1,projects:{demo:{users:[{localId:'a'}]},\n  demo:{}}}")
    #expect(reply.status == 400)
    #expect(
      reply.errorMessage == "line 2, column 3: the key demo is there already; keep one of them")
  }

  @Test(arguments: users)
  func `a wrong name in a user is answered with the right one`(_ user: String, _ words: String)
    async throws
  {
    try await `control: seeds`.expectRejection(`control: seeds`.document(users: user), words)
  }

  static let documents: [(document: String, words: String)] = [
    ("{projects:{}}", "version: the field is missing; a seed is {version: 1, "),
    ("{version:null}", "version: the field is missing"),
    ("{Version:1}", "Version: there is no such field here; did you mean version? A seed is {ver"),
    (
      #"{version:1,users:[]}"#,
      #"users: there is no such field here; it belongs to a project: {version: 1, projects: {"my-"#
    ),
    (#"{users:[{localId:"a"}]}"#, "users: there is no such field here; it belongs to a project"),
    (#"{version:1,accounts:[]}"#, "accounts: there is no such field here; it belongs to an issuer"),
    (#"{version:1,project:{}}"#, "project: there is no such field here; did you mean projects?"),
    (#"{version:1,xyz:{}}"#, "xyz: there is no such field here; a seed is {version: 1, "),
    (
      #"{version:1,projects:{demo:{user:[]}}}"#,
      "projects.demo.user: there is no such field; did you mean users? The fields are apiKeys, "
    ),
    (
      #"{version:1,projects:{demo:{providers:{"mircosoft.com":{}}}}}"#,
      "projects.demo.providers.mircosoft.com: \"mircosoft.com\" is not an identity provider; did you mean "
    ),
    (
      #"{version:1,projects:{demo:{providers:{"goggle.com":{}}}}}"#,
      "did you mean google.com? The ids are apple.com, facebook.com, gc.apple.com, "
    ),
    (
      #"{version:1,projects:{demo:{settings:{recentLogins:"on"}}}}"#,
      "there is no such switch; did you mean recentLogin?"
    ),
    (
      #"{version:1,issuers:{"gogle.com":{}}}"#,
      "issuers.gogle.com: there is no such issuer; did you mean google.com?"
    ),
    (
      #"{version:1,issuers:{"saml.":{}}}"#,
      "issuers.saml.: there is no such issuer; use one of apple.com, "
    ),
    (#"{version:1,issuers:{"oidc.":{}}}"#, "oidc.<name>, saml.<name>"),
    (
      #"{version:1,issuers:{"google.com":{accounts:[{sub:"1",uid:"x"}]}}}"#,
      "accounts[0].uid: there is no such field; did you mean sub? The fields are sub, "
    ),
  ]

  @Test(arguments: documents)
  func `a wrong name in other objects is answered with the right one, or with a seed`(
    _ document: String, _ words: String
  ) async throws {
    try await `control: seeds`.expectRejection(document, words)
  }

  @Test(arguments: ["apple.com", "oidc.x", "saml.x"])
  func `every issuer of the control API can have people in a seed`(_ issuer: String)
    async throws
  {
    let emulator = try TestEmulator()
    let people = #"[{sub:"1"}]"#
    let answer = await emulator.control(
      .post, "seed",
      #"{version:1,projects:{demo:{people:{"\#(issuer)":\#(people)}}},"#
        + #"issuers:{"\#(issuer)":{accounts:\#(people)}}}"#)
    #expect(answer.json["issuers"] == 2, "\(answer.errorMessage ?? "")")
    let found = await emulator.control(.get, "issuers/\(issuer)/accounts?project=demo")
    #expect(found["accounts"]?.array?.count == 2, "\(found.text)")
  }

  @Test(arguments: ["gc.apple.com", "playgames.google.com", "twitter.com", "oidc.x", "saml.x"])
  func `every provider that a project can have is one that a user can have`(
    _ provider: String
  ) async throws {
    let answer = try await TestEmulator().control(
      .post, "seed",
      `control: seeds`.document(
        users: #"{localId:"a",providers:[{providerId:"\#(provider)",rawId:"1"}]}"#))
    #expect(answer.json["created"] == 2, "\(answer.errorMessage ?? "")")
  }
}
