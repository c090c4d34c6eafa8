import EmuIssuers
import EmuServer
import EmuStore
import EmuTestSupport

/// A suite whose tests have a bench each.
class BenchSuite {
  let bench: Bench

  init() throws { bench = try Bench() }
}

/// An emulator with signing keys for its issuers, and helpers for their calls.
struct Bench: Transport {
  static let base = "http://localhost:9099"
  static let start = TestEmulator.start

  let emulator: TestEmulator

  var store: Store { emulator.store }

  var host: String { emulator.host }

  init(
    publicURL: String? = nil, schedule: DeliverySchedule? = nil, signsIDTokens: Bool = false
  ) throws {
    emulator = try TestEmulator(seed: 7, isStored: true) { configuration in
      configuration.publicURL = publicURL
      configuration.deliverySchedule = schedule
      configuration.signsIDTokens = signsIDTokens
    }
  }

  func send(_ request: Request) async -> Reply { await emulator.send(request) }

  /// Advances the clock.
  func advance(by duration: Duration) { emulator.advance(duration) }

  /// Configures a provider in a project.
  func configure(_ provider: String, _ config: ProviderConfig, project: String = "demo-project")
    throws
  {
    let project = try store.project(making: project)
    let store = store
    try store.write { writer in
      try writer.upsert(provider: provider, config, of: project, in: store)
    }
  }
}
