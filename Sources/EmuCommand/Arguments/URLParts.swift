/// A URL taken apart, as far as flags and the banner need it.
struct URLParts: Sendable, Hashable {
  let scheme: String
  /// Without the brackets of an IPv6 address.
  let host: String
  /// nil when the URL names none.
  let port: UInt16?
  /// What follows the authority, its slash included; empty when nothing does.
  let path: String

  /// Takes `scheme://host[:port][/…]` apart; nil when the text is not of that form.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    scheme = text[..<colon].lowercased()
    let rest = text[text.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    path = String(rest[end...])
    var authority = rest[..<end]
    // The last colon begins the port, unless it lies within the brackets of an IPv6 address.
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

  /// The port, or the one that the scheme stands for.
  var effectivePort: UInt16 { port ?? (scheme == "https" ? 443 : 80) }
}
