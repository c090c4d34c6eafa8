/// What makes a text an address to which a person's browser may be sent, whoever registered it.
package enum RedirectAddress {
  /// - Returns: what is wrong, as a sentence; nil for an address.
  package static func problem(_ uri: String) -> String? {
    guard uri.utf8.allSatisfy({ (33...126).contains($0) && !unwise.contains($0) }),
      let colon = uri.firstIndex(of: ":"), isScheme(uri[..<colon])
    else { return "It is no absolute URI; percent-encode what is no plain character." }
    guard !uri.contains("#") else { return "A redirect URI has no fragment." }
    let scheme = uri[..<colon].lowercased()
    guard !dangerous.contains(scheme) else { return "Nobody is sent to a \(scheme): address." }
    let isWeb = scheme == "http" || scheme == "https"
    return isWeb && !namesHost(uri) ? "It names no host, or one that cannot be." : nil
  }

  /// The scheme in lower case; nil for what is no absolute URI.
  package static func scheme(of uri: String) -> String? {
    uri.firstIndex(of: ":").map { uri[..<$0].lowercased() }
  }

  /// The host with its port.
  package static func authority(of uri: String) -> Substring? {
    guard let start = uri.firstRange(of: "://") else { return nil }
    let authority = uri[start.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A name before the host is of no use here, and misleads whoever reads the address.
    return authority.isEmpty || authority.contains("@") ? nil : authority
  }

  /// An IPv6 address comes with its brackets.
  package static func host(of uri: String) -> Substring? {
    guard let authority = authority(of: uri) else { return nil }
    if authority.first == "[" {
      return authority.firstIndex(of: "]").map { authority[...$0] }
    }
    let host = authority.prefix { $0 != ":" }
    return host.isEmpty ? nil : host
  }

  /// Whether there is a host with a port that can be, if any (RFC 3986 §3.2.2); both come to stand
  /// in a content security policy, where a semicolon ends a rule.
  private static func namesHost(_ uri: String) -> Bool {
    guard let authority = authority(of: uri), let host = host(of: uri) else { return false }
    let port = authority[host.endIndex...]
    guard port.isEmpty || port == ":" || port.first == ":" && UInt16(port.dropFirst()) ?? 0 > 0
    else { return false }
    if host.first == "[" {
      return host.dropFirst().dropLast().utf8.allSatisfy { byte in
        isHexadecimal(byte) || byte == 58 || byte == 46
      }
    }
    return host.utf8.allSatisfy { byte in
      (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 45 || byte == 46
        || byte == 95
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte | 32)
  }

  /// RFC 3986 §3.1.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (first | 32) >= 97, (first | 32) <= 122 else { return false }
    return text.utf8.allSatisfy { byte in
      (97...122).contains(byte | 32) || (48...57).contains(byte) || marks.contains(byte)
    }
  }

  private static let marks = Array("+-.".utf8)
  private static let unwise = Array("\"<>\\^`{|}".utf8)
  private static let dangerous: Set<String> = [
    "javascript", "data", "vbscript", "file", "blob", "about", "filesystem",
  ]
}
