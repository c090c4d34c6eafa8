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
  package struct Operation: Codable, Sendable {
    /// The name in the request log.
    package var name: String
    /// Alternative names, such as that of v3; sorted.
    package var otherNames: [String]
  }

  /// The routes with their endpoints at issuers, not their handlers, which have these names.
  private let source = Mutex<(routes: [Route<String?>], events: [String])>(([], []))
  /// Derived at the first question: a start without one does not wait for it.
  private let derived = LazyValue<OperationTables>()
  private var tables: OperationTables {
    derived.value { source.withLock { OperationTables($0.routes, events: $0.events) } }
  }

  package init() {}

  package var all: [Operation] { tables.operations }

  /// - Parameters:
  ///   - routes: all routes.
  ///   - events: operations without a route.
  package func set(_ routes: [Route<Handler>], events: [String]) {
    let routes = routes.map { $0.with($0.payload.site?.endpoint) }
    source.withLock { $0 = (routes, events) }
  }

  /// Returns the canonical name of a name; any other text unchanged.
  package func canonical(_ name: String) -> String {
    tables.canonical[name] ?? name
  }

  package func operations(atPath path: String) -> Set<String> { tables.operations(atPath: path) }

  /// Returns true if a name or pattern matches an operation at an endpoint of issuers.
  package func has(_ pattern: String, atEndpoint endpoint: String) -> Bool {
    (tables.atEndpoint[endpoint] ?? []).contains { name(pattern, matches: $0) }
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
    tables.operations.first { $0.name == operation }?.otherNames ?? []
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
    let hint = NearestNames.hint(pattern, among: known.flatMap { [$0.name] + $0.otherNames })
    throw .invalid(
      "\(field): \(pattern.prefix(64)) is not an operation.\(hint) GET /emulator/v1/faults:describe lists "
        + "them; * matches any text, as in accounts:signIn*.")
  }
}
