internal import EmuModel

/// Scopes as Microsoft reads them: each belongs to a resource, and those without one to Graph.
struct MicrosoftScopes: Sendable {
  static let graph = "https://graph.microsoft.com"
  /// What OpenID Connect defines, which goes with any resource.
  static let standard: Set<String> = ["openid", "profile", "email", "offline_access"]

  let scopes: Scopes

  init(_ scopes: Scopes) { self.scopes = scopes }

  /// The resources that are asked for, without repetition.
  var resources: [String] {
    var found: [String] = []
    for name in scopes.names where !Self.standard.contains(name) {
      let resource = Self.resource(of: name)
      if !found.contains(resource) { found.append(resource) }
    }
    return found
  }

  /// The API other than Graph that a token is for; nil for Graph.
  var api: String? { resources.first { $0 != Self.graph } }

  /// What the token endpoint returns: `offline_access` shows in the refresh token alone.
  var told: String {
    scopes.names.filter { $0 != "offline_access" }.joined(separator: " ")
  }

  /// The scopes without their resource, as `scp` has them.
  var permissions: String {
    scopes.names.filter { !Self.standard.contains($0) }.map(Self.permission)
      .joined(separator: " ")
  }

  /// What a renewal may ask for: all that was ever consented to, in either spelling, with what
  /// needs no consent of its own.
  static func renewable(_ granted: [String]) -> Scopes {
    let graphs =
      ["User.Read"]
      + granted.filter { !standard.contains($0) && resource(of: $0) == graph }.map(permission)
    let resources = MicrosoftScopes(Scopes(granted)).resources + [graph]
    return Scopes(
      granted + standard.sorted() + graphs + graphs.map { "\(graph)/\($0)" }
        + resources.map { "\($0)/.default" })
  }

  /// `api://orders/read` is of `api://orders`; a name without a slash is Graph's.
  static func resource(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else { return graph }
    let resource = name[..<slash].hasSuffix("/") ? name[..<slash].dropLast() : name[..<slash]
    return graphs.contains(String(resource)) ? graph : String(resource)
  }

  /// Graph by its id, and the service before it by name and id.
  private static let graphs: Set<String> = [
    "00000003-0000-0000-c000-000000000000", "https://graph.windows.net",
    "00000002-0000-0000-c000-000000000000",
  ]

  private static func permission(_ name: String) -> String {
    name.lastIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
