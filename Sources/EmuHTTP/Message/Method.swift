/// The method of a request.
///
/// Methods are case-sensitive (RFC 9110 §9.1); unknown ones are values like any other.
package struct Method: RawRepresentable, Hashable, Sendable {
  /// The method as it is sent: `GET`.
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads; its routes also respond to HEAD.
  package static let get = Method(rawValue: "GET")
  package static let post = Method(rawValue: "POST")
  package static let put = Method(rawValue: "PUT")
  package static let patch = Method(rawValue: "PATCH")
  package static let delete = Method(rawValue: "DELETE")
  package static let head = Method(rawValue: "HEAD")
  /// Queries the options; browsers use it for preflights.
  package static let options = Method(rawValue: "OPTIONS")
}

// MARK: - CustomStringConvertible

extension Method: CustomStringConvertible {
  package var description: String { rawValue }
}
