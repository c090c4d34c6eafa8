package enum RedirectURI {
  /// Returns the problem with a redirect URI, as the end of a sentence that begins with the URI;
  /// nil for a valid one.
  package static func problem(with uri: String) -> String? {
    guard uri.utf8.allSatisfy({ (33...126).contains($0) && !AbsoluteURL.unwise.contains($0) }),
      let scheme = scheme(of: uri)
    else {
      return "is not an absolute URI; percent-encode every character that a URI cannot contain"
    }
    guard !uri.contains("#") else { return "must have no fragment" }
    guard !AbsoluteURL.forbiddenSchemes.contains(scheme) else {
      return "has the scheme \(scheme):, which issuers do not redirect to"
    }
    let isWeb = scheme == "http" || scheme == "https"
    return isWeb && !namesHost(uri) ? "has no valid host" : nil
  }

  /// Returns the scheme in lower case; nil for a text without one (RFC 3986 §3.1).
  package static func scheme(of uri: String) -> String? {
    guard let colon = uri.firstIndex(of: ":") else { return nil }
    return AbsoluteURL.isScheme(uri[..<colon].utf8) ? uri[..<colon].lowercased() : nil
  }

  /// Returns the host and any port; nil without a host or with user info before it.
  package static func authority(of uri: String) -> Substring? {
    // Directly after the scheme: browsers go to evil.example for http:/evil.example://localhost.
    guard let colon = uri.firstIndex(of: ":"), uri[colon...].hasPrefix("://") else { return nil }
    let authority = uri[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // User info before the host has no use here and misleads readers of the address.
    return authority.isEmpty || authority.contains("@") ? nil : authority
  }

  /// An IPv6 address has its brackets.
  package static func host(of uri: String) -> Substring? {
    guard let authority = authority(of: uri) else { return nil }
    if authority.first == "[" {
      return authority.firstIndex(of: "]").map { authority[...$0] }
    }
    let host = authority.prefix { $0 != ":" }
    return host.isEmpty ? nil : host
  }

  /// Returns true for a host with a valid port or none (RFC 3986 §3.2.2). Both become part of a
  /// content security policy, where a semicolon ends a directive.
  private static func namesHost(_ uri: String) -> Bool {
    guard let authority = authority(of: uri), let host = host(of: uri) else { return false }
    let port = authority[host.endIndex...]
    guard port.isEmpty || port == ":" || port.first == ":" && UInt16(port.dropFirst()) ?? 0 > 0
    else { return false }
    if host.first == "[" {
      let address = host.dropFirst().dropLast().utf8
      return !address.isEmpty
        && address.allSatisfy { byte in isHexadecimal(byte) || byte == 58 || byte == 46 }
    }
    return host.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte | 32)
  }
}
