/// A route in a router's tables: its index in the list, method and pattern.
struct RouteEntry: Sendable {
  let index: Int
  let method: Method
  let pattern: PathPattern
  let name: String
}

/// The routes that share one shape of path, by method.
struct RouteLeaf: Sendable {
  private var entries: [RouteEntry] = []

  mutating func insert(_ entry: RouteEntry) {
    for other in entries {
      precondition(
        other.method != entry.method,
        """
        Two routes for \(entry.method): \(other.pattern.text) (\(other.name)) \
        and \(entry.pattern.text) (\(entry.name))
        """)
    }
    entries.append(entry)
  }

  /// Returns the index of a method's route; GET's also serves HEAD.
  func index(for method: Method) -> Int? {
    for entry in entries where entry.method == method { return entry.index }
    return method == .head ? index(for: .get) : nil
  }

  var allowed: [Method] {
    let methods = entries.map(\.method)
    return methods.contains(.get) && !methods.contains(.head) ? methods + [.head] : methods
  }
}

/// One walk through the tree, with the path and its results.
struct RouteWalk {
  let method: Method
  /// As received; only these part a verb from its parameter.
  let raw: [String]
  /// True when a segment may be escaped.
  let isEscaped: Bool
  var values: [String] = []
  var found: Int?
  var allowed: [Method] = []

  init(method: Method, path: String) {
    self.method = method
    let bytes = Array(path.utf8)
    raw = PathSegments.of(bytes)
    isEscaped = bytes.contains(ASCII.percent)
  }

  func decoded(_ part: String) -> String { isEscaped ? PercentEncoding.decode(part) : part }

  /// Selects the leaf's route for the method, or records its methods.
  mutating func visit(_ leaf: RouteLeaf) {
    found = leaf.index(for: method)
    if found == nil {
      allowed += leaf.allowed.filter { !allowed.contains($0) }
    }
  }
}

/// A node in the tree of segments.
///
/// Neither this type nor its contents are generic: generic code called from other modules is slow.
struct RouteNode: Sendable {
  private var leaf: RouteLeaf?
  private var literals: [String: RouteNode] = [:]
  private var verbs: [String: RouteLeaf] = [:]
  /// At most one element: a struct can contain itself only in an array.
  private var parameter: [RouteNode] = []

  mutating func insert(_ entry: RouteEntry, at depth: Int) {
    guard depth < entry.pattern.segments.count else {
      leaf = leaf ?? RouteLeaf()
      leaf?.insert(entry)
      return
    }
    switch entry.pattern.segments[depth] {
    case .literal(let text):
      literals[text, default: RouteNode()].insert(entry, at: depth + 1)
    case .parameter:
      if parameter.isEmpty { parameter.append(RouteNode()) }
      parameter[0].insert(entry, at: depth + 1)
    case .parameterWithVerb(_, let verb):
      verbs[verb, default: RouteLeaf()].insert(entry)
    }
  }

  /// Continues the walk from here, and stops at the first route with the method.
  func match(_ walk: inout RouteWalk, at depth: Int) {
    guard depth < walk.raw.count else {
      if let leaf { walk.visit(leaf) }
      return
    }
    let raw = walk.raw[depth]
    let segment = walk.decoded(raw)
    literals[segment]?.match(&walk, at: depth + 1)
    if walk.found != nil || segment.isEmpty { return }
    if depth == walk.raw.count - 1, matchVerb(raw, &walk) { return }
    for child in parameter {
      walk.values.append(segment)
      child.match(&walk, at: depth + 1)
      if walk.found == nil { walk.values.removeLast() }
    }
  }

  /// Visits the routes of a verb; false when the segment has no known verb.
  private func matchVerb(_ raw: String, _ walk: inout RouteWalk) -> Bool {
    guard !verbs.isEmpty, let colon = raw.utf8.lastIndex(of: UInt8(ascii: ":")),
      colon > raw.startIndex,
      let leaf = verbs[walk.decoded(String(raw[raw.utf8.index(after: colon)...]))]
    else { return false }
    walk.visit(leaf)
    if walk.found != nil { walk.values.append(walk.decoded(String(raw[..<colon]))) }
    return true
  }
}
