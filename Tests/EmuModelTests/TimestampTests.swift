import EmuModel
import Foundation
import Testing

@Suite struct `Model: timestamps` {
  @Test(arguments: [Int64.min, .max, -62_135_596_800_001, 253_402_300_800_000])
  func `timestamps beyond the range have seconds, and are not decoded`(milliseconds: Int64) {
    let seconds = Timestamp(milliseconds: milliseconds).seconds
    #expect(seconds.distance(to: milliseconds / 1000).magnitude <= 1)
    let text = Data(#"{"milliseconds":\#(milliseconds)}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Timestamp.self, from: text) }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (1_800_000_000_123, "2027-01-15T08:00:00.123Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
  ]) func `timestamps are written as RFC 3339, and read back`(milliseconds: Int64, text: String) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(moment.rfc3339 == text)
    #expect(text.hasSuffix("T" + moment.rfc3339Time))
    #expect(Timestamp(rfc3339: text) == moment)
  }

  @Test(arguments: [
    ("2027-01-15T10:00:00+02:00", 1_800_000_000_000), ("2027-01-15t08:00:00.5z", 1_800_000_000_500),
    ("2027-01-15T08:00:00.1239Z", 1_800_000_000_123),
  ]) func `timestamps are read with offsets and fractions`(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "now", "2027-01-15", "2027-13-01T00:00:00Z", "2027-01-15T25:00:00Z", "2027-01-15T08:00:00",
    "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00Zulu", "2026-02-29T00:00:00Z",
    "2026-02-31T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2100-02-29T00:00:00Z",
  ]) func `timestamps are not read from other text`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }
}
