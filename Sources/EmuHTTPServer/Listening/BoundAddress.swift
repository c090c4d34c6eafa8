/// An address that a server listens on.
package struct BoundAddress: Sendable, Hashable {
  /// An IP literal without brackets.
  package let host: String
  /// The port, chosen by the system if 0 was requested.
  package let port: UInt16
  /// True for TLS.
  package let isSecure: Bool

  /// `http://127.0.0.1:9099`, without a slash at the end.
  package var url: String {
    let authority = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "https" : "http")://\(authority):\(port)"
  }
}
