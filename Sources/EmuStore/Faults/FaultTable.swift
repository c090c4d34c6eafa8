internal import EmuModel

/// The faults in the order in which they were set, with the number of times that each still happens.
struct FaultTable {
  /// A fault with its position in the order.
  final class Entry: Sendable {
    let fault: Fault
    let position: Int
    let isOnePerRequest: Bool

    init(_ fault: Fault, position: Int) {
      self.fault = fault
      self.position = position
      isOnePerRequest = fault.isOnePerRequest
    }
  }

  private struct Count {
    let entry: Entry
    var remaining: Int?
    var matches: UInt64 = 0

    var fault: Fault {
      var fault = entry.fault
      fault.remaining = remaining
      return fault
    }
  }

  /// The faults that may happen, queued answers among them, in the order in which they were set.
  private(set) var entries: [Entry] = []
  /// By id. A fault that is used up stays until its use is stored, since it may be given back.
  private var counts: [String: Count] = [:]
  private var nextPosition = 0
  private(set) var answerCount = 0

  init(_ faults: [Fault] = []) { for fault in faults { insert(fault) } }

  /// The remaining faults, in the order in which they were set.
  var faults: [Fault] { entries.compactMap { counts[$0.fault.id]?.fault } }

  mutating func insert(_ fault: Fault) {
    // A file may have a fault that is used up, or an id twice.
    remove(fault.id)
    guard fault.remaining != 0 else { return }
    let entry = Entry(fault, position: nextPosition)
    nextPosition += 1
    counts[fault.id] = Count(entry: entry, remaining: fault.remaining)
    list(entry)
  }

  /// Removes the faults that a condition names.
  ///
  /// - Returns: their ids.
  @discardableResult
  mutating func remove(where isRemoved: (Fault) -> Bool) -> [String] {
    let ids = counts.values.map(\.entry.fault).filter(isRemoved).map(\.id)
    for id in ids { counts[id] = nil }
    entries.removeAll { isRemoved($0.fault) }
    answerCount = entries.count { $0.fault.answer != nil }
    return ids
  }

  mutating func remove(_ id: String) {
    guard let count = counts.removeValue(forKey: id), count.remaining != 0 else { return }
    remove(count.entry)
  }

  /// Removes the faults that are over.
  ///
  /// - Returns: their ids.
  mutating func removeExpired(at now: Timestamp) -> [String] {
    guard entries.contains(where: { $0.fault.isOver(at: now) }) else { return [] }
    return remove { $0.isOver(at: now) }
  }

  /// Counts the faults that happen now.
  ///
  /// - Parameter met: the matched faults, in their order.
  /// - Returns: the faults that happen, with their remaining counts; nil when one was removed
  ///   meanwhile.
  mutating func take(_ met: [Entry]) -> [Fault]? {
    guard
      met.allSatisfy({ entry in
        counts[entry.fault.id].map { $0.entry === entry && $0.remaining != 0 } == true
      })
    else { return nil }
    var taken: [Fault] = []
    for entry in met where happens(entry, after: taken) {
      let id = entry.fault.id
      if let times = counts[id]?.remaining {
        counts[id]?.remaining = times - 1
        if times == 1 { remove(entry) }
      }
      taken += counts[id].map { [$0.fault] } ?? []
    }
    return taken
  }

  /// Counts a use back. A fault that was used up returns to its position.
  mutating func giveBack(_ id: String) {
    guard let count = counts[id], let remaining = count.remaining else { return }
    counts[id]?.remaining = remaining + 1
    if remaining == 0 { list(count.entry) }
  }

  /// A request has one response: the first fault that replaces or orders it counts, and later ones
  /// wait for the next request.
  private mutating func happens(_ entry: Entry, after taken: [Fault]) -> Bool {
    if entry.isOnePerRequest, taken.contains(where: \.isOnePerRequest) { return false }
    guard let chance = entry.fault.chance else { return true }
    let number = counts[entry.fault.id]?.matches ?? 0
    counts[entry.fault.id]?.matches = number &+ 1
    return chance.happens(meeting: number)
  }

  private mutating func list(_ entry: Entry) {
    let index = entries.lastIndex { $0.position < entry.position }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: index)
    if entry.fault.answer != nil { answerCount += 1 }
  }

  private mutating func remove(_ entry: Entry) {
    entries.removeAll { $0 === entry }
    if entry.fault.answer != nil { answerCount -= 1 }
  }
}
