internal import EmuControl
internal import Synchronization

/// The TLS listener's data in `health`: known only once it listens.
final class TLSFacts: Sendable {
  private let state = Mutex<ProcessFacts.TLS?>(nil)

  var value: ProcessFacts.TLS? { state.withLock { $0 } }

  func set(url: String?, caFile: String?) {
    state.withLock { $0 = url.map { ProcessFacts.TLS(url: $0, caFile: caFile) } }
  }
}
