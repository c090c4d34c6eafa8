/// An absolute URL with a host, such as the continue URL of an action link.
package struct AbsoluteURL: Sendable, Hashable {
  package let text: String
  /// In lower case.
  package let scheme: String
  /// In lower case, without port; an IPv6 literal without its brackets.
  package let host: String

  /// Schemes with which a browser would run code or open files of this machine.
  static let forbiddenSchemes: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
  ]

  /// The maximum length in bytes; longer URLs do not fit into a link that contains them.
  package static let longest = 4096

  /// Parses a URL. Returns nil without a scheme or host, with spaces or control characters, for a
  /// URL that is too long, and for a scheme that runs code.
  ///
  /// Parsing works on bytes, as in browsers. By characters, an accent after a slash would join it
  /// and extend the host.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count <= Self.longest,
      bytes.allSatisfy({ $0 > 32 && $0 != 127 && $0 != UInt8(ascii: "\\") }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon])
    else { return nil }
    let rest = bytes[bytes.index(after: colon)...]
    let scheme = String(text[..<colon]).lowercased()
    guard rest.starts(with: "//".utf8), !Self.forbiddenSchemes.contains(scheme),
      let host = Self.host(of: rest.dropFirst(2).prefix { !Self.authorityEnds.contains($0) })
    else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = host
  }

  /// The text between scheme and path: user info, host and port.
  package var authority: Substring {
    let start = text.utf8.index(text.utf8.startIndex, offsetBy: scheme.utf8.count + 3)
    return Substring(text.utf8[start...].prefix { !Self.authorityEnds.contains($0) })
  }

  /// The text after the authority: path, query and fragment.
  package var rest: Substring { text[authority.endIndex...] }

  /// The port, or that of the scheme; nil for a text that is not a port.
  package var port: UInt16? {
    let authority = authority.utf8
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
      !authority[colon...].contains(where: { "]@".utf8.contains($0) })
    else { return scheme == "https" ? 443 : 80 }
    return UInt16(Substring(authority[colon...].dropFirst()))
  }

  /// The text after the first question mark; empty without one.
  package var queryAndFragment: Substring {
    let mark = text.utf8.firstIndex(of: UInt8(ascii: "?"))
    return mark.map { text[$0...].utf8.dropFirst() }.map(Substring.init) ?? ""
  }

  package var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// Returns true for an absolute http or https URL.
  package static func isWeb(_ text: String) -> Bool { AbsoluteURL(text)?.isWeb == true }

  package var hasFragment: Bool { text.utf8.contains(UInt8(ascii: "#")) }

  /// Returns true when the host is one of the domains or a subdomain of one.
  package func isAuthorized(by domains: [String]) -> Bool {
    // The rule of the Web SDK: an address must be equal, a name may be a subdomain. Production
    // accepts no subdomain of localhost.
    domains.contains { domain in
      let domain = domain.lowercased()
      return host == domain
        || (hasSubdomains && domain != "localhost" && host.hasSuffix("." + domain))
    }
  }

  /// IP addresses have no subdomains; hosts beyond ASCII are excluded, since browsers map them.
  private var hasSubdomains: Bool {
    let bytes = host.utf8
    let isAddress =
      bytes.contains(UInt8(ascii: ":")) || bytes.allSatisfy { (48...57).contains($0) || $0 == 46 }
    return !isAddress && bytes.allSatisfy { $0 < 128 }
  }

  private static let authorityEnds = Array("/?#".utf8)
  private static let schemeMarks = Array("+-.".utf8)
  /// The characters that RFC 3986 excludes from every part.
  static let unwise = Array("\"<>\\^`{|}".utf8)

  /// RFC 3986 §3.1.
  package static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, (97...122).contains(first | 32) else { return false }
    return text.allSatisfy { $0.isLetterOrDigit || schemeMarks.contains($0) }
  }

  /// Returns the text between user info and port (RFC 3986 §3.2).
  private static func host(of authority: Substring.UTF8View) -> String? {
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let rest = at.map { authority[$0...].dropFirst() } ?? authority
    let host: Substring.UTF8View
    let port: Substring.UTF8View
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = rest[..<end].dropFirst()
      port = rest[end...].dropFirst()
    } else {
      host = rest.prefix { $0 != UInt8(ascii: ":") }
      port = rest[host.endIndex...]
    }
    guard !host.isEmpty, isPort(port) else { return nil }
    return Substring(host).lowercased()
  }

  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first else { return true }
    return first == UInt8(ascii: ":") && text.dropFirst().allSatisfy { (48...57).contains($0) }
  }
}

/// An http or https address of visible ASCII, which is called or shown in a frame.
package enum WebAddress {
  /// Returns the problem with such an address, as a sentence; nil for a valid one.
  package static func problem(with text: String) -> String? {
    let isGood =
      text.utf8.allSatisfy { (33...126).contains($0) && !AbsoluteURL.unwise.contains($0) }
      && AbsoluteURL(text).map {
        $0.isWeb && $0.host.utf8.allSatisfy(isHostByte)
          && ($0.port ?? 0 > 0 || $0.authority.hasSuffix(":"))
      } == true
    return isGood ? nil : "write an http or https URL such as http://localhost:8080/path"
  }

  /// Of a name in lower case or an address; a semicolon would end a rule of a page's policy.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || hostMarks.contains(byte)
  }

  private static let hostMarks = Array("-._:".utf8)
}
