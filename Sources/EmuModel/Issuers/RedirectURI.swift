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
    guard scheme == "http" || scheme == "https" else { return nil }
    // Host and port become part of a content security policy, where a semicolon ends a directive.
    let isValid = authority(of: uri) != nil && WebAddress.problem(with: uri) == nil
    return isValid ? nil : "has no valid host"
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
}
