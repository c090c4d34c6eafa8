/// The look-up tables of a router; they return a route's index in its list.
struct RouteTables: Sendable {
  private var literals: [String: RouteLeaf] = [:]
  private var root = RouteNode()

  mutating func insert(_ entry: RouteEntry) {
    root.insert(entry, at: 0)
    if entry.pattern.parameterNames.isEmpty {
      literals[entry.pattern.text, default: RouteLeaf()].insert(entry)
    }
  }

  /// - Returns: no index and the allowed methods where the path has other methods alone.
  func match(
    _ method: Method, _ path: String
  ) -> (index: Int?, values: [String], allowed: [Method]) {
    if let index = literals[path]?.index(for: method) { return (index, [], []) }
    var walk = RouteWalk(method: method, path: path)
    root.match(&walk, at: 0)
    return (walk.found, walk.values, walk.allowed)
  }
}
