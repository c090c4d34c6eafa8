/// The segments that a path gives another meaning (RFC 3986 §3.3), so that none is an id.
package enum DotSegment {
  /// Returns true for a text of dots only, also for an empty one.
  package static func matches(_ id: String) -> Bool {
    id.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
