internal import EmuModel

extension IssuerRule {
  func check(_ path: String) throws(DocumentError) {
    for (name, value) in [
      ("clientId", match?.clientId), ("scope", match?.scope), ("audience", match?.audience),
      ("user", match?.user),
    ] { try DocumentError.check(value, "\(path).match.\(name)", limit: AccountLimits.photoURL) }
    if let scope = match?.scope, !Scopes.isName(scope) {
      throw DocumentError(
        field: "\(path).match.scope",
        message: "give one scope without spaces, which the token must have among others")
    }
    for (index, name) in (targets ?? []).enumerated() where Target(rawValue: name) == nil {
      let known = Target.allCases.map(\.rawValue).joined(separator: ", ")
      throw DocumentError(
        field: "\(path).targets[\(index)]",
        message: "\"\(name.prefix(64))\" is unknown; use \(known)")
    }
    guard targets == nil || targets?.isEmpty == false && claims != nil else {
      throw DocumentError(
        field: "\(path).targets", message: "name what gets the claims, and give claims beside it")
    }
    let lifetimes = [
      ("idTokenLifetimeSeconds", idTokenLifetimeSeconds),
      ("accessTokenLifetimeSeconds", accessTokenLifetimeSeconds),
      ("refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds),
    ]
    for (name, seconds) in lifetimes {
      try IssuerOptions.check("\(path).\(name)", lifetime: seconds)
    }
    guard claims != nil || lifetimes.contains(where: { $0.1 != nil }) else {
      throw DocumentError(
        field: path, message: "it changes nothing; give it claims or a lifetime, or leave it out")
    }
  }
}
