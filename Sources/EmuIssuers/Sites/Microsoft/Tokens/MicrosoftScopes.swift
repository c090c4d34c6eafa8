internal import EmuModel

/// Scopes in Microsoft's interpretation: each belongs to a resource, by default Graph.
struct MicrosoftScopes: Sendable {
  static let graph = "https://graph.microsoft.com"
  /// The scopes of OpenID Connect, which apply to any resource.
  static let standard: Set<String> = ["openid", "profile", "email", "offline_access"]

  let scopes: Scopes

  init(_ scopes: Scopes) { self.scopes = scopes }

  /// The requested resources, without repetition.
  var resources: [String] {
    var found: [String] = []
    for name in scopes.names where !Self.standard.contains(name) {
      let resource = Self.resource(of: name)
      if !found.contains(resource) { found.append(resource) }
    }
    return found
  }

  /// The API of a token; nil for Graph.
  var api: String? { resources.first { $0 != Self.graph } }

  /// The scopes in the token response: of an app's API its scopes alone, otherwise all but
  /// `offline_access`, which only affects the refresh token.
  var inTokenResponse: String {
    scopes.names.filter { name in
      api.map { !Self.standard.contains(name) && Self.resource(of: name) == $0 }
        ?? (name != "offline_access")
    }.joined(separator: " ")
  }

  /// Returns the scopes without their resource, for `scp`. `.default` means those of the consent, and
  /// stays where that names none.
  func permissions(granted: Scopes) -> String {
    let own = scopes.names.filter { !Self.standard.contains($0) }
    guard let all = own.first(where: { Self.permission($0) == Self.everything }) else {
      return own.map(Self.permission).joined(separator: " ")
    }
    let resource = Self.resource(of: all)
    let names = granted.names
      .filter { !Self.standard.contains($0) && Self.resource(of: $0) == resource }
      .map(Self.permission).filter { $0 != Self.everything }
    return names.isEmpty ? Self.everything : names.joined(separator: " ")
  }

  private static let everything = ".default"

  /// Returns true for a scope that a renewal may request: a consented one, or one that needs no
  /// consent.
  func cover(_ scope: String) -> Bool {
    let key = Self.key(scope)
    let resource = Self.resource(of: scope)
    return Self.standard.contains(scope) || key == Self.key("User.Read")
      || scopes.names.contains { Self.key($0) == key }
      || Self.permission(scope) == Self.everything && (resources + [Self.graph]).contains(resource)
  }

  /// Returns a scope as it is compared: with its resource, without regard to case.
  static func key(_ name: String) -> String {
    "\(resource(of: name))/\(permission(name))".lowercased()
  }

  /// Returns the refusal of scopes of several resources.
  static func problem(of names: [String]) -> OAuthError? {
    guard MicrosoftScopes(Scopes(names)).resources.count > 1 else { return nil }
    return OAuthError(
      "invalid_scope", "A request may name one resource.", problem: .numbered(28000, [:]))
  }

  /// Returns the resource: `api://orders/read` belongs to `api://orders`; a name without a slash to
  /// Graph.
  static func resource(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else { return graph }
    let resource = name[..<slash].hasSuffix("/") ? name[..<slash].dropLast() : name[..<slash]
    return graphs.contains(String(resource)) ? graph : String(resource)
  }

  /// Graph's id, and the name and id of its predecessor.
  private static let graphs: Set<String> = [
    "00000003-0000-0000-c000-000000000000", "https://graph.windows.net",
    "00000002-0000-0000-c000-000000000000",
  ]

  private static func permission(_ name: String) -> String {
    name.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
