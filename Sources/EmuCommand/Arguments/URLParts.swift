/// The parts of a URL that flags and the banner need.
struct URLParts: Sendable, Hashable {
  let scheme: String
  /// Without the brackets of an IPv6 address.
  let host: String
  /// nil when the URL has none.
  let port: UInt16?
  /// The text after the authority, with its slash; empty when there is none.
  let path: String

  /// Parses `scheme://host[:port][/…]`; nil for other forms.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    scheme = text[..<colon].lowercased()
    let rest = text[text.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    path = String(rest[end...])
    var authority = rest[..<end]
    // The last colon starts the port, unless it is inside the brackets of an IPv6 address.
    if let portColon = authority.lastIndex(of: ":"), !authority[portColon...].contains("]") {
      guard let number = UInt16(authority[authority.index(after: portColon)...]) else { return nil }
      port = number
      authority = authority[..<portColon]
    } else {
      port = nil
    }
    if authority.hasPrefix("["), authority.hasSuffix("]") {
      authority = authority.dropFirst().dropLast()
    }
    guard !scheme.isEmpty, !authority.isEmpty, !authority.contains(where: { "[]@ ".contains($0) })
    else { return nil }
    host = String(authority)
  }

  /// The port, or the default one of the scheme.
  var effectivePort: UInt16 { port ?? (scheme == "https" ? 443 : 80) }
}
