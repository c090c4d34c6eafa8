import EmuJSON

/// The members of an object or the elements of an array in a text of JSON, by their positions.
struct JSONItems {
  struct Item {
    /// Nil in an array.
    var key: String?
    /// The value, with its key.
    var range: Range<Int>
    var value: Range<Int>
  }

  private(set) var items: [Item] = []

  /// Finds the items of the value that begins at a position; a text or a number has none.
  ///
  /// - Parameter text: valid JSON.
  init(of text: [UInt8], at start: Int) {
    let isObject = text[start] == UInt8(ascii: "{")
    guard isObject || text[start] == UInt8(ascii: "[") else { return }
    var index = start + 1
    while true {
      Self.skip(&index, text) { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
      guard index < text.count, !Self.isEnd(text[index]) else { return }
      let first = index
      var key: String?
      if isObject {
        Self.skipValue(&index, text)
        key = (try? JSON(parsing: Array(text[first..<index])))?.string
        Self.skip(&index, text) { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
      }
      let value = index
      Self.skipValue(&index, text)
      items.append(Item(key: key, range: first..<index, value: value..<index))
    }
  }

  private static func skip(_ index: inout Int, _ text: [UInt8], while holds: (UInt8) -> Bool) {
    while index < text.count, holds(text[index]) { index += 1 }
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  private static func skipValue(_ index: inout Int, _ text: [UInt8]) {
    var depth = 0
    repeat {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        index += 1
        while text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"), ...0x20: break
      default:
        // A number or a name.
        while index + 1 < text.count, text[index + 1] > 0x20, !isEnd(text[index + 1]),
          text[index + 1] != UInt8(ascii: ",")
        {
          index += 1
        }
      }
      index += 1
    } while depth > 0
  }
}
