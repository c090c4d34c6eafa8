/// Where an action link sends people on to: an absolute URL with a host.
package struct ContinueURL: Sendable, Hashable {
  /// The URL as given.
  package let text: String
  /// In lower case.
  package let scheme: String
  /// In lower case, without port; an IPv6 literal without its brackets.
  package let host: String

  /// Schemes under which a browser would run or open something of this machine's.
  private static let forbiddenSchemes: Set<String> = [
    "about", "blob", "data", "file", "javascript", "vbscript", "view-source",
  ]

  /// The longest URL that is taken, in bytes; longer ones do not fit into a link that carries them.
  package static let longest = 4096

  /// Reads a URL; nil when it has no scheme or no host, holds spaces or control characters, is too
  /// long, or would run something instead of leading somewhere.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest,
      text.utf8.allSatisfy({ $0 > 32 && $0 != 127 && $0 != UInt8(ascii: "\\") }),
      let mark = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard Self.isScheme(scheme), !Self.forbiddenSchemes.contains(scheme) else { return nil }
    let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
    guard let host = Self.host(of: authority) else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = host
  }

  /// Whether one of the domains is the host's, or one above it.
  package func isAuthorized(by domains: [String]) -> Bool {
    Self.isAuthorized(host: host, by: domains)
  }

  /// The rule of the Web SDK: an address must be equal, a name may be a subdomain.
  package static func isAuthorized(host: String, by domains: [String]) -> Bool {
    domains.contains { domain in
      let domain = domain.lowercased()
      return host == domain || (!isAddress(host) && host.hasSuffix("." + domain))
    }
  }

  private static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
  }

  /// RFC 3986 §3.1.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, (97...122).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }

  /// RFC 3986 §3.2: what stands between the user and the port.
  private static func host(of authority: Substring) -> String? {
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    let rest = place ?? authority
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      let literal = rest[rest.index(after: rest.startIndex)..<end]
      return isPort(rest[rest.index(after: end)...]) && !literal.isEmpty
        ? literal.lowercased() : nil
    }
    let host = rest.prefix { $0 != ":" }
    guard !host.isEmpty, isPort(rest[host.endIndex...]) else { return nil }
    return host.lowercased()
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard let first = text.first else { return true }
    return first == ":" && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
  }
}
