internal import EmuModel

/// The redirect URIs that an issuer accepts.
struct RedirectRules: Sendable {
  /// True if a request without `redirect_uri` uses the first registered one.
  var impliesFirst = false
  /// The hosts with any port: an app learns its port at run time (RFC 8252 §7.3).
  var loopbackHosts: Set<String> = ["127.0.0.1", "[::1]"]
  /// True if http is accepted for loopback only, where providers must be configured.
  var requireTLS = false
  /// True if https and a host name are required, where providers must be configured.
  var requirePublicHost = false
  /// The longest redirect URI in bytes.
  var longest = 2048
  /// True if an address without a path gets a slash, in a query and in a fragment.
  var endHostsWithSlash = false
  /// True if they are valid after a sign-out as well, also of an unnamed client; otherwise the
  /// provider has separate ones.
  var serveSignOuts = false
  /// `error` and first words of the page for a rejected redirect URI.
  var refusal = (code: "invalid_request", text: "The redirect_uri is not registered.")

  /// - Parameters:
  ///   - registered: the project's addresses; if empty, any address is accepted.
  ///   - isStrict: true where providers must be configured.
  ///
  /// - Returns: the problem as a sentence; nil for an accepted address.
  func problem(_ uri: String, registered: [String], isStrict: Bool = false) -> String? {
    if let problem = RedirectURI.problem(with: uri) { return "It \(problem)." }
    let scheme = RedirectURI.scheme(of: uri)
    if !registered.isEmpty {
      return registered.contains { isSame(uri, $0) }
        ? nil
        : "The project has registered \(registered.joined(separator: ", ")); the two must be equal "
          + "to the letter."
    }
    guard isStrict else { return nil }
    if requirePublicHost, !Self.isPublic(uri, scheme: scheme) {
      return "It must be https with a host name, which localhost and IP addresses are not; or "
        + "register it under redirectUris of the provider in a seed."
    }
    if requireTLS, scheme == "http", RedirectURI.host(of: uri) != "localhost",
      !loopbackHosts.contains(String(RedirectURI.host(of: uri) ?? ""))
    {
      return "Plain http is for localhost alone; or register it under redirectUris of the provider "
        + "in a seed."
    }
    return nil
  }

  /// Returns the address with a slash after its host if it has no path.
  static func withPath(_ uri: String) -> String {
    guard let authority = RedirectURI.authority(of: uri),
      uri[authority.endIndex...].isEmpty || uri[authority.endIndex...].first == "?"
    else { return uri }
    return uri[..<authority.endIndex] + "/" + uri[authority.endIndex...]
  }

  /// Returns the origin of a web address, or the scheme of another, for a content security policy.
  static func policySource(of uri: String) -> String? {
    guard let colon = uri.firstIndex(of: ":") else { return nil }
    let scheme = uri[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return "\(scheme):" }
    return RedirectURI.authority(of: uri).map { "\(scheme)://\($0)" }
  }

  /// Compares two addresses, without the port of a loopback address.
  private func isSame(_ uri: String, _ registered: String) -> Bool {
    if uri == registered { return true }
    guard let ours = RedirectURI.host(of: uri), ours == RedirectURI.host(of: registered),
      loopbackHosts.contains(String(ours))
    else { return false }
    return Self.withoutPort(uri) == Self.withoutPort(registered)
  }

  private static func withoutPort(_ uri: String) -> String? {
    guard let authority = RedirectURI.authority(of: uri), let host = RedirectURI.host(of: uri)
    else { return nil }
    return uri.replacing(authority, with: host, maxReplacements: 1)
  }

  private static func isPublic(_ uri: String, scheme: String?) -> Bool {
    guard scheme == "https", let host = RedirectURI.host(of: uri), host.first != "[" else {
      return false
    }
    return host != "localhost" && host.contains { $0.isLetter }
  }
}
