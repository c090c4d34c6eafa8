package import EmuJSON
internal import EmuModel

extension IssuerOptionsDocument {
  /// A rule for the tokens of the requests that match.
  package struct Rule: Sendable, Hashable, Decodable {
    package var match: Match?
    package var targets: [String]?
    package var claims: JSONObject?
    package var idTokenLifetimeSeconds: Int64?
    package var accessTokenLifetimeSeconds: Int64?
    package var refreshTokenLifetimeSeconds: Int64?

    package struct Match: Sendable, Hashable, Decodable {
      package var clientId: String?
      package var scope: String?
      package var audience: String?
      package var user: String?
    }
  }

  /// - Throws: the first problem of a rule, with its place.
  func checkedRules() throws(DocumentError) -> [IssuerRule]? {
    guard let rules else { return nil }
    var checked: [IssuerRule] = []
    for (index, rule) in rules.enumerated() { checked.append(try rule.checked("rules[\(index)]")) }
    return checked
  }
}

extension IssuerOptionsDocument.Rule {
  fileprivate func checked(_ path: String) throws(DocumentError) -> IssuerRule {
    var rule = IssuerRule()
    rule.match.clientID = match?.clientId
    rule.match.scope = match?.scope
    rule.match.audience = match?.audience
    rule.match.user = match?.user
    for (name, value) in [
      ("clientId", match?.clientId), ("scope", match?.scope), ("audience", match?.audience),
      ("user", match?.user),
    ] { try DocumentError.check(value, "\(path).match.\(name)", limit: AccountLimits.photoURL) }
    if let scope = match?.scope, !Scopes.isName(scope) {
      throw DocumentError(
        field: "\(path).match.scope",
        message: "give one scope without spaces, which the token must have among others")
    }
    rule.targets = try targets.map { names throws(DocumentError) in
      var targets: [IssuerRule.Target] = []
      for (index, name) in names.enumerated() {
        guard let target = IssuerRule.Target(rawValue: name) else {
          let known = IssuerRule.Target.allCases.map(\.rawValue).joined(separator: ", ")
          throw DocumentError(
            field: "\(path).targets[\(index)]",
            message: "\"\(name.prefix(64))\" is unknown; use \(known)")
        }
        targets.append(target)
      }
      return targets
    }
    guard targets == nil || targets?.isEmpty == false && claims != nil else {
      throw DocumentError(
        field: "\(path).targets", message: "name what gets the claims, and give claims beside it")
    }
    rule.claims = claims.map { JSON.object($0).serialized() }
    rule.idTokenLifetimeSeconds = try IssuerOptionsDocument.lifetime(
      "\(path).idTokenLifetimeSeconds", idTokenLifetimeSeconds)
    rule.accessTokenLifetimeSeconds = try IssuerOptionsDocument.lifetime(
      "\(path).accessTokenLifetimeSeconds", accessTokenLifetimeSeconds)
    rule.refreshTokenLifetimeSeconds = try IssuerOptionsDocument.lifetime(
      "\(path).refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds)
    var empty = IssuerRule()
    empty.match = rule.match
    guard rule != empty else {
      throw DocumentError(
        field: path, message: "it changes nothing; give it claims or a lifetime, or leave it out")
    }
    return rule
  }
}
