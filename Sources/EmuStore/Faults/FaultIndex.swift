internal import EmuModel
internal import Synchronization

/// The faults in memory, each under the most selective value of its match, so that a request reads
/// only candidates.
struct FaultIndex {
  /// A fault with its position in the order in which faults were set.
  ///
  /// `isGone` is set under the directory's lock and never cleared. A reader without the lock sees
  /// at worst a fault that is being removed.
  final class Entry: Sendable {
    let fault: Fault
    let place: Int
    let isOnePerRequest: Bool
    let isGone = Atomic<Bool>(false)

    init(_ fault: Fault, place: Int) {
      self.fault = fault
      self.place = place
      isOnePerRequest = fault.isOnePerRequest
    }
  }

  /// The key of entries; `field` is nil for those without a selective value.
  struct Key: Hashable {
    var field: FaultField?
    var value = ""

    static let any = Key(field: nil)

    init(field: FaultField?, value: String = "") {
      self.field = field
      self.value = value
    }

    init(_ match: Fault.Match) {
      self = .any
      for field in FaultField.allCases {
        guard let value = match[field] else { continue }
        self = Key(field: field, value: value)
        return
      }
    }
  }

  private var entries: [Key: [Entry]] = [:]
  private var byID: [String: Entry] = [:]
  private var nextPlace = 0
  private var removedCount = 0
  /// The number of queued answers among the faults.
  private(set) var answerCount = 0
  /// The fields that keys have.
  private(set) var fields: Set<FaultField> = []
  /// The earliest expiry of a fault; nil where none expires. It may be that of a removed fault.
  private(set) var firstEnd: Int64?

  init(_ faults: [Fault]) { for fault in faults { insert(fault) } }

  var count: Int { byID.count }

  /// Every fault, in the order in which they were set.
  var all: [Entry] { byID.values.sorted { $0.place < $1.place } }

  func entry(_ id: String) -> Entry? { byID[id] }

  /// Returns the entries under the keys; removed ones may be among them.
  func entries(_ keys: [Key]) -> [[Entry]] { keys.compactMap { entries[$0] } }

  /// Adds a fault, unless it exists.
  mutating func insert(_ fault: Fault) {
    guard byID[fault.id] == nil else { return }
    let entry = Entry(fault, place: nextPlace)
    nextPlace += 1
    byID[fault.id] = entry
    if fault.answer != nil { answerCount += 1 }
    let key = Key(fault.match)
    entries[key, default: []].append(entry)
    if let field = key.field { fields.insert(field) }
    if let end = fault.expiresAtMilliseconds { firstEnd = min(end, firstEnd ?? end) }
  }

  /// Removes a fault, if it exists.
  mutating func remove(_ id: String) {
    guard let entry = byID.removeValue(forKey: id) else { return }
    entry.isGone.store(true, ordering: .releasing)
    if entry.fault.answer != nil { answerCount -= 1 }
    removedCount += 1
    // Removing each from its list would read the list each time.
    if removedCount > byID.count + 16 { compact() }
  }

  /// Removes the faults that are over.
  mutating func removeExpired(at now: Timestamp) -> [String] {
    guard let firstEnd, now.milliseconds >= firstEnd else { return [] }
    let over = byID.values.filter { $0.fault.isOver(at: now) }.map(\.fault.id)
    for id in over { remove(id) }
    self.firstEnd = byID.values.compactMap(\.fault.expiresAtMilliseconds).min()
    return over
  }

  private mutating func compact() {
    removedCount = 0
    entries = entries.compactMapValues { list in
      let left = list.filter { !$0.isGone.load(ordering: .relaxed) }
      return left.isEmpty ? nil : left
    }
    fields = Set(entries.keys.compactMap(\.field))
  }
}
