package import EmuJSON
package import EmuModel

extension IssuerOptions {
  /// Adds, removes and renames claims by the user's options.
  package func apply(to claims: inout JSONObject) {
    claims.merge(self.claims ?? [:])
    let renamed = (claimNames ?? [:]).sorted { $0.key < $1.key }
      .compactMap { standard, name in claims[standard].map { (standard, name, value: $0) } }
    // All are removed first, so that two may be exchanged.
    for (standard, _, _) in renamed { claims[standard] = nil }
    for (_, name, value) in renamed { claims[name] = value }
  }

  /// Applies the claims of the rules for a token, which come after the user's other options.
  package func applyRules(
    to claims: inout JSONObject, of target: IssuerRule.Target,
    for token: @autoclosure () -> IssuedFor
  ) {
    for rule in rules(for: token()) where rule.targets?.contains(target.rawValue) ?? true {
      claims.merge(rule.claims ?? [:])
    }
  }

  /// Returns the final names of a token's claims.
  package func names(ofClaims names: [String]) -> [String] {
    var claims = JSONObject()
    for name in names { claims[name] = true }
    apply(to: &claims)
    return Array(claims.keys)
  }

  /// The defects of every token and response.
  package var standingDefects: [Defect] { (defects ?? []).compactMap(Defect.init(rawValue:)) }
}
