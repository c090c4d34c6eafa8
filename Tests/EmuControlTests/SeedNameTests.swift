import EmuTestSupport
import Testing

/// An unknown name is answered with the nearest known one, and with the format of a seed.
@Suite final class `control: names in seeds`: EmulatorSuite {
  /// A user, and the message after `projects.demo.users[1].`.
  static let users: [String: String] = [
    #"{uid:"a"}"#: "uid: there is no such field; did you mean localId? The fields are lo",
    #"{localId:"a",photoURL:"x"}"#: "photoURL: there is no such field; did you mean photo",
    #"{localId:"a",providers:[{providerID:"google.com",rawId:"1"}]}"#:
      "providers[0].providerId: the field is required, and is a string; providerID was probably written for it",
    #"{localId:"a",providers:[{providerId:"google.com",uid:"1"}]}"#:
      "providers[0].rawId: the field is required, and is a string; uid was probably written for it",
    #"{localId:"a",mfa:[{phoneInfo:"+15555550100"}]}"#:
      "mfa[0].phoneInfo: there is no such field; did you mean phone? The",
    #"{localId:"a",providers:[{providerId:"",rawId:"1"}]}"#:
      #"providers[0].providerId: "" is not an identity provider; write an id such as oidc.corp"#,
  ]

  /// Members of a project with an element twice.
  static let twice: [String: String] = [
    #"tenants:[{id:"t"},{id:"u"},{id:"t"}]"#: "tenants[2].id: tenants[0] has the same",
    #"people:{"google.com":[{sub:"1"},{sub:"1"}]}"#: "google.com[1].sub: [0] has the same",
    #"people:{"google.com":[{email:"a@x.test"},{email:"A@x.test"}]}"#:
      "google.com[1].email: [0] has the same",
  ]

  static let documents: [String: String] = [
    "{projects:{}}": "version: the field is missing; a seed is {version: 1, ",
    "{version:null}": "version: the field is missing",
    "{Version:1}": "Version: there is no such field here; did you mean version? A seed is {ver",
    #"{version:1,users:[]}"#:
      #"users: there is no such field here; it belongs to a project: {version: 1, projects: {"my-"#,
    #"{users:[{localId:"a"}]}"#: "users: there is no such field here; it belongs to a project",
    #"{version:1,accounts:[]}"#:
      "accounts: there is no such field here; it belongs to an issuer",
    #"{version:1,project:{}}"#: "project: there is no such field here; did you mean projects?",
    #"{version:1,xyz:{}}"#: "xyz: there is no such field here; a seed is {version: 1, ",
    Seed.of("demo", "user:[]"):
      "projects.demo.user: there is no such field; did you mean users? The fields are apiKeys, ",
    Seed.of("demo", #"providers:{"mircosoft.com":{}}"#):
      "projects.demo.providers.mircosoft.com: \"mircosoft.com\" is not an identity provider; did you mean ",
    Seed.of("demo", #"providers:{"goggle.com":{}}"#):
      "did you mean google.com? The ids are apple.com, facebook.com, gc.apple.com, ",
    Seed.of("demo", #"settings:{recentLogins:"on"}"#):
      "there is no such switch; did you mean recentLogin?",
    #"{version:1,issuers:{"gogle.com":{}}}"#:
      "issuers.gogle.com: there is no such issuer; did you mean google.com?",
    #"{version:1,issuers:{"saml.":{}}}"#:
      "issuers.saml.: there is no such issuer; use one of apple.com, ",
    #"{version:1,issuers:{"oidc.":{}}}"#: "oidc.<name>, saml.<name>",
    #"{version:1,issuers:{"google.com":{accounts:[{sub:"1",uid:"x"}]}}}"#:
      "accounts[0].uid: there is no such field; did you mean sub? The fields are sub, ",
  ]

  @Test(arguments: ["apple.com", "oidc.x", "saml.x"])
  func `every issuer of the control API can have people in a seed`(_ issuer: String) async throws {
    let people = #"[{sub:"1"}]"#
    let answer = await emulator.seed(
      #"{version:1,projects:{demo:{people:{"\#(issuer)":\#(people)}}},"#
        + #"issuers:{"\#(issuer)":{accounts:\#(people)}}}"#)
    #expect(answer["issuers"] == 2, "\(answer.errorMessage ?? "")")
    let found = await emulator.control(.get, "issuers/\(issuer)/accounts?project=demo")
    #expect(found["accounts"]?.array?.count == 2, "\(found.text)")
  }

  @Test(arguments: ["gc.apple.com", "playgames.google.com", "twitter.com", "oidc.x", "saml.x"])
  func `every provider of projects is one of users`(_ provider: String) async throws {
    let answer = try await TestEmulator().seed(
      `control: seeds`.besideGood(
        #"{localId:"a",providers:[{providerId:"\#(provider)",rawId:"1"}]}"#))
    #expect(answer["created"] == 2, "\(answer.errorMessage ?? "")")
  }
}

@Suite final class `control: counts of seeds`: EmulatorSuite {
  static let unchanged: JSON = [
    "created": 0, "updated": 0, "issuers": 0, "providers": 0, "settings": 0,
  ]

  /// A new value in a seed, and the counter that increases.
  static let counted: [(project: String, counter: String)] = [
    (#"apiKeys:["k2"]"#, "settings"), (#"settings:{recentLogin:"on"}"#, "settings"),
    (#"config:{signIn:{allowDuplicateEmails:true}}"#, "settings"),
    (#"tenants:[{id:"t2"}]"#, "settings"), (#"tenants:[{id:"t1",displayName:"One"}]"#, "settings"),
    (#"providers:{"google.com":{clientId:"other"}}"#, "providers"),
    (#"providers:{"oidc.corp":{}}"#, "providers"), (#"users:[{localId:"b"}]"#, "created"),
    (#"users:[{localId:"a",displayName:"Ann"}]"#, "updated"),
    (#"people:{"google.com":[{sub:"1"}]}"#, "issuers"),
  ]

  @Test(arguments: counted)
  func `a seed counts each kind of change once`(_ project: String, _ counter: String) async throws {
    let before =
      #"apiKeys:["k1"],tenants:[{id:"t1"}],providers:{"google.com":{clientId:"c"}},users:[{localId:"a"}]"#
    _ = await emulator.seed(Seed.of("demo", before))
    let seed = Seed.of("demo", project)
    var expected = Self.unchanged.object ?? [:]
    expected[counter] = 1
    #expect(await emulator.seed(seed).json == .object(expected))
    #expect(await emulator.seed(seed).json == Self.unchanged)
  }
}
