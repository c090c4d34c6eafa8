internal import EmuControlCalls
internal import EmuJSON
internal import EmuModel
internal import Synchronization

/// The requests of a project from a start, and the state at that start.
final class Recording: Sendable {
  static let limits = RequestLog.Limits(count: 1000, bytes: 8 << 20)

  let id: String
  let start: Start
  private let state = Mutex(State())
  /// Reads the project's current state.
  private let present: @Sendable () -> Start?

  struct Start: Sendable {
    var project: String
    /// The project in the format of a seed.
    var seed: JSONObject
    var apiKeys: [String]
    var faults: [Fault] = []
    var clock: EmulatorClock.State
    var at: Timestamp
    /// The state that the scenario cannot restore, as sentences.
    var warnings: [String]
  }

  private struct State {
    var entries: [LoggedRequest] = []
    var bytes = 0
    /// The project's state after each restored snapshot, by the number of the request.
    var restored: [UInt64: Start] = [:]
    /// The number of requests after the recording was full.
    var lost = 0
  }

  /// - Parameter present: reads the project; nil if that fails.
  init(id: String, start: Start, present: @escaping @Sendable () -> Start?) {
    self.id = id
    self.start = start
    self.present = present
  }

  /// Records the requests of the log since a number, and each later one.
  ///
  /// - Parameter first: the number of the first request.
  func begin(from first: UInt64, of log: RequestLog) {
    let older = log.listen(from: first) { [weak self] event in
      if let event {
        self?.add(event.entry)
        self?.noteRestored(event.entry)
      }
      return self != nil
    }
    for entry in older { add(entry) }
  }

  private func add(_ entry: LoggedRequest) {
    guard entry.isPart(ofRecordingOf: start.project) else { return }
    state.withLock { state in
      guard state.entries.count < Self.limits.count,
        state.bytes + entry.cost <= Self.limits.bytes
      else { return state.lost += 1 }
      state.entries.append(entry)
      state.bytes += entry.cost
    }
  }

  /// Records the project's state after a restore: the snapshot may be older than the recording.
  private func noteRestored(_ entry: LoggedRequest) {
    guard entry.hasRestored, entry.isPart(ofRecordingOf: start.project), let now = present() else {
      return
    }
    state.withLock { $0.restored[entry.number] = now }
  }

  var count: Int { state.withLock { $0.entries.count } }

  /// The requests in the order of their responses, the project's state after each restored
  /// snapshot, and the number of lost requests.
  var content: (entries: [LoggedRequest], restored: [UInt64: Start], lost: Int) {
    state.withLock { state in
      (state.entries.sorted { $0.number < $1.number }, state.restored, state.lost)
    }
  }
}

final class Recordings: Sendable {
  static let most = 16

  private let all = Mutex<[Recording]>([])

  var list: [Recording] { all.withLock { $0 } }

  /// - Throws: `ALREADY_EXISTS` for a project with an active recording; `INVALID_ARGUMENT` at the
  ///   limit.
  func add(_ recording: Recording) throws(ControlError) {
    try all.withLock { all throws(ControlError) in
      let start = recording.start
      if let other = all.first(where: { $0.start.project == start.project }) {
        throw ControlError(
          .alreadyExists,
          "The recording \(other.id) of \(start.project) runs since \(other.start.at.rfc3339). End it with "
            + "POST /emulator/v1/recordings/\(other.id):finish, or drop it with DELETE.")
      }
      guard all.count < Self.most else {
        throw .invalid(
          "There are \(Self.most) recordings already. Finish one or DELETE it; GET "
            + "/emulator/v1/recordings lists them.")
      }
      all.append(recording)
    }
  }

  /// Ends a recording; nil for an unknown id.
  func remove(_ id: String) -> Recording? {
    all.withLock { all in
      all.firstIndex { $0.id == id }.map { all.remove(at: $0) }
    }
  }
}
