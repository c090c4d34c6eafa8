import CSQLite

/// Several texts in one column: `3:Ann-0:` are "Ann", none and "".
///
/// Each is its length in bytes, a colon and the text, as in a netstring; a hyphen is none. JSON
/// takes four times the instructions to read, since nothing is escaped or searched for here.
package enum TextList {
  package static func append(_ value: String?, to list: inout [UInt8]) {
    guard let value else { return list.append(none) }
    let text = value.utf8
    append(text.count, to: &list)
    list.append(colon)
    list.append(contentsOf: text)
  }

  private static func append(_ length: Int, to list: inout [UInt8]) {
    if length > 9 { append(length / 10, to: &list) }
    list.append(zero + UInt8(length % 10))
  }

  /// Decodes the list in a column's text; nil for another form.
  fileprivate static func list(in text: UnsafeBufferPointer<UInt8>, capacity: Int) -> [String?]? {
    var list: [String?] = []
    list.reserveCapacity(capacity)
    var place = 0
    while place < text.count {
      if text[place] == none {
        list.append(nil)
        place += 1
        continue
      }
      guard let start = length(in: text, &place), start <= text.count - place else { return nil }
      list.append(String(decoding: text[place..<(place + start)], as: UTF8.self))
      place += start
    }
    return list
  }

  private static func length(
    in text: UnsafeBufferPointer<UInt8>, _ place: inout Int
  ) -> Int? {
    let start = place
    var length = 0
    // SQLite's longest text has ten digits.
    while place < text.count, text[place] &- zero < 10, place - start < 10 {
      length = length * 10 + Int(text[place] &- zero)
      place += 1
    }
    guard place > start, place < text.count, text[place] == colon else { return nil }
    place += 1
    return length
  }

  private static let none = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")
  private static let zero = UInt8(ascii: "0")
}

extension Row {
  /// Returns the list of texts in a column; nil for another form.
  ///
  /// - Parameter expected: the usual number of texts.
  package func textList(_ column: Int, expected: Int) -> [String?]? {
    withUTF8(column) { TextList.list(in: $0, capacity: expected) }
  }
}
