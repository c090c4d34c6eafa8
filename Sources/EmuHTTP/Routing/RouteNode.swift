/// The routes that share one shape of path, by method.
struct RouteLeaf<Payload: Sendable>: Sendable {
  private var routes: [Route<Payload>] = []

  mutating func insert(_ route: Route<Payload>) {
    for other in routes {
      precondition(
        other.method != route.method,
        """
        Two routes for \(route.method): \(other.pattern.text) (\(other.name)) \
        and \(route.pattern.text) (\(route.name))
        """)
    }
    routes.append(route)
  }

  /// The route of a method; GET's stands in for HEAD.
  func route(for method: Method) -> Route<Payload>? {
    for route in routes where route.method == method { return route }
    return method == .head ? self.route(for: .get) : nil
  }

  var allowed: [Method] {
    let methods = routes.map(\.method)
    return methods.contains(.get) && !methods.contains(.head) ? methods + [.head] : methods
  }
}

/// One way through the tree: the path on the one hand, what was found on the other.
struct RouteWalk<Payload: Sendable> {
  let method: Method
  /// As received; only these part a verb from its parameter.
  let raw: [Substring]
  var values: [String] = []
  var found: Route<Payload>?
  var allowed: [Method] = []

  init(method: Method, path: String) {
    self.method = method
    raw = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
  }

  /// Takes the leaf's route for the method, or notes which methods it has.
  mutating func visit(_ leaf: RouteLeaf<Payload>) {
    found = leaf.route(for: method)
    if found == nil {
      allowed += leaf.allowed.filter { !allowed.contains($0) }
    }
  }
}

/// A place in the tree of segments.
struct RouteNode<Payload: Sendable>: Sendable {
  private var leaf: RouteLeaf<Payload>?
  private var literals: [String: RouteNode] = [:]
  private var verbs: [String: RouteLeaf<Payload>] = [:]
  /// At most one element: a struct cannot hold itself but in an array.
  private var parameter: [RouteNode] = []

  mutating func insert(_ route: Route<Payload>, at depth: Int) {
    guard depth < route.pattern.segments.count else {
      leaf = leaf ?? RouteLeaf()
      leaf?.insert(route)
      return
    }
    switch route.pattern.segments[depth] {
    case .literal(let text):
      literals[text, default: RouteNode()].insert(route, at: depth + 1)
    case .parameter:
      if parameter.isEmpty { parameter.append(RouteNode()) }
      parameter[0].insert(route, at: depth + 1)
    case .parameterWithVerb(_, let verb):
      verbs[verb, default: RouteLeaf()].insert(route)
    }
  }

  /// Walks on from here and stops at the first route that has the method.
  func match(_ walk: inout RouteWalk<Payload>, at depth: Int) {
    guard depth < walk.raw.count else {
      if let leaf { walk.visit(leaf) }
      return
    }
    let raw = walk.raw[depth]
    let segment = PercentEncoding.decode(raw)
    literals[segment]?.match(&walk, at: depth + 1)
    if walk.found != nil || segment.isEmpty { return }
    if depth == walk.raw.count - 1, matchVerb(raw, &walk) { return }
    for child in parameter {
      walk.values.append(segment)
      child.match(&walk, at: depth + 1)
      if walk.found == nil { walk.values.removeLast() }
    }
  }

  /// Visits the routes of a verb; false when the segment does not end in one that is known here.
  private func matchVerb(_ raw: Substring, _ walk: inout RouteWalk<Payload>) -> Bool {
    guard !verbs.isEmpty, let colon = raw.lastIndex(of: ":"), colon > raw.startIndex,
      let leaf = verbs[PercentEncoding.decode(raw[raw.index(after: colon)...])]
    else { return false }
    walk.visit(leaf)
    if walk.found != nil { walk.values.append(PercentEncoding.decode(raw[..<colon])) }
    return true
  }
}
