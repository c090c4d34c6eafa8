/// Finds the route of a method and path.
///
/// A path that is literal throughout costs one look-up; the others walk a tree of segments, where
/// a literal goes before `{name}:verb`, and a known verb rules `{name}` out. An escaped path matches like the
/// one it decodes to, except that `%2F` never parts segments and `%3A` never starts a verb. HEAD
/// is answered by GET's route; OPTIONS is left to middleware. A slash at the end is significant.
package struct Router<Payload: Sendable>: Sendable {
  /// What a method and path lead to.
  package enum Match: Sendable {
    case found(Route<Payload>, PathParameters)
    /// The path exists, but not with this method; the methods are for the `Allow` header.
    case methodNotAllowed(allowed: [Method])
    case notFound
  }

  private let literals: [String: RouteLeaf<Payload>]
  private let root: RouteNode<Payload>

  /// Builds the tables; two routes for the same method and paths are a mistake and trap.
  package init(_ routes: [Route<Payload>]) {
    var literals: [String: RouteLeaf<Payload>] = [:]
    var root = RouteNode<Payload>()
    for route in routes {
      root.insert(route, at: 0)
      if route.pattern.parameterNames.isEmpty {
        literals[route.pattern.text, default: RouteLeaf()].insert(route)
      }
    }
    self.literals = literals
    self.root = root
  }

  /// Decides between a route, 405 and 404.
  ///
  /// - Parameter path: percent-encoded, as received, without the query.
  package func match(_ method: Method, _ path: String) -> Match {
    if let route = literals[path]?.route(for: method) { return .found(route, PathParameters()) }
    var walk = RouteWalk<Payload>(method: method, path: path)
    root.match(&walk, at: 0)
    if let route = walk.found {
      return .found(
        route, PathParameters(names: route.pattern.parameterNames, values: walk.values))
    }
    return walk.allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: walk.allowed)
  }
}
