import EmuJSON

/// An older file of an export, into which new values are written.
///
/// Values that mean the same keep their bytes, and others the order of their members: only the lines of a
/// changed user change. New members follow the older ones.
struct RevisedText {
  private let text: [UInt8]
  private let start: Int
  private let tree: JSON
  /// The indentation of one level; nil in a text without.
  private let indent: [UInt8]?

  /// - Parameter text: the older file; nil is the result for one that is not a JSON object, or has no users to
  ///   go by.
  init?(_ text: [UInt8]) {
    start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let tree = try? JSON(parsing: Array(text[start...])), tree.object != nil,
      tree["users"]?.array?.isEmpty != true
    else { return nil }
    (self.text, self.tree) = (text, tree)
    let rest = text[start...].drop { $0 != UInt8(ascii: "{") }.dropFirst().drop { $0 == 0x0D }
    indent = rest.first == 0x0A ? Array(rest.dropFirst().prefix { $0 == 0x20 || $0 == 0x09 }) : nil
  }

  /// Returns the text with new values.
  func revised(with new: JSON) -> [UInt8] {
    let first = text[start...].firstIndex(of: UInt8(ascii: "{")) ?? start
    let last = text.lastIndex(of: UInt8(ascii: "}")) ?? text.count - 1
    return text[..<first] + revised(first..<(last + 1), tree, new, named: nil) + text[(last + 1)...]
  }

  private func revised(
    _ range: Range<Int>, _ old: JSON, _ new: JSON, named key: String?
  ) -> [UInt8] {
    let items = JSONItems(of: text, at: range.lowerBound).items
    switch (old, new) {
    case (.object(let old), .object(let new)) where !items.isEmpty:
      return joined(members(of: new, over: old, items, range), items, range)
    case (.array(let old), .array(let new)) where !items.isEmpty:
      return joined(elements(of: new, over: old, items, range, named: key), items, range)
    case _ where ExportMeaning.isSame(old, new, named: key): return Array(text[range])
    default: return written(new, beside: range, [])
    }
  }

  // MARK: - Items

  /// An item of the result.
  private struct Piece {
    var bytes: [UInt8]
    /// The position of the older one; nil for a new item.
    var position: Int?
  }

  private func members(
    of new: JSONObject, over old: JSONObject, _ items: [JSONItems.Item], _ range: Range<Int>
  ) -> [Piece] {
    var pieces: [Piece] = []
    for (position, item) in items.enumerated() {
      guard let key = item.key, let oldValue = old[key] else { continue }
      if key != "users", ExportMeaning.isSame(oldValue, new[key], named: key) {
        pieces.append(Piece(bytes: Array(text[item.range]), position: position))
      } else if let newValue = new[key] {
        let head = text[item.range.lowerBound..<item.value.lowerBound]
        pieces.append(
          Piece(
            bytes: head + revised(item.value, oldValue, newValue, named: key), position: position)
        )
      }
    }
    let colon = items.first.map { text[$0.range.lowerBound..<$0.value.lowerBound] } ?? []
    let space = colon.reversed().prefix { $0 == 0x20 }
    for member in new where old[member.key] == nil {
      guard ExportMeaning.isWorthAdding(member, of: new, to: old) else { continue }
      let head = Array("\(JSON.string(member.key).serialized()):".utf8) + space
      pieces.append(Piece(bytes: head + written(member.value, beside: range, items)))
    }
    return pieces
  }

  private func elements(
    of new: [JSON], over old: [JSON], _ items: [JSONItems.Item], _ range: Range<Int>,
    named key: String?
  ) -> [Piece] {
    var positions: [JSON: Int] = [:]
    for (position, element) in old.enumerated() {
      positions[ExportMeaning.identity(of: element)] = position
    }
    let pieces = new.map { element in
      guard let position = positions[ExportMeaning.identity(of: element)] else {
        return Piece(bytes: written(element, beside: range, items))
      }
      let item = items[position].value
      if key != "users", ExportMeaning.isSame(old[position], element, named: nil) {
        return Piece(bytes: Array(text[item]), position: position)
      }
      return Piece(bytes: revised(item, old[position], element, named: nil), position: position)
    }
    // The order of other lists has a meaning.
    guard key == "users" else { return pieces }
    return pieces.filter { $0.position != nil }.sorted { ($0.position ?? 0) < ($1.position ?? 0) }
      + pieces.filter { $0.position == nil }
  }

  /// Joins items by the separators that the older ones have.
  private func joined(
    _ pieces: [Piece], _ items: [JSONItems.Item], _ range: Range<Int>
  ) -> [UInt8] {
    guard let first = items.first, let last = items.last, !pieces.isEmpty else {
      return [text[range.lowerBound], text[range.upperBound - 1]]
    }
    let head = text[range.lowerBound..<first.range.lowerBound]
    func separator(_ position: Int) -> [UInt8] {
      Array(text[items[position - 1].range.upperBound..<items[position].range.lowerBound])
    }
    let standard = items.count > 1 ? separator(1) : [UInt8(ascii: ",")] + head.dropFirst()
    var result = Array(head)
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        result += piece.position.map { $0 > 0 ? separator($0) : standard } ?? standard
      }
      result += piece.bytes
    }
    return result + text[last.range.upperBound..<range.upperBound]
  }

  // MARK: - New values

  /// Returns the text of a new value, indented where the items beside it have lines of their own.
  private func written(
    _ value: JSON, beside range: Range<Int>, _ items: [JSONItems.Item]
  ) -> [UInt8] {
    let gap = items.first.map { text[range.lowerBound + 1..<$0.range.lowerBound] }
    guard let indent, !indent.isEmpty,
      let margin = gap ?? lineStart(of: range.lowerBound), margin.contains(0x0A) || gap == nil
    else { return value.serializedBytes() }
    let spaces: [UInt8] = margin.reversed().prefix { $0 != 0x0A }.reversed()
    var lines = value.serializedBytes(.pretty).split(separator: 0x0A).map(Array.init)
    for index in lines.indices.dropFirst() {
      let depth = lines[index].prefix { $0 == 0x20 }.count / 2
      let margin = Array(repeating: indent, count: depth).joined()
      lines[index] = spaces + margin + lines[index].drop { $0 == 0x20 }
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// The spaces at the beginning of the line of a position; nil where the line has another beginning.
  private func lineStart(of position: Int) -> ArraySlice<UInt8>? {
    let start = text[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return text[start..<position].prefix { $0 == 0x20 || $0 == 0x09 }
  }
}
