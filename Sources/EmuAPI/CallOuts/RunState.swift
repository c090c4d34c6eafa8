internal import EmuModel
internal import Synchronization

/// The state of a request that all runs of its operation share.
final class RunState: Sendable {
  private struct Values {
    var results: [CallOut.Key: any Sendable] = [:]
    var recording: RandomRecording?
  }

  private let values = Mutex(Values())
  let newUID = LazyValue<String>()
  /// The configured faults that the request has encountered.
  let appliedFaults = AppliedFaults()

  /// The number of calls that were made.
  var callCount: Int { values.withLock { $0.results.count } }

  /// The result of a call; nil before it.
  subscript(key: CallOut.Key) -> (any Sendable)? {
    get { values.withLock { $0.results[key] } }
    set { values.withLock { $0.results[key] = newValue } }
  }

  /// The source of identifiers if the operation may run again; nil for the default one.
  var recording: RandomRecording? {
    get { values.withLock { $0.recording } }
    set { values.withLock { $0.recording = newValue } }
  }
}
