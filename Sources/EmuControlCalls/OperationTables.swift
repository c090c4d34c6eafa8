internal import EmuHTTP

/// The names of all operations, and the operations at each path and endpoint of issuers.
struct OperationTables: Sendable {
  /// By canonical name.
  let operations: [OperationNames.Operation]
  /// The canonical name of each alternative name.
  let canonical: [String: String]
  let atEndpoint: [String: Set<String>]
  /// The operations at each path, with any method.
  private let paths: Router<Set<String>>

  /// - Parameter routes: all routes, with their endpoints.
  init(_ routes: [Route<String?>], events: [String]) {
    let names = Set(routes.map(\.name) + events)
    var meant: [String: Set<String>] = [:]
    var atEndpoint: [String: Set<String>] = [:]
    for route in routes {
      if let endpoint = route.payload {
        atEndpoint[endpoint, default: []].insert(route.name)
      }
      guard let other = Self.otherName(of: route.pattern), !names.contains(other) else { continue }
      meant[other, default: []].insert(route.name)
    }
    // A path with several methods is not the name of an operation.
    let canonical = meant.compactMapValues { $0.count == 1 ? $0.first : nil }
    let others = Dictionary(grouping: canonical.keys) { canonical[$0] ?? "" }
    self.canonical = canonical
    self.atEndpoint = atEndpoint
    operations = names.sorted().map { name in
      OperationNames.Operation(name: name, otherNames: others[name]?.sorted() ?? [])
    }
    paths = Router(
      Dictionary(grouping: routes, by: \.pattern).map { pattern, routes in
        Route(.get, pattern.text, name: pattern.text, Set(routes.map(\.name)))
      })
  }

  /// Returns the operations at a path; empty for an unknown path.
  func operations(atPath path: String) -> Set<String> {
    guard case .found(let route, _) = paths.match(.get, path) else { return [] }
    return route.payload
  }

  /// Returns the alternative name of an operation of Google's APIs by its path: the v3 name, or the
  /// names of its resources; nil for any other path.
  ///
  ///     /identitytoolkit/v3/relyingparty/getAccountInfo  getAccountInfo
  ///     /v1/projects/{project}/accounts:lookup           projects.accounts:lookup
  static func otherName(of pattern: PathPattern) -> String? {
    var segments = pattern.text.split(separator: "/").map(String.init)
    if segments.first?.hasSuffix(".googleapis.com") == true { segments.removeFirst() }
    if segments.starts(with: ["identitytoolkit", "v3", "relyingparty"]) { return segments.last }
    guard let version = segments.first, version == "v1" || version == "v2" else { return nil }
    let names = segments.dropFirst().map { segment -> String in
      guard segment.hasPrefix("{") else { return segment }
      return segment.firstIndex(of: ":").map { String(segment[$0...]) } ?? ""
    }
    return names.filter { !$0.isEmpty }.reduce("") { path, name in
      path.isEmpty || name.hasPrefix(":") ? path + name : "\(path).\(name)"
    }
  }
}
