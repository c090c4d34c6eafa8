internal import EmuModel
internal import Synchronization

/// Random numbers that are the same in each run of an operation.
///
/// Otherwise the app would receive other tokens than a function received before.
final class RandomRecording: Sendable {
  private struct State {
    var recorded: [UInt8] = []
    var position = 0
  }

  private let state = Mutex(State())
  private let source: IDGenerator

  init(_ source: IDGenerator) { self.source = source }

  func rewind() { state.withLock { $0.position = 0 } }

  /// A generator that reads the recording, and extends it at its end.
  var ids: IDGenerator { IDGenerator { self.bytes($0) } }

  private func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      let missing = state.position + count - state.recorded.count
      if missing > 0 { state.recorded += source.randomBytes(missing) }
      defer { state.position += count }
      return Array(state.recorded[state.position..<state.position + count])
    }
  }
}
