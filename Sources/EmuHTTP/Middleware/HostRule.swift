/// Which values of `Host` are served: the guard against DNS rebinding.
///
/// A page that rebinds its own public name to this machine still sends that name. So only names
/// that public DNS cannot give to a stranger are admitted: IP literals, names without a dot, the
/// suffixes kept for local use, and what the user allows.
package struct HostRule: Sendable {
  /// Suffixes never delegated in public DNS (RFC 2606, 6762, 8375; ICANN for `.internal`).
  private static let localSuffixes = [
    ".localhost", ".local", ".internal", ".test", ".home.arpa",
  ]

  private let admitsAll: Bool
  private let exact: Set<String>
  private let suffixes: [String]

  /// - Parameter allowed: names; `.suffix` for a name and all below it; `*` for everything.
  package init(allowed: [String] = []) {
    admitsAll = allowed.contains("*")
    let names = allowed.compactMap { Host($0)?.name }
    exact = Set(names.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
    suffixes = names.filter { $0.hasPrefix(".") }
  }

  /// Whether a `Host` header (`name[:port]`) is admitted; a missing one (HTTP/1.0) is.
  package func admits(_ header: String?) -> Bool {
    guard !admitsAll, let header else { return true }
    guard let host = Host(header) else { return false }
    if host.isAddress || !host.name.contains(".") { return true }
    return exact.contains(host.name)
      || Self.localSuffixes.contains { host.name.hasSuffix($0) }
      || suffixes.contains { host.name.hasSuffix($0) }
  }
}
