/// Finds the route of a method and path.
///
/// A literal path costs one look-up. Others walk a tree of segments, where a literal precedes
/// `{name}:verb`, and a known verb excludes `{name}`. An escaped path matches like the one it
/// decodes to, except that `%2F` never separates segments and `%3A` never starts a verb. GET's
/// route handles HEAD; OPTIONS is left to middleware. A trailing slash is significant.
package struct Router<Payload: Sendable>: Sendable {
  package enum Match: Sendable {
    case found(Route<Payload>, PathParameters)
    /// The path exists, but not with this method; the methods are for the `Allow` header.
    case methodNotAllowed(allowed: [Method])
    case notFound
  }

  private let routes: [Route<Payload>]
  private let tables: RouteTables

  /// Builds the tables; two routes for the same method and paths are a mistake and trap.
  package init(_ routes: [Route<Payload>]) {
    var tables = RouteTables()
    for (index, route) in routes.enumerated() {
      tables.insert(
        RouteEntry(
          index: index, method: route.method, pattern: route.pattern, name: route.name))
    }
    self.routes = routes
    self.tables = tables
  }

  /// Decides between a route, 405 and 404.
  ///
  /// - Parameter path: percent-encoded, as received, without the query.
  package func match(_ method: Method, _ path: String) -> Match {
    let (index, values, allowed) = tables.match(method, path)
    guard let route = index.map({ routes[$0] }) else {
      return allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: allowed)
    }
    return .found(route, PathParameters(names: route.pattern.parameterNames, values: values))
  }
}
