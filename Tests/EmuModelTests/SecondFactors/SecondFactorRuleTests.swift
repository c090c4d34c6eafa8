import EmuModel
import Testing

@Suite struct `The rules of second factors` {
  @Test(arguments: [
    ("+15555550100", "+*******0100"), ("+1 555-555-0100", "+* ***-***-0100"), ("+123", "+123"),
  ]) func `the rules of second factors mask a number except its last digits`(
    _ number: String, _ shown: String
  ) { #expect(SecondFactorRule.obfuscated(phoneNumber: number) == shown) }

  typealias Row = (String, Int, Int64?, TOTPRule.Verdict)

  /// A code, the window, the newest used step, and the verdict; `MfaSignInTests` has the windows.
  static let rows: [Row] = [
    ("105", 5, nil, .right(step: 105)), ("106", 5, nil, .wrong), ("98", 1, nil, .wrong),
    ("x", 10, nil, .wrong), ("100", -1, nil, .right(step: 100)),
    ("100", 1, 100, .replayed(newest: 100)), ("99", 1, 100, .replayed(newest: 100)),
    ("101", 1, 100, .right(step: 101)), ("100", 1, 101, .replayed(newest: 101)),
    // No code of this clock can have been that new: the clock was set back.
    ("100", 1, 102, .right(step: 100)), ("100", 0, 2980, .right(step: 100)),
  ]

  /// The code of a step is its number; now is step 100.
  @Test(arguments: rows)
  func `the rules of second factors accept an unused code of the window`(
    _ code: String, _ window: Int, _ lastStep: Int64?, _ verdict: TOTPRule.Verdict
  ) {
    #expect(
      TOTPRule.verdict(
        on: code, at: Timestamp(seconds: 3010), window: window, lastStep: lastStep
      ) { "\($0)" } == verdict)
  }

  @Test(arguments: [(0, 0), (29, 0), (30, 1), (59, 1), (-1, -1), (-30, -1), (-31, -2)])
  func `the rules of second factors count time in steps of thirty seconds`(
    _ seconds: Int, _ step: Int
  ) { #expect(TOTPRule.step(at: Timestamp(seconds: Int64(seconds))) == Int64(step)) }
}
