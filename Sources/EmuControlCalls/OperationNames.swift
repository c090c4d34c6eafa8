package import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import Synchronization

/// The operations of the emulator, each with its canonical name and the others that it goes by.
///
/// The canonical name is that of the route (``Route/name``), the same at the paths of v1, v2, v3 and of
/// administrators. The others follow from those paths: `getAccountInfo` and `projects.accounts:lookup`
/// are `accounts:lookup`. They are known only once every route is.
package final class OperationNames: Sendable {
  /// An operation as it may be asked for.
  package struct Operation: Sendable, Hashable {
    package var name: String
    /// In alphabetical order.
    package var otherNames: [String]
  }

  private struct State {
    var operations: [Operation] = []
    /// The canonical names by each other name.
    var canonical: [String: String] = [:]
    /// The operations at each endpoint of issuers.
    var atEndpoint: [String: Set<String>] = [:]
    /// The operations at a path, whatever the method.
    var atPath: @Sendable (String) -> Set<String> = { _ in [] }
  }

  private let state = Mutex(State())

  package init() {}

  /// Every operation, by its canonical name.
  package var all: [Operation] { state.withLock { $0.operations } }

  /// - Parameters:
  ///   - routes: every route.
  ///   - events: operations without a route.
  package func set(_ routes: [Route<Handler>], events: [String]) {
    let names = Set(routes.map(\.name) + events)
    var meant: [String: Set<String>] = [:]
    for route in routes {
      guard let other = Self.otherName(of: route.pattern), !names.contains(other) else { continue }
      meant[other, default: []].insert(route.name)
    }
    // A path with several methods names none of its operations.
    let canonical = meant.compactMapValues { $0.count == 1 ? $0.first : nil }
    let others = Dictionary(grouping: canonical.keys) { canonical[$0] ?? "" }
    let paths = Router(
      Dictionary(grouping: routes, by: \.pattern).map { pattern, routes in
        Route(.get, pattern.text, name: pattern.text, Set(routes.map(\.name)))
      })
    state.withLock { state in
      state.operations = names.sorted().map { name in
        Operation(name: name, otherNames: others[name]?.sorted() ?? [])
      }
      state.canonical = canonical
      for route in routes {
        guard let endpoint = route.payload.site?.endpoint else { continue }
        state.atEndpoint[endpoint, default: []].insert(route.name)
      }
      state.atPath = { path in
        guard case .found(let route, _) = paths.match(.get, path) else { return [] }
        return route.payload
      }
    }
  }

  /// The canonical name for a name of an operation; a pattern, or a name of none, as it is.
  package func canonical(_ name: String) -> String {
    state.withLock { $0.canonical[name] ?? name }
  }

  /// The operations at a path; none where nothing is served.
  func operations(atPath path: String) -> Set<String> { state.withLock { $0.atPath }(path) }

  /// Whether a name or pattern is of an operation at an endpoint of issuers.
  func has(_ pattern: String, atEndpoint endpoint: String) -> Bool {
    state.withLock { $0.atEndpoint[endpoint] ?? [] }.contains { name(pattern, matches: $0) }
  }

  /// Whether a name, in which `*` stands for any text, is one of those that an operation has.
  ///
  /// - Parameter operation: a canonical name.
  package func name(_ pattern: String, matches operation: String) -> Bool {
    guard pattern != operation else { return true }
    guard pattern.utf8.contains(UInt8(ascii: "*")) else { return canonical(pattern) == operation }
    let pattern = NamePattern(pattern)
    return pattern.matches(operation)
      || others(of: operation).contains(where: pattern.matches)
  }

  private func others(of operation: String) -> [String] {
    state.withLock { state in
      state.operations.first { $0.name == operation }?.otherNames ?? []
    }
  }

  /// Reads the name of an operation, or a pattern of names.
  ///
  /// - Returns: a name as its canonical one, a pattern as it is.
  /// - Throws: `INVALID_ARGUMENT` with the nearest names where no operation has the name.
  package func checked(_ pattern: String, in field: String) throws(ControlError) -> String {
    let known = all
    guard !known.contains(where: { name(pattern, matches: $0.name) }) else {
      return canonical(pattern)
    }
    let near = NearestNames.of(pattern, among: known.flatMap { [$0.name] + $0.otherNames })
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    throw .invalid(
      "\(field): \(pattern.prefix(64)) is no operation.\(hint) GET /emulator/v1/faults:describe lists "
        + "them; * stands for any text, as in accounts:signIn*.")
  }

  /// What else an operation of Google's APIs is called by its path: the v3 name, or the names of its
  /// resources; nil for any other path.
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
