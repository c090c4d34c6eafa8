package import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import Synchronization

/// The operations of the emulator with their canonical and alternative names.
///
/// The canonical name is the route's (``Route/name``), the same for the paths of v1, v2, v3 and of
/// administrators. The others are derived from those paths: `getAccountInfo` and
/// `projects.accounts:lookup` are `accounts:lookup`. They are set after all routes are known.
package final class OperationNames: Sendable {
  /// An operation with its names.
  package struct Operation: Sendable, Hashable {
    package var name: String
    /// Sorted.
    package var otherNames: [String]
  }

  private struct State {
    var operations: [Operation] = []
    /// The canonical name of each alternative name.
    var canonical: [String: String] = [:]
    /// The operations at each endpoint of issuers.
    var atEndpoint: [String: Set<String>] = [:]
    /// Returns the operations at a path, with any method.
    var atPath: @Sendable (String) -> Set<String> = { _ in [] }
  }

  private let state = Mutex(State())

  package init() {}

  /// All operations, by canonical name.
  package var all: [Operation] { state.withLock { $0.operations } }

  /// - Parameters:
  ///   - routes: all routes.
  ///   - events: operations without a route.
  package func set(_ routes: [Route<Handler>], events: [String]) {
    let names = Set(routes.map(\.name) + events)
    var meant: [String: Set<String>] = [:]
    for route in routes {
      guard let other = Self.otherName(of: route.pattern), !names.contains(other) else { continue }
      meant[other, default: []].insert(route.name)
    }
    // A path with several methods is no name of an operation.
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

  /// Returns the canonical name of a name; any other text unchanged.
  package func canonical(_ name: String) -> String {
    state.withLock { $0.canonical[name] ?? name }
  }

  /// Returns the operations at a path; empty for an unknown path.
  func operations(atPath path: String) -> Set<String> { state.withLock { $0.atPath }(path) }

  /// Returns true if a name or pattern matches an operation at an endpoint of issuers.
  func has(_ pattern: String, atEndpoint endpoint: String) -> Bool {
    state.withLock { $0.atEndpoint[endpoint] ?? [] }.contains { name(pattern, matches: $0) }
  }

  /// Returns true if a pattern, in which `*` is any text, matches a name of an operation.
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

  /// Checks the name of an operation, or a pattern of names.
  ///
  /// - Returns: the canonical name, or the pattern unchanged.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the nearest names if no operation matches.
  package func checked(_ pattern: String, in field: String) throws(ControlError) -> String {
    let known = all
    guard !known.contains(where: { name(pattern, matches: $0.name) }) else {
      return canonical(pattern)
    }
    let near = NearestNames.of(pattern, among: known.flatMap { [$0.name] + $0.otherNames })
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    throw .invalid(
      "\(field): \(pattern.prefix(64)) is not an operation.\(hint) GET /emulator/v1/faults:describe lists "
        + "them; * matches any text, as in accounts:signIn*.")
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
