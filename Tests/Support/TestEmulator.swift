package import EmuHTTP
package import EmuModel
package import EmuServer
package import EmuStore
internal import Dispatch
internal import EmuCrypto
internal import Foundation
internal import Synchronization
internal import Testing

/// An emulator of a test's own: no socket, a store that vanishes, a clock that only the test moves,
/// and identifiers that come out the same in every run.
package final class TestEmulator: Sendable {
  /// When every test begins.
  package static let start = Timestamp(seconds: 1_800_000_000)

  package let emulator: Emulator
  /// The project of calls that name none.
  package let project: String
  /// The e-mails and text messages since the start.
  package let outbox = Outbox()
  /// The store's file, where it is a copy of the one with keys.
  private let file: URL?
  /// Whether the file is opened again at the end.
  private let isReopened: Bool

  /// - Parameter hasKeys: whether the issuers' signing keys are there already; else they are made
  ///   when they are first needed, which takes long.
  /// - Parameter isReopened: whether the end, where there is a file, closes and opens it again and
  ///   expects the same answers; not for a test that breaks the file on purpose.
  package init(
    profile: Profile = .compatible, project: String = "demo-project", seed: UInt64 = 1,
    hasKeys: Bool = false, isReopened: Bool = true,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws {
    file = hasKeys ? try KeyedStore.newFile() : nil
    self.isReopened = isReopened
    var configuration = Configuration(location: .ephemeral)
    if let file { configuration.location = .file(file.path) }
    configuration.profile = profile
    configuration.project = project
    configuration.onMessage = { [outbox] message in outbox.add(message) }
    configure(&configuration)
    self.project = configuration.project
    let random = RandomSource.seeded(seed)
    emulator = try Emulator(
      configuration, machine: { Self.start }, random: { random.bytes($0) })
  }

  deinit {
    if isReopened {
      Reopening.check(emulator)
    } else {
      try? emulator.stop()
    }
    if let file { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
  }

  package var store: Store { emulator.store }

  /// Moves the emulator's clock on, and stores where it stands, as `clock:advance` does.
  package func advance(_ duration: Duration) {
    emulator.clock.advance(by: duration)
    let state = emulator.clock.state
    do {
      try store.write { writer in try writer.store(state) }
    } catch {
      Issue.record("The clock's state was not stored: \(error)")
    }
  }

  /// Answers a request and waits for it.
  ///
  /// As on a socket the response is written away from the writer's thread, which only commits.
  package func answer(_ request: Request) async -> Response {
    switch emulator.respond(to: request) {
    case .ready(let response): response
    case .later(let deferred):
      // Written here and not on the writer's thread, as the server does it.
      await withCheckedContinuation { continuation in
        deferred.start { response in continuation.resume(returning: response) }
      }()
    }
  }

  /// Waits on the caller's own thread.
  static func waiting(for answer: Answer) -> Response {
    switch answer {
    case .ready(let response): return response
    case .later(let deferred):
      let outcome = Mutex<Deferred.Thunk?>(nil)
      let isDone = DispatchSemaphore(value: 0)
      deferred.start { thunk in
        outcome.withLock { $0 = thunk }
        isDone.signal()
      }
      isDone.wait()
      return outcome.withLock { $0 }?() ?? .empty(.gatewayTimeout)
    }
  }
}
