/// A queue in which senders take turns, one element at a time, in the order of their arrival.
struct FairQueue<Element: Sendable>: Sendable {
  private var lines: [String: [Element]] = [:]
  /// The senders that have elements, the next one first.
  private var turns: [String] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element, from sender: String) {
    if lines[sender] == nil { turns.append(sender) }
    lines[sender, default: []].append(element)
    count += 1
  }

  /// Removes the first element of the sender whose turn it is; the queue must not be empty.
  mutating func removeFirst() -> Element {
    let sender = turns.removeFirst()
    var line = lines.removeValue(forKey: sender) ?? []
    let element = line.removeFirst()
    if !line.isEmpty {
      lines[sender] = line
      turns.append(sender)
    }
    count -= 1
    return element
  }

  mutating func removeAll(where isRemoved: (Element) -> Bool) -> [Element] {
    let removed = turns.flatMap { lines[$0, default: []].filter(isRemoved) }
    guard !removed.isEmpty else { return [] }
    for sender in turns {
      lines[sender]?.removeAll(where: isRemoved)
      if lines[sender]?.isEmpty == true { lines[sender] = nil }
    }
    turns.removeAll { lines[$0] == nil }
    count -= removed.count
    return removed
  }

  /// Makes room for a sender: removes the last element of the longest line, unless it would become
  /// shorter than the sender's.
  ///
  /// - Parameter isRemovable: returns false for elements that must remain.
  mutating func makeRoom(for sender: String, _ isRemovable: (Element) -> Bool) -> Element? {
    let own = lines[sender]?.count ?? 0
    guard let longest = turns.max(by: { (lines[$0]?.count ?? 0) < (lines[$1]?.count ?? 0) }),
      var line = lines[longest], line.count > own + 1,
      let index = line.lastIndex(where: isRemovable)
    else { return nil }
    let element = line.remove(at: index)
    lines[longest] = line
    count -= 1
    return element
  }
}
