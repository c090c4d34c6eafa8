import EmuJSON
import Testing

@Suite struct `nearest names` {
  @Test(arguments: [
    ("", "abc", 3), ("port", "port", 0), ("prot", "port", 2), ("sed", "seed", 1), ("a", "", 1),
  ]) func `nearest names are found by the number of edits`(
    _ left: String, _ right: String, _ distance: Int
  ) { #expect(NearestNames.editDistance(left, right) == distance) }

  static let rows: [(typed: String, known: [String], near: [String])] = [
    ("emial", ["email", "mfa", "salt"], ["email"]),
    ("PROVIDERID", ["rawId", "providerId"], ["providerId"]),
    ("prov", ["providers", "password"], ["providers"]),
    ("mircosoft.com", ["apple.com", "microsoft.com"], ["microsoft.com"]), ("ab", ["cd", "ef"], []),
    ("quota", ["localId", "email"], []),
    ("user", ["users", "uses", "used", "use"], ["use", "used", "users"]),
  ]

  @Test(arguments: rows) func `nearest names are at most three and close, and case does not matter`(
    _ typed: String, _ known: [String], _ near: [String]
  ) { #expect(NearestNames.of(typed, among: known) == near) }

  @Test func `a name of a megabyte is compared with no other`() {
    let name = String(repeating: "a", count: 1 << 20)
    #expect(NearestNames.of(name, among: Array(repeating: "name", count: 100)).isEmpty)
  }
}
