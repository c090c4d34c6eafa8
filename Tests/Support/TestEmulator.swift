package import EmuControl
package import EmuHTTP
package import EmuModel
package import EmuServer
package import EmuStore
internal import EmuTestTools
internal import Foundation
internal import Synchronization
internal import Testing

/// An emulator of a test's own: no socket, a store that vanishes, a clock that only the test moves,
/// and identifiers that come out the same in every run.
///
/// Its end stops the emulator, which the emulator's own threads must not do. A closure that they
/// call captures ``emulator`` instead.
package final class TestEmulator: Sendable {
  /// The default time of the machine's clock.
  package static let start = Timestamp(seconds: 1_800_000_000)

  package let emulator: Emulator
  /// The project of calls that name none.
  package let project: String
  /// The e-mails and text messages since the start.
  package let outbox = Outbox()
  /// The time of the machine's clock.
  package let machine: Timestamp
  /// The folder of the store's file and the seeds, if there are any.
  private let folder: TestFolder?
  /// True to open the file again at the end.
  private let isReopened: Bool

  /// - Parameter seed: of the random source.
  /// - Parameter seeds: the documents that the start imports.
  /// - Parameter uptime: a constant running time of the emulator; nil to measure it.
  /// - Parameter isStored: true for a data file, which the end closes, opens again and expects the
  ///   same responses of.
  /// - Parameter isReopened: false for a test that damages the file on purpose.
  package init(
    profile: Profile = .compatible, project: String = "demo-project", seed: Int = 1,
    seeds: [String] = [], machine: Timestamp = TestEmulator.start, uptime: Duration? = nil,
    isStored: Bool = false, isReopened: Bool = true,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws {
    folder = isStored || !seeds.isEmpty ? try TestFolder() : nil
    self.isReopened = isReopened
    self.machine = machine
    var configuration = Configuration()
    if isStored, let folder { configuration.dataFile = folder.path("state.sqlite") }
    for (index, document) in seeds.enumerated() {
      guard let folder else { break }
      configuration.seeds.append(try folder.write(Data(document.utf8), "seed\(index).json"))
    }
    configuration.profile = profile
    configuration.project = project
    configuration.onMessage = { [outbox] message in outbox.add(message) }
    configure(&configuration)
    self.project = configuration.project
    let random = Mutex(SeededGenerator(seed: seed))
    var stopwatch: (@Sendable () -> Duration)?
    if let uptime { stopwatch = { uptime } }
    let keys = SharedKeys()
    emulator = try Emulator(
      configuration, machine: { machine }, stopwatch: stopwatch,
      random: { count in random.withLock { $0.bytes(count) } },
      makeKey: { try keys.key($0) })
  }

  deinit {
    if isReopened {
      Reopening.check(emulator, machine)
    } else {
      try? emulator.stop()
    }
  }

  package var store: Store { emulator.store }

  package var clock: EmulatorClock { emulator.clock }

  package var log: RequestLog { emulator.log }

  /// Moves the emulator's clock on, and stores where it stands, as `clock:advance` does.
  package func advance(_ duration: Duration) {
    var state = emulator.clock.state
    state.advance(by: duration)
    emulator.clock.restore(state)
    do {
      try store.write { [state] writer in try writer.store(state) }
    } catch {
      Issue.record("The clock's state was not stored: \(error)")
    }
  }

  package func answer(_ request: Request) async -> Response {
    await emulator.respond(to: request).response()
  }
}

// MARK: - Transport

extension TestEmulator: Transport {
  package var host: String { "localhost:9099" }

  package func send(_ request: Request) async -> Reply { Reply(await answer(request)) }
}
