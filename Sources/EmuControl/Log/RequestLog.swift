internal import EmuHTTP
package import EmuModel
internal import Synchronization

/// The last requests with their responses and explanations.
///
/// A ring with limits on count and bytes. Recording costs a lock and a few references; text is
/// rendered on reading.
package final class RequestLog: Sendable {
  /// The limits of the log; the oldest entries are dropped first.
  package struct Limits: Sendable {
    package var count: Int
    package var bytes: Int

    package init(count: Int = 1000, bytes: Int = 4 << 20) {
      self.count = max(1, count)
      self.bytes = bytes
    }
  }

  package let showsSecrets: Bool

  /// The differences from production, of every request and not only of the last ones.
  let differences = DifferenceLog()

  private let limits: Limits
  private let ids: RequestIDs
  private let ring: Mutex<Ring>

  /// - Parameter ids: the random source of the request ids.
  package init(limits: Limits = Limits(), showsSecrets: Bool = false, ids: IDGenerator) {
    self.limits = limits
    self.showsSecrets = showsSecrets
    self.ids = RequestIDs(ids)
    ring = Mutex(Ring(slots: Array(repeating: nil, count: limits.count)))
  }

  /// Receives a new entry, or nil when there is another listener; returns false to receive no more.
  typealias Listener = @Sendable (LoggedEvent?) -> Bool

  private struct Ring {
    /// Entry number n is at n modulo the capacity.
    var slots: [LoggedRequest?]
    var oldest: UInt64 = 0
    var next: UInt64 = 0
    var bytes = 0
    var listeners: [UInt64: Listener] = [:]
    var nextListener: UInt64 = 0

    func slot(of number: UInt64) -> Int { Int(number % UInt64(slots.count)) }
    func entry(_ number: UInt64) -> LoggedRequest? {
      (oldest..<next).contains(number) ? slots[slot(of: number)] : nil
    }

    mutating func append(_ entry: LoggedRequest, limit: Int) {
      if next - oldest == UInt64(slots.count) { dropOldest() }
      slots[slot(of: next)] = entry
      bytes += entry.cost
      next += 1
      // The newest entry stays, whatever its size.
      while bytes > limit, next - oldest > 1 { dropOldest() }
    }

    mutating func dropOldest() {
      let slot = slot(of: oldest)
      bytes -= slots[slot]?.cost ?? 0
      slots[slot] = nil
      oldest += 1
    }
  }

  /// Stores a request with its response.
  ///
  /// - Returns: the number of the entry, for ``id(of:)``.
  @discardableResult
  func record(
    _ request: Request, _ response: Response, at time: Timestamp, latencyMicroseconds: Int64
  ) -> UInt64 {
    let (number, waiting, different) = ring.withLock { ring in
      let entry = LoggedRequest(
        number: ring.next, ids: ids, time: time, latencyMicroseconds: latencyMicroseconds,
        request: request, response: response)
      ring.append(entry, limit: limits.bytes)
      return (
        entry.number, ring.listeners.isEmpty ? nil : (entry, ring.listeners),
        entry.differences.isEmpty ? nil : entry
      )
    }
    if let different, different.isOfApp {
      differences.record(different.differences, of: different, showsSecrets: showsSecrets)
    }
    if let (entry, listeners) = waiting { send(LoggedEvent(entry), to: listeners) }
    return number
  }

  private func send(_ event: LoggedEvent?, to listeners: [UInt64: Listener]) {
    for (number, listener) in listeners where !listener(event) {
      ring.withLock { $0.listeners[number] = nil }
    }
  }

  /// The number of the next entry.
  var next: UInt64 { ring.withLock { $0.next } }

  func id(of number: UInt64) -> String { ids.id(of: number) }

  /// Returns the entries that pass, newest first.
  func entries(limit: Int, where passes: (LoggedRequest) -> Bool) -> [LoggedRequest] {
    Array(kept.entries.reversed().lazy.filter(passes).prefix(limit))
  }

  /// Returns the number of a request, stored or dropped; nil for an unknown id.
  func number(of id: String) -> UInt64? {
    ids.number(of: id).flatMap { number in ring.withLock { number < $0.next } ? number : nil }
  }

  /// The entries, oldest first, and true if none was dropped.
  var kept: (entries: [LoggedRequest], isWhole: Bool) {
    ring.withLock { ring in
      ((ring.oldest..<ring.next).compactMap(ring.entry), ring.oldest == 0)
    }
  }

  /// Returns the differences of the requests of one project that the log still has.
  func report(of project: String) -> ProductionReport {
    let found = DifferenceLog()
    for entry in kept.entries where entry.isOfApp && entry.annotations.project == project {
      let differences = entry.differences
      if !differences.isEmpty {
        found.record(differences, of: entry, showsSecrets: showsSecrets)
      }
    }
    return found.report
  }

  /// Returns the entry with a number, from 1, or those whose ids begin with a text, newest first.
  func entries(named name: String) -> [LoggedRequest] {
    // An id begins with zeros.
    let position = name.hasPrefix("0") ? nil : UInt64(name).flatMap { $0 > 0 ? $0 - 1 : nil }
    if let number = number(of: name) ?? position,
      let entry = ring.withLock({ $0.entry(number) })
    {
      return [entry]
    }
    return entries(limit: .max) { $0.id.hasPrefix(name) }
  }

  /// Adds a listener for new entries; it runs on the thread that answered.
  ///
  /// The other listeners are called too: the client of a stream may have left without a sign.
  ///
  /// - Parameter first: the number of the first older entry to return.
  /// - Returns: the older entries that the log still has, oldest first. Each entry is either returned
  ///   or passed to the listener.
  func listen(from first: UInt64, _ listener: @escaping Listener) -> [LoggedRequest] {
    let (older, others) = ring.withLock { ring in
      let others = ring.listeners
      ring.nextListener += 1
      ring.listeners[ring.nextListener] = listener
      let numbers = (ring.oldest..<ring.next).clamped(to: first..<max(first, ring.next))
      return (numbers.compactMap(ring.entry), others)
    }
    send(nil, to: others)
    return older
  }
}
