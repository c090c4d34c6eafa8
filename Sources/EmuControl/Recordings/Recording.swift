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
  private let subscription = Subscription()

  /// What there was when the recording began.
  struct Start: Sendable {
    var project: String
    /// The project of calls that name none.
    var defaultProject: String
    /// The project in the form of a seed.
    var seed: JSONObject
    /// API keys that select the project.
    var apiKeys: Set<String>
    var clock: EmulatorClock.State
    var at: Timestamp
    /// What the scenario cannot begin with, as sentences.
    var warnings: [String]
  }

  private struct State {
    var entries: [LoggedRequest] = []
    var bytes = 0
    /// How many requests came when the recording was full.
    var lost = 0
    var lastNumber: UInt64?
  }

  init(id: String, start: Start) {
    self.id = id
    self.start = start
  }

  /// Takes over what the log has already, and each request from now on.
  func begin(with entries: [LoggedRequest], of log: RequestLog) {
    for entry in entries { add(entry) }
    subscription.begin(log.listen { [weak self] entry in self?.add(entry) })
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

  /// How many requests are in it.
  var count: Int { state.withLock { $0.entries.count } }

  /// The requests in the order of their answers, and how many more there were.
  var content: (entries: [LoggedRequest], lost: Int) {
    state.withLock { ($0.entries.sorted { $0.number < $1.number }, $0.lost) }
  }
}

/// The recordings that are under way.
final class Recordings: Sendable {
  /// How many there may be at once.
  static let most = 16

  private let all = Mutex<[Recording]>([])

  var list: [Recording] { all.withLock { $0 } }

  /// - Returns: false when there are as many as there may be.
  func add(_ recording: Recording) -> Bool {
    all.withLock { all in
      guard all.count < Self.most else { return false }
      all.append(recording)
      return true
    }
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
