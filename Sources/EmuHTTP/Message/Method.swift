/// The method of a request.
///
/// Methods are case-sensitive (RFC 9110 §9.1); unknown ones are values like any other.
package struct Method: RawRepresentable, Hashable, Sendable {
  /// The method as it is sent: `GET`.
  package let rawValue: String

  /// Creates a method of any name.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads; its routes also respond to HEAD.
  package static let get = Method(rawValue: "GET")
  /// Acts, or creates.
  package static let post = Method(rawValue: "POST")
  /// Replaces.
  package static let put = Method(rawValue: "PUT")
  /// Changes a part.
  package static let patch = Method(rawValue: "PATCH")
  /// Removes.
  package static let delete = Method(rawValue: "DELETE")
  /// Reads the headers only.
  package static let head = Method(rawValue: "HEAD")
  /// Queries the options; browsers use it for preflights.
  package static let options = Method(rawValue: "OPTIONS")
}

// MARK: - CustomStringConvertible

extension Method: CustomStringConvertible {
  package var description: String { rawValue }
}
