package import EmuJSON
package import EmuModel

extension IssuerSettings {
  /// Adds, takes away and renames claims as the user has set it.
  package func apply(to claims: inout JSONObject) {
    if let more = self.claims.flatMap({ try? JSON(parsing: $0) })?.object { claims.merge(more) }
    for (standard, name) in (claimNames ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let value = claims[standard] else { continue }
      claims[standard] = nil
      claims[name] = value
    }
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
