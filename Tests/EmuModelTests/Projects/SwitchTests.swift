import EmuModel
import Testing

@Suite struct `Model: switches` {
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
