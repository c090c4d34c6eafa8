/// The origins that may make privileged calls: the guard against pages that call this machine.
package struct OriginRule: Sendable {
  /// The origins of apps whose pages are on the device itself.
  private static let appOrigins: Set<String> = ["capacitor://localhost", "ionic://localhost"]

  private let hosts: HostRule
  private let admitsAll: Bool
  private let allowed: Set<String>

  /// - Parameters:
  ///   - hosts: the rule that the host of a web origin has to pass.
  ///   - allowed: exact origins (`https://app.example:8443`), or `*` for every one but `null`.
  package init(hosts: HostRule, allowed: [String] = []) {
    self.hosts = hosts
    admitsAll = allowed.contains("*")
    self.allowed = Set(allowed.map(Self.normalized))
  }

  /// Returns true for an accepted `Origin` of a privileged call, or a missing one.
  ///
  /// `null` is never accepted: any page can have it, with a sandboxed frame. A public IP address is
  /// as foreign as a public name. The Host rule accepts both kinds of address, since a browser
  /// sends one only to the machine that has it.
  package func admits(_ origin: String?) -> Bool {
    guard let origin else { return true }
    let normal = Self.normalized(origin)
    guard normal != "null" else { return false }
    if admitsAll || allowed.contains(normal) || Self.appOrigins.contains(normal) { return true }
    for scheme in ["http://", "https://"] where normal.hasPrefix(scheme) {
      let authority = String(normal.dropFirst(scheme.count))
      if let host = Host(authority), host.isAddress, IPLiteral(host.name)?.isLocal != true {
        return false
      }
      return hosts.admits(authority)
    }
    return false
  }

  private static func normalized(_ origin: String) -> String {
    let lower = origin.lowercased()
    return lower.hasSuffix("/") ? String(lower.dropLast()) : lower
  }
}
