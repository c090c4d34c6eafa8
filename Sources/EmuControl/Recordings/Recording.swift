internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import Synchronization

/// The requests of a project from a moment on, and the state in which they found it.
final class Recording: Sendable {
  /// How many requests are kept, and of how many bytes.
  static let limits = RequestLog.Limits(count: 1000, bytes: 8 << 20)

  let id: String
  let start: Start
  private let state = Mutex(State())
  /// The project as it is now.
  private let present: @Sendable () -> Start?
  private let subscription = Subscription()

  /// What there was when the recording began.
  struct Start: Sendable {
    var project: String
    /// The project of calls that name none.
    var defaultProject: String
    /// The project in the form of a seed.
    var seed: JSONObject
    /// API keys that select the project.
    var apiKeys: [String]
    /// The faults that are set, as bodies of `POST faults` with their ids.
    var faults: [JSONObject] = []
    var clock: EmulatorClock.State
    var at: Timestamp
    /// What the scenario cannot begin with, as sentences.
    var warnings: [String]
  }

  private struct State {
    var entries: [LoggedRequest] = []
    var bytes = 0
    /// What the project was after each restore of a snapshot, by the number of the request.
    var restored: [UInt64: Start] = [:]
    /// How many requests came when the recording was full.
    var lost = 0
    var lastNumber: UInt64?
  }

  /// - Parameter present: reads the project; nil where that fails.
  init(id: String, start: Start, present: @escaping @Sendable () -> Start?) {
    self.id = id
    self.start = start
    self.present = present
  }

  /// Takes over what the log has already, and each request from now on.
  func begin(with entries: [LoggedRequest], of log: RequestLog) {
    for entry in entries { add(entry) }
    subscription.begin(
      log.listen { [weak self] entry in
        self?.add(entry)
        self?.noteRestored(entry)
      })
  }

  func end() { subscription.end() }

  private func add(_ entry: LoggedRequest) {
    guard RecordedFilter(start).isPart(entry) else { return }
    state.withLock { state in
      guard state.entries.count < Self.limits.count,
        state.bytes + entry.cost <= Self.limits.bytes
      else { return state.lost += 1 }
      state.entries.append(entry)
      state.bytes += entry.cost
    }
  }

  /// Keeps what a restore has made of the project: its snapshot may be from before the recording.
  private func noteRestored(_ entry: LoggedRequest) {
    guard RecordedFilter(start).isRestore(entry), let now = present() else { return }
    state.withLock { $0.restored[entry.number] = now }
  }

  /// How many requests are in it.
  var count: Int { state.withLock { $0.entries.count } }

  /// The requests in the order of their answers, the project after each restore of a snapshot, and how
  /// many more requests there were.
  var content: (entries: [LoggedRequest], restored: [UInt64: Start], lost: Int) {
    state.withLock { state in
      (state.entries.sorted { $0.number < $1.number }, state.restored, state.lost)
    }
  }
}

/// The recordings that are under way.
final class Recordings: Sendable {
  /// How many there may be at once.
  static let most = 16

  private let all = Mutex<[Recording]>([])

  var list: [Recording] { all.withLock { $0 } }

  /// - Throws: `ALREADY_EXISTS` for a project that is recorded already; `INVALID_ARGUMENT` when there are
  ///   as many as there may be.
  func add(_ recording: Recording) throws(ControlError) {
    let problem = all.withLock { all -> ControlError? in
      let start = recording.start
      if let other = all.first(where: { $0.start.project == start.project }) {
        return ControlError(
          .alreadyExists,
          "The recording \(other.id) of \(start.project) runs since \(other.start.at.rfc3339). End it with "
            + "POST /emulator/v1/recordings/\(other.id):finish, or drop it with DELETE.")
      }
      guard all.count < Self.most else {
        return .invalid(
          "There are \(Self.most) recordings already. Finish one or DELETE it; GET "
            + "/emulator/v1/recordings lists them.")
      }
      all.append(recording)
      return nil
    }
    if let problem { throw problem }
  }

  /// Ends a recording; nil when there is none of that id.
  func remove(_ id: String) -> Recording? {
    let recording = all.withLock { all -> Recording? in
      guard let place = all.firstIndex(where: { $0.id == id }) else { return nil }
      return all.remove(at: place)
    }
    recording?.end()
    return recording
  }
}
