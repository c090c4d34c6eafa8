extension String {
  /// Returns true when two texts have the same bytes, as SQLite compares the keys of users.
  ///
  /// Swift's `==` is also true for different Unicode spellings of one text, which are different
  /// keys.
  package func isIdentical(to other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }

  /// True for dots alone, to which a path gives another meaning (RFC 3986 §3.3), and for an empty
  /// text; neither is an id.
  package var isDotSegment: Bool { utf8.allSatisfy { $0 == UInt8(ascii: ".") } }
}

extension UInt8 {
  /// True for a letter or a digit of ASCII.
  package var isLetterOrDigit: Bool { (97...122).contains(self | 32) || (48...57).contains(self) }
}

extension String? {
  /// Returns true when both are nil, or have the same bytes.
  package func isIdentical(to other: String?) -> Bool {
    self?.isIdentical(to: other) ?? (other == nil)
  }
}
