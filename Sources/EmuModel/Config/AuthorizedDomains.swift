/// The domains that a continue URL may have.
package struct AuthorizedDomains: ConfigSection {
  package var domains: [String]

  package init(_ domains: [String]) { self.domains = domains }

  package func check() throws(ConfigProblem) {
    for (index, domain) in domains.enumerated() where !Self.isDomain(domain) {
      throw ConfigProblem(
        at: "[\(index)]",
        domain.isEmpty
          ? "An authorized domain is empty."
          : "\(domain) should only contain the valid domain.",
        "INVALID_AUTHORIZED_DOMAIN", inProductionOnly: true)
    }
  }

  /// Returns true for letters, digits and hyphens with dots between, such as `localhost`.
  package static func isDomain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
  }
}
