import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `An export folder of any state` {
  private static func emulator(with seed: Int) throws -> TestEmulator {
    let emulator = try TestEmulator(isReopened: false)
    #expect(RandomState(seed: seed).apply(to: emulator.emulator) == [])
    return emulator
  }

  /// Returns the answers of reading calls and the stored users. The members of a configuration have no
  /// order.
  private static func state(of emulator: TestEmulator) throws -> [(call: String, text: String)] {
    let reading = try StateReading(of: emulator.emulator, project: "demo-project")
    return reading.answers.map { answer in
      let text = try? JSON(parsing: answer.text).serialized(pretty: true, sortedKeys: true)
      return (call: answer.call, text: text ?? answer.text)
    }
  }

  @Test(arguments: RandomRounds.seeds(normally: 50))
  func `an export over an older one restores every member in a new emulator`(seed: Int) throws {
    let folder = try TestFolder()
    try Transfer(Self.emulator(with: 1_000_000 + seed), in: folder).export(.folder)
    let before = try Transfer(Self.emulator(with: seed), in: folder)
    try before.export(.folder)
    let files = try before.files("folder")
    // A new emulator, whose clock and random source are others.
    let after = try TestEmulator(
      seed: 2, machine: Timestamp(seconds: 1_900_000_000), isReopened: false)
    let report = try before.imported("folder", into: after)
    #expect(report["refused"] == 0 && report["warnings"] == [], "\(report)")
    let (one, two) = (try Self.state(of: before.emulator), try Self.state(of: after))
    #expect(one.map(\.call) == two.map(\.call))
    for (one, two) in zip(one, two) where !one.text.utf8.elementsEqual(two.text.utf8) {
      Issue.record("\(one.call)\n--- expected\n\(one.text)\n--- found\n\(two.text)")
    }
    let again = try Transfer(after, in: folder)
    try again.export(.folder)
    #expect(try again.files("folder") == files)
  }
}
