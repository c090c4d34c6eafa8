import EmuJSON
import EmuModel
import Testing

@Suite struct `A phone number` {
  @Test(arguments: [
    ("+15555550100", "US"), ("+1 416 555 0100", "CA"), ("+18765550100", "JM"),
    ("+18495550100", "DO"), ("+447400123456", "GB"), ("+441481123456", "GG"),
    ("+79161234567", "RU"), ("+77011234567", "KZ"), ("+390612345678", "IT"), ("+39066981234", "VA"),
    ("+4915112345678", "DE"), ("+35818123456", "AX"), ("+358401234567", "FI"),
    ("+85212345678", "HK"), ("+262269123456", "YT"), ("+211912345678", "SS"), ("+800123", nil),
    ("+", nil), ("+9", nil),
  ]) func `a phone number belongs to the region of its calling code`(
    _ number: String, _ region: String?
  ) { #expect(PhoneRegion.code(of: number) == region) }

  @Test(
    arguments: [
      ([:], true), (["allowByDefault": ["disallowedRegions": ["US"]]], true),
      (["allowlistOnly": ["allowedRegions": ["US"]]], false), (["allowlistOnly": [:]], false),
    ] as [(JSON, Bool)])
  func `a phone number without a region is in no list, and excluded by none`(
    _ regions: JSON, _ isContained: Bool
  ) throws {
    let regions = try JSONDecoding.decode(Config.SmsRegions.self, from: regions)
    #expect(regions.contains("+800123") == isContained)
  }
}
