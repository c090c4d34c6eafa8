/// A name in which `*` matches any text, including the empty one.
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
    // Matching each part as early as possible leaves the most text to the following parts.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
