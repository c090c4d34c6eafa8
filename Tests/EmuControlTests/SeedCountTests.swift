import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `control: counts of seeds` {
  static let unchanged: JSON = [
    "created": 0, "updated": 0, "issuers": 0, "providers": 0, "settings": 0,
  ]

  /// A new value in a seed, and the counter that increases.
  static let counted: [(project: String, counter: String)] = [
    (#"apiKeys:["k2"]"#, "settings"),
    (#"settings:{recentLogin:"on"}"#, "settings"),
    (#"config:{signIn:{allowDuplicateEmails:true}}"#, "settings"),
    (#"tenants:[{id:"t2"}]"#, "settings"),
    (#"tenants:[{id:"t1",displayName:"One"}]"#, "settings"),
    (#"providers:{"google.com":{clientId:"other"}}"#, "providers"),
    (#"providers:{"oidc.corp":{}}"#, "providers"),
    (#"users:[{localId:"b"}]"#, "created"),
    (#"users:[{localId:"a",displayName:"Ann"}]"#, "updated"),
    (#"people:{"google.com":[{sub:"1"}]}"#, "issuers"),
  ]

  @Test(arguments: counted)
  func `the answer counts each kind of change, and a repetition counts nothing`(
    _ project: String, _ counter: String
  ) async throws {
    let emulator = try TestEmulator()
    _ = await emulator.control(
      .post, "seed",
      #"{version:1,projects:{demo:{apiKeys:["k1"],tenants:[{id:"t1"}],providers:{"google.com":{clientId:"c"}},users:[{localId:"a"}]}}}"#
    )
    let seed = "{version:1,projects:{demo:{\(project)}}}"
    var expected = Self.unchanged.object ?? [:]
    expected[counter] = 1
    #expect(await emulator.control(.post, "seed", seed).json == .object(expected))
    #expect(await emulator.control(.post, "seed", seed).json == Self.unchanged)
  }
}
