/// The look-up tables of a router; they return a route's index in its list.
struct RouteTables: Sendable {
  enum Match {
    case found(Int, [String])
    case methodNotAllowed([Method])
    case notFound
  }

  private var literals: [String: RouteLeaf] = [:]
  private var root = RouteNode()

  mutating func insert(_ entry: RouteEntry) {
    root.insert(entry, at: 0)
    if entry.pattern.parameterNames.isEmpty {
      literals[entry.pattern.text, default: RouteLeaf()].insert(entry)
    }
  }

  func match(_ method: Method, _ path: String) -> Match {
    if let index = literals[path]?.index(for: method) { return .found(index, []) }
    var walk = RouteWalk(method: method, path: path)
    root.match(&walk, at: 0)
    if let index = walk.found { return .found(index, walk.values) }
    return walk.allowed.isEmpty ? .notFound : .methodNotAllowed(walk.allowed)
  }
}
