import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `control: configuration of seeds` {
  private static func seed(_ config: String) -> String {
    "{version:1,projects:{demo:{config:\(config)}}}"
  }

  @Test func `the configuration of a seed sets phones, second factors and regions only`()
    async throws
  {
    let emulator = try TestEmulator()
    let before =
      try JSONEncoding.tree(of: emulator.store.project(making: "demo").config).object ?? [:]
    let text = Self.seed(
      #"""
      {signIn:{phoneNumber:{enabled:false,testPhoneNumbers:{"+15555550100":"123456"}}},
       mfa:{state:"MANDATORY",enabledProviders:["PHONE_SMS"],
         providerConfigs:[{state:"ENABLED",totpProviderConfig:{adjacentIntervals:2}}]},
       smsRegionConfig:{allowlistOnly:{allowedRegions:["DE"]}}}
      """#)
    for _ in 1...2 {
      let reply = await emulator.control(.post, "seed", text)
      #expect(reply.status == 200, "\(reply.json)")
      let config = try emulator.store.project(making: "demo").config
      var expected = before
      expected["signIn"] = [
        "anonymous": ["enabled": true], "email": ["enabled": true],
        "phoneNumber": ["enabled": false, "testPhoneNumbers": ["+15555550100": "123456"]],
      ]
      expected["mfa"] = [
        "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 2]]],
      ]
      expected["smsRegionConfig"] = ["allowlistOnly": ["allowedRegions": ["DE"]]]
      #expect(try JSONEncoding.tree(of: config) == .object(expected))
    }
  }

  @Test
  func `the configuration of a seed accepts more than ten test numbers`()
    async throws
  {
    let numbers = (10...20).map { #""+155555501\#($0)":"123456""# }.joined(separator: ",")
    let config = "{signIn:{phoneNumber:{testPhoneNumbers:{\(numbers)}}}}"
    func seed(_ settings: String) -> String {
      "{version:1,projects:{demo:{settings:\(settings),config:\(config)}}}"
    }
    let emulator = try TestEmulator()
    for settings in ["{}", #"{profile:"production",quotas:"warn"}"#, #"{profile:"production"}"#] {
      let taken = await emulator.control(.post, "seed", seed(settings))
      #expect(taken.status == 200, "\(taken.text)")
    }
    #expect(try emulator.store.project(making: "demo").testPhoneNumbers.count == 11)
  }

  @Test(arguments: [
    (#"{signIn:{phoneNumber:{testPhoneNumbers:{"5":"123456"}}}}"#, "testPhoneNumbers"),
    (#"{signIn:{phoneNumber:{on:true}}}"#, "config.signIn.phoneNumber.on: "),
    (#"{mfa:{state:"ON"}}"#, "mfa.state"),
    (
      #"{serviceAccounts:[{clientEmail:"a@b",publicKey:"no key"}]}"#,
      "serviceAccounts[0].publicKey: write a public key"
    ),
    (
      #"{passwordPolicyConfig:{passwordPolicyVersions:[{},{}]}}"#,
      "passwordPolicyVersions: passwordPolicyVersions must"
    ),
    (#"{mfa:{state:"ENABLED",enabledProviders:["TOTP"]}}"#, "mfa.enabledProviders"),
    (
      #"{mfa:{state:"ENABLED",providerConfigs:[{state:"x",totpProviderConfig:{}}]}}"#,
      "mfa.providerConfigs[0].state"
    ),
    (
      #"{mfa:{state:"ENABLED",providerConfigs:[{state:"ENABLED",totpProviderConfig:{adjacentIntervals:11}}]}}"#,
      "adjacentIntervals"
    ),
    (#"{smsRegionConfig:{allowByDefault:{},allowlistOnly:{}}}"#, "smsRegionConfig"),
    (
      #"{smsRegionConfig:{allowlistOnly:{allowedRegions:["US","USA"]}}}"#,
      "smsRegionConfig.allowlistOnly.allowedRegions[1]: Invalid region code."
    ),
  ])
  func `the configuration of a seed names what is wrong, and sets nothing`(
    _ config: String, _ words: String
  ) async throws {
    let emulator = try TestEmulator()
    let before = try emulator.store.project(making: "demo").config
    let reply = await emulator.control(.post, "seed", Self.seed(config))
    #expect(reply.status == 400)
    #expect(reply.json.serialized().contains(words), "\(reply.json)")
    #expect(try emulator.store.project(making: "demo").config == before)
  }
}
