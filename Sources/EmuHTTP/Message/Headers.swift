/// The header fields of a message, in order; names compare without regard to case.
package struct Headers: Sendable {
  private var fields: [(name: String, value: String)] = []

  package init() {}

  /// Creates an empty list with room for a number of fields.
  package init(capacity: Int) {
    fields.reserveCapacity(capacity)
  }

  /// The first value of a field; assigning replaces every value, nil removes the field.
  package subscript(name: String) -> String? {
    get {
      for field in fields where Self.equal(field.name, name) { return field.value }
      return nil
    }
    set {
      fields.removeAll { Self.equal($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Every value of a field, in the order received.
  package func all(_ name: String) -> [String] {
    fields.filter { Self.equal($0.name, name) }.map(\.value)
  }

  /// Appends a field, and keeps others of the same name.
  package mutating func add(_ name: String, _ value: String) {
    fields.append((name, value))
  }

  /// Adds a token to `Vary` unless it is present.
  package mutating func vary(on token: String) {
    guard let current = self["Vary"] else { return add("Vary", token) }
    let tokens = current.split(separator: ",").map { $0.drop { $0 == " " } }
    guard !tokens.contains(where: { $0 == "*" || Self.equal(String($0), token) }) else { return }
    self["Vary"] = current + ", " + token
  }

  /// Returns true for a name of a header or of a method (RFC 9110 §5.6.2).
  package static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte > 32 && byte < 127 && !separators.contains(byte)
      }
  }

  private static let separators = Array("\"(),/:;<=>?@[\\]{}".utf8)

  /// Returns true for equal names. They are ASCII, so folding the bytes is all the case folding
  /// there is.
  package static func equal(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Clients mostly write a name as we do, and two short texts are compared as two numbers.
    if left == right { return true }
    var others = right.utf8.makeIterator()
    for byte in left.utf8 {
      guard let other = others.next(),
        byte == other || ASCII.lowercased(byte) == ASCII.lowercased(other)
      else { return false }
    }
    return true
  }
}

// MARK: - RandomAccessCollection

extension Headers: RandomAccessCollection {
  package var startIndex: Int { fields.startIndex }
  package var endIndex: Int { fields.endIndex }

  package subscript(position: Int) -> (name: String, value: String) { fields[position] }
}

// MARK: - ExpressibleByDictionaryLiteral

extension Headers: ExpressibleByDictionaryLiteral {
  /// Creates the fields in the order written; names may repeat.
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }
}
