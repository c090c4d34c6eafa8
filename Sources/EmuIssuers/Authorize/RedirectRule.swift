/// Where an issuer may send a person's browser.
struct RedirectRule: Sendable {
  /// The addresses that the project has registered; any will do when there are none.
  var registered: [String]
  /// Apple: no plain http, no IP address and no localhost.
  var wantsPublicHost = false
  /// Microsoft: plain http for loopback alone.
  var wantsTLS = false
  /// Whose port does not matter: an app learns it when it runs (RFC 8252 §7.3).
  var loopbackHosts: Set<String> = ["127.0.0.1", "[::1]"]

  /// - Returns: what is wrong, as a sentence; nil for an address that is taken.
  func problem(_ uri: String) -> String? {
    guard uri.utf8.allSatisfy({ (33...126).contains($0) && !Self.unwise.contains($0) }),
      let colon = uri.firstIndex(of: ":"), Self.isScheme(uri[..<colon])
    else { return "It is no absolute URI; percent-encode what is no plain character." }
    guard !uri.contains("#") else { return "A redirect URI has no fragment." }
    let scheme = uri[..<colon].lowercased()
    guard !Self.dangerous.contains(scheme) else { return "Nobody is sent to a \(scheme): address." }
    let isWeb = scheme == "http" || scheme == "https"
    if isWeb, !Self.namesHost(uri) { return "It names no host, or one that cannot be." }
    if !registered.isEmpty {
      return registered.contains { isSame(uri, $0) }
        ? nil
        : "The project has registered \(registered.joined(separator: ", ")); the two must be equal "
          + "to the letter."
    }
    if wantsPublicHost, !Self.isPublic(uri, scheme: scheme) {
      return "It must be https with a host name, which localhost and IP addresses are not; or "
        + "register it under redirectUris."
    }
    if wantsTLS, scheme == "http", Self.host(of: uri) != "localhost",
      !loopbackHosts.contains(String(Self.host(of: uri) ?? ""))
    {
      return "Plain http is for localhost alone; or register it under redirectUris."
    }
    return nil
  }

  /// The address with a slash behind its host where it has no path.
  static func withPath(_ uri: String) -> String {
    guard let authority = authority(of: uri),
      uri[authority.endIndex...].isEmpty || uri[authority.endIndex...].first == "?"
    else { return uri }
    return uri[..<authority.endIndex] + "/" + uri[authority.endIndex...]
  }

  /// The origin of a web address, or the scheme of another, for a content security policy.
  static func policySource(of uri: String) -> String? {
    guard let colon = uri.firstIndex(of: ":") else { return nil }
    let scheme = uri[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return "\(scheme):" }
    return authority(of: uri).map { "\(scheme)://\($0)" }
  }

  /// Equal, but for the port of a loopback address.
  private func isSame(_ uri: String, _ registered: String) -> Bool {
    if uri == registered { return true }
    guard let ours = Self.host(of: uri), ours == Self.host(of: registered),
      loopbackHosts.contains(String(ours))
    else { return false }
    return Self.withoutPort(uri) == Self.withoutPort(registered)
  }

  private static func withoutPort(_ uri: String) -> String? {
    guard let authority = authority(of: uri), let host = host(of: uri) else { return nil }
    return uri.replacing(authority, with: host, maxReplacements: 1)
  }

  private static func authority(of uri: String) -> Substring? {
    // Right behind the scheme: browsers go to evil.example for http:/evil.example://localhost.
    guard let colon = uri.firstIndex(of: ":"), uri[colon...].hasPrefix("://") else { return nil }
    let authority = uri[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    // A name before the host is of no use here, and misleads whoever reads the address.
    return authority.isEmpty || authority.contains("@") ? nil : authority
  }

  private static func host(of uri: String) -> Substring? {
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

  private static func isPublic(_ uri: String, scheme: String) -> Bool {
    guard scheme == "https", let host = host(of: uri), host.first != "[" else { return false }
    return host != "localhost" && host.contains { $0.isLetter }
  }

  /// RFC 3986 §3.1.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (first | 32) >= 97, (first | 32) <= 122 else { return false }
    return text.utf8.allSatisfy { byte in
      (97...122).contains(byte | 32) || (48...57).contains(byte) || Self.marks.contains(byte)
    }
  }

  private static let marks = Array("+-.".utf8)
  private static let unwise = Array("\"<>\\^`{|}".utf8)
  private static let dangerous: Set<String> = [
    "javascript", "data", "vbscript", "file", "blob", "about", "filesystem",
  ]
}
