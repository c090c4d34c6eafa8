/// From where a relying party's credentials may be used.
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

  /// The scheme and host of `http(s)://host[:port]`, in lower case; nil for anything else.
  private static func parts(of origin: String) -> (scheme: String, host: String)? {
    let text = origin.lowercased()
    for scheme in ["https", "http"] where text.hasPrefix(scheme + "://") {
      let authority = text.dropFirst(scheme.count + 3)
      let host = authority.prefix { $0 != ":" }
      let port = authority.dropFirst(host.count).dropFirst()
      guard !host.isEmpty, !host.contains(where: { "/?#@".contains($0) }),
        port.allSatisfy({ $0.isASCII && $0.isNumber })
      else { return nil }
      return (scheme, String(host))
    }
    return nil
  }
}
