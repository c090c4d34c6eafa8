import EmuModel
import Testing

/// The table of docs/fidelity/switches.md, written out.
@Suite struct `Model: switches` {
  private static let table: [(Switch, compatible: SwitchValue, production: SwitchValue)] = [
    (.verifyCredentials, .warn, .on),
    (.requireConfiguredProviders, .warn, .on),
    (.checkNonce, .ours, .on),
    (.replayProtection, .warn, .on),
    (.trustPolicy, .claim, .provider),
    (.takeoverUnlinks, .passwordAndPhone, .untrusted),
    (.recentLogin, .warn, .on),
    (.idTokenExpiry, .warn, .on),
    (.codeExpiry, .warn, .on),
    (.attemptLimits, .warn, .on),
    (.quotas, .warn, .on),
    (.authorizedDomains, .warn, .on),
    (.autoCreateTenants, .on, .off),
    (.emailEnumerationProtection, .off, .on),
    (.passwordPolicy, .warn, .on),
    (.customTokenSignature, .warn, .on),
    (.mfaState, .warn, .on),
    (.sessionBinding, .warn, .on),
    (.clientPrivileges, .warn, .on),
  ]

  @Test(arguments: table)
  func `switches have their value in each profile`(
    name: Switch, compatible: SwitchValue, production: SwitchValue
  ) {
    #expect(Switches(profile: .compatible)[name] == compatible)
    #expect(Switches(profile: .production)[name] == production)
    #expect(name.allowedValues.contains(compatible))
    #expect(name.allowedValues.contains(production))
  }

  @Test func `switches are all in the table`() {
    #expect(Self.table.map(\.0) == Switch.allCases)
  }

  @Test(arguments: Profile.allCases)
  func `switches win over the profile when they are set, one at a time`(profile: Profile) {
    var settings = Switches(profile: profile)
    settings.set(.recentLogin, to: .off)
    #expect(settings[.recentLogin] == .off)
    #expect(settings[.idTokenExpiry] == Switches(profile: profile)[.idTokenExpiry])
    #expect(settings.profile == profile)
  }

  @Test func `switches go back to the profile's when a profile is set`() {
    var settings = Switches(profile: .compatible, overrides: [.quotas: .off])
    settings.set(profile: .production)
    #expect(settings[.quotas] == .on)
    #expect(settings.overrides.isEmpty)
  }

  @Test func `switches are on only with the value on`() {
    #expect(!Switches(profile: .compatible).isOn(.verifyCredentials))
    #expect(Switches(profile: .production).isOn(.verifyCredentials))
    #expect(!Switches(profile: .production).isOn(.trustPolicy))
  }
}
