import EmuTestSupport
import Testing

/// The generator of random states.
@Suite struct `A random state` {
  @Test(arguments: RandomRounds.seeds(normally: 40))
  func `a random state is accepted call by call, and the same each time`(_ seed: Int) throws {
    let readings = try (0..<2).map { _ in
      let emulator = try TestEmulator(isReopened: false)
      #expect(RandomState(seed: seed).apply(to: emulator.emulator) == [])
      return try StateReading(of: emulator.emulator, project: "demo-project")
    }
    #expect(readings[0].difference(from: readings[1]) == nil)
  }
}
