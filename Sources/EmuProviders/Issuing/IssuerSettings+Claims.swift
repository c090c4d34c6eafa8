package import EmuJSON
package import EmuModel

extension IssuerSettings {
  /// Adds, takes away and renames claims as the user has set it.
  package func apply(to claims: inout JSONObject) {
    if let more = self.claims.flatMap({ try? JSON(parsing: $0) })?.object { claims.merge(more) }
    let renamed = (claimNames ?? [:]).sorted { $0.key < $1.key }
      .compactMap { standard, name in claims[standard].map { (standard, name, value: $0) } }
    // All are taken out first, so that two may change places.
    for (standard, _, _) in renamed { claims[standard] = nil }
    for (_, name, value) in renamed { claims[name] = value }
  }

  /// What the claims of a token are called that would have these.
  package func names(ofClaims names: [String]) -> [String] {
    var claims = JSONObject()
    for name in names { claims[name] = true }
    apply(to: &claims)
    return Array(claims.keys)
  }

  /// What every token and answer shall have wrong.
  package var standingDefects: [Defect] { (defects ?? []).compactMap(Defect.init(rawValue:)) }
}
