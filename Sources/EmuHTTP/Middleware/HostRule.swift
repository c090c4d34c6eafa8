/// The accepted values of `Host`: the guard against DNS rebinding.
///
/// A page that rebinds its own public name to this machine still sends that name. So only names
/// that public DNS cannot assign to others are accepted: IP literals, names without a dot, the
/// suffixes reserved for local use, and configured ones.
package struct HostRule: Sendable {
  /// Suffixes never delegated in public DNS (RFC 2606, 6762, 8375; ICANN for `.internal`).
  private static let localSuffixes = [
    ".localhost", ".local", ".internal", ".test", ".home.arpa",
  ]

  private let admitsAll: Bool
  private let exact: Set<String>
  private let suffixes: [String]

  /// - Parameter allowed: names; `.suffix` for a name and its subdomains; `*` for everything.
  package init(allowed: [String] = []) {
    admitsAll = allowed.contains("*")
    let names = allowed.compactMap { Host($0)?.name }
    exact = Set(names.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
    suffixes = names.filter { $0.hasPrefix(".") }
  }

  /// Returns true for an accepted `Host` header (`name[:port]`) or a missing one (HTTP/1.0).
  package func admits(_ header: String?) -> Bool {
    guard !admitsAll, let header else { return true }
    guard let host = Host(header) else { return false }
    if host.isAddress || !host.name.contains(".") { return true }
    return exact.contains(host.name)
      || Self.localSuffixes.contains { host.name.hasSuffix($0) }
      || suffixes.contains { host.name.hasSuffix($0) }
  }
}
