/// A name in which `*` stands for any text, the empty one included.
package struct NamePattern: Sendable, Hashable {
  private let parts: [Substring]

  package init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
  }

  package func matches(_ name: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first.map { $0 == name } ?? name.isEmpty
    }
    guard name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    // The earliest place of each part leaves the most to those behind it.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
