import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `control: second factors of seeds` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  static let seed = #"""
    {version:1,projects:{demo:{users:[{localId:"ada",email:"ada@x.test",emailVerified:true,mfa:[
      {phone:"+15555550100",displayName:"my phone"},
      {totpSecret:"JBSWY3DPEHPK3PXP",mfaEnrollmentId:"app"},
    ]}]}}}
    """#

  @Test func `second factors of seeds are enrolled once, however often the seed is loaded`()
    async throws
  {
    #expect(await emulator.control(.post, "seed", Self.seed).json["created"] == 1)
    let factors = try emulator.user("ada", in: "demo")?.secondFactors ?? []
    #expect(
      factors.map(\.kind) == [.phone("+15555550100"), .totp(secret: "JBSWY3DPEHPK3PXP")])
    #expect(factors.map(\.displayName) == ["my phone", nil])
    #expect(factors.first?.id.isEmpty == false && factors.last?.id == "app")
    #expect(
      await emulator.control(.post, "seed", Self.seed).json
        == `control: counts of seeds`.unchanged)
    #expect(try emulator.user("ada", in: "demo")?.secondFactors == factors)
  }

  @Test func `second factors of seeds are changed by their id, and others stay`() async throws {
    _ = await emulator.control(.post, "seed", Self.seed)
    let changed = await emulator.control(
      .post, "seed",
      #"{version:1,projects:{demo:{users:[{localId:"ada",mfa:[{totpSecret:"MZXW6",mfaEnrollmentId:"app",displayName:"new"}]}]}}}"#
    )
    #expect(changed.json["updated"] == 1)
    let factors = try emulator.user("ada", in: "demo")?.secondFactors ?? []
    #expect(factors.map(\.kind) == [.phone("+15555550100"), .totp(secret: "MZXW6")])
    #expect(factors.last?.displayName == "new")
  }

  private static func seed(_ factors: String...) -> String {
    #"{version:1,projects:{demo:{users:[{localId:"ada",mfa:["#
      + factors.joined(separator: ",") + "]}]}}}"
  }

  /// The factors as `id number`, of a user who was seeded with `a +15555550101` (named first) and
  /// `b +15555550102`.
  static let changes: [(name: String, factors: [String], expected: [String])] = [
    (
      "a number of another factor",
      [#"{phone:"+15555550102",mfaEnrollmentId:"a"}"#], ["a +15555550102 first"]
    ),
    (
      "numbers exchanged",
      [
        #"{phone:"+15555550102",mfaEnrollmentId:"a"}"#,
        #"{phone:"+15555550101",mfaEnrollmentId:"b"}"#,
      ], ["a +15555550102 first", "b +15555550101 second"]
    ),
    (
      "a number that moves on, and its old one",
      [
        #"{phone:"+15555550102",mfaEnrollmentId:"c"}"#,
        #"{phone:"+15555550103",mfaEnrollmentId:"b"}"#,
      ], ["a +15555550101 first", "b +15555550103 second", "c +15555550102"]
    ),
    (
      "a new id for a number", [#"{phone:"+15555550102",mfaEnrollmentId:"c"}"#],
      ["a +15555550101 first", "c +15555550102 second"]
    ),
    (
      "an app in place of a number", [#"{totpSecret:"MZXW6",mfaEnrollmentId:"b"}"#],
      ["a +15555550101 first", "b MZXW6 second"]
    ),
  ]

  @Test(arguments: changes)
  func `second factors of seeds are matched by their id before their number`(
    name: String, factors: [String], expected: [String]
  ) async throws {
    _ = await emulator.control(
      .post, "seed",
      Self.seed(
        #"{phone:"+15555550101",mfaEnrollmentId:"a",displayName:"first"}"#,
        #"{phone:"+15555550102",mfaEnrollmentId:"b",displayName:"second"}"#))
    let seed = Self.seed(factors.joined(separator: ","))
    let changed = await emulator.control(.post, "seed", seed)
    #expect(changed.json["updated"] == 1, "\(changed.text)")
    let stored = try emulator.user("ada", in: "demo")?.secondFactors ?? []
    let texts = stored.map { factor in
      let value =
        switch factor.kind {
        case .phone(let number): number
        case .totp(let secret): secret
        }
      return [factor.id, value, factor.displayName].compactMap(\.self).joined(separator: " ")
    }
    #expect(texts == expected)
    #expect(await emulator.control(.post, "seed", seed).json["updated"] == 0)
    #expect(try emulator.user("ada", in: "demo")?.secondFactors == stored)
  }

  @Test func `second factors of seeds are added to those that are there already`() async throws {
    let numbers = (0..<6).map { #"{phone:"+1555555010\#($0)"}"# }
    _ = await emulator.control(.post, "seed", Self.seed(numbers[0], numbers[1], numbers[2]))
    let more = await emulator.control(
      .post, "seed", Self.seed(numbers[3], numbers[4], numbers[5]))
    #expect(more.json["updated"] == 1, "\(more.text)")
    #expect(try emulator.user("ada", in: "demo")?.secondFactors.count == 6)
  }
}
