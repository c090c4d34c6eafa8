/// The origins that may make privileged calls: the guard against pages that call this machine.
package struct OriginRule: Sendable {
  /// The origins of apps whose pages are on the device itself.
  private static let appOrigins: Set<String> = ["capacitor://localhost", "ionic://localhost"]

  /// Accepts what no stranger can own.
  private static let local = OriginRule(hosts: HostRule())

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

  /// Returns the refusal of a privileged call, with the next step; nil for an accepted one.
  ///
  /// A page loads a frame, an image or a script by GET without an `Origin`. Browsers mark such a load
  /// from another site (Fetch Metadata); only a link that a person follows is accepted.
  package func refusal(of request: Request) -> String? {
    guard let origin = request.headers["Origin"] else {
      let site = request.headers["Sec-Fetch-Site"]
      // Pages of one local name are local, and those of one public domain are not.
      let isForeign =
        site == "cross-site"
        || site == "same-site" && !Self.local.admits("http://" + (request.headers["Host"] ?? ""))
      guard !admitsAll, isForeign, request.headers["Sec-Fetch-Dest"] != "document" else {
        return nil
      }
      return
        "Privileged calls are refused as a frame or a resource of another site's page. Open the "
        + "address itself, or fetch it from a page that --allowed-origin names."
    }
    guard !admits(origin) else { return nil }
    guard origin.contains("://"), !origin.hasSuffix("/") else {
      return
        "Privileged calls are refused from a page without an origin, such as one of a file or a "
        + "sandboxed frame. Serve the page from an http address, such as http://localhost:8000."
    }
    let shown = origin.prefix(256)
    return "Privileged calls are refused from the web origin \(shown). Start the emulator with "
      + "--allowed-origin \(shown) to let this page make them."
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
      if let host = Host(authority), host.isAddress, IPAddress(host.name)?.isLocal != true {
        return false
      }
      return hosts.admits(authority)
    }
    return false
  }

  /// Returns an origin as browsers send it: in lower case, without the port of its scheme.
  private static func normalized(_ origin: String) -> String {
    var text = origin.lowercased()
    if text.hasSuffix("/") { text.removeLast() }
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where text.hasPrefix(scheme) && text.hasSuffix(port) {
      text.removeLast(port.count)
    }
    return text
  }
}
