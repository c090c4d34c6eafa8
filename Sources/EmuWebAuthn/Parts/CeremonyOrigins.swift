/// The origins that may use a relying party's credentials.
package enum CeremonyOrigins: Sendable, Hashable {
  /// Pages on the relying party's own domain or below it, over https or on this machine, and apps:
  /// the system binds those to the domain.
  case relyingParty
  /// Exactly these.
  case listed([String])

  /// - Parameters:
  ///   - origin: as the client data has it, such as `https://example.com:8443` or
  ///     `android:apk-key-hash:…`.
  ///   - relyingPartyID: a domain.
  package func admit(_ origin: String, relyingPartyID: String) -> Bool {
    switch self {
    case .listed(let origins): return origins.contains(origin)
    case .relyingParty:
      if Self.appPrefixes.contains(where: origin.hasPrefix) { return true }
      guard let (scheme, host) = Self.parts(of: origin) else { return false }
      let domain = relyingPartyID.lowercased()
      guard host == domain || host.hasSuffix("." + domain) else { return false }
      return scheme == "https" || host == "localhost" || host.hasSuffix(".localhost")
    }
  }

  private static let appPrefixes = ["android:apk-key-hash:", "ios:bundle-id:"]

  /// Returns the scheme and host of `http(s)://host[:port]`, in lower case; nil for anything else.
  private static func parts(of origin: String) -> (scheme: String, host: String)? {
    // A browser writes origins in ASCII; by characters, an accent would hide the slash before it.
    let bytes = origin.lowercased().utf8
    for scheme in ["https", "http"] where bytes.starts(with: "\(scheme)://".utf8) {
      let authority = bytes.dropFirst(scheme.utf8.count + 3)
      let host = authority.prefix { $0 != UInt8(ascii: ":") }
      let port = authority[host.endIndex...].dropFirst()
      guard !host.isEmpty, host.allSatisfy(isHostByte),
        port.allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return (scheme, String(Substring(host)))
    }
    return nil
  }

  /// Returns true for a byte of a name: no relying party has an IP address.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || hostMarks.contains(byte)
  }

  private static let hostMarks = Array("-._".utf8)
}
