package import EmuJSON
package import EmuModel

extension IssuerOptions {
  /// The options in the form of a document.
  package var json: JSONObject {
    var object = JSONObject()
    object.setText("issuer", issuer)
    func texts(_ name: String, _ values: [String]?) {
      object[name] = values.map { .array($0.map(JSON.string)) }
    }
    func number(_ name: String, _ value: Int64?) { object[name] = value.map(JSON.int) }
    func flag(_ name: String, _ value: Bool?) { object[name] = value.map(JSON.bool) }
    texts("algorithms", algorithms?.map(\.rawValue))
    number("idTokenLifetimeSeconds", idTokenLifetimeSeconds)
    number("accessTokenLifetimeSeconds", accessTokenLifetimeSeconds)
    number("refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds)
    number("codeLifetimeSeconds", codeLifetimeSeconds)
    number("timeOffsetSeconds", timeOffsetSeconds)
    object["claims"] = claims.flatMap { try? JSON(parsing: $0) }
    if let claimNames {
      var names = JSONObject()
      for (name, other) in claimNames.sorted(by: { $0.key < $1.key }) { names.setText(name, other) }
      object["claimNames"] = .object(names)
    }
    texts("defects", defects)
    object["clients"] = clients.map { .array($0.map(\.json)) }
    flag("rotatesRefreshTokens", rotatesRefreshTokens)
    flag("requiresPKCE", requiresPKCE)
    flag("requiresSignedRequests", requiresSignedRequests)
    texts("requestCertificates", requestCertificates)
    flag("requiresPushedRequests", requiresPushedRequests)
    flag("requiresDPoP", requiresDPoP)
    flag("requiresDPoPNonce", requiresDPoPNonce)
    object["rules"] = rules.map { .array($0.map(\.json)) }
    return object
  }
}

extension IssuerRule {
  fileprivate var json: JSON {
    var conditions = JSONObject()
    conditions.setText("clientId", match.clientID)
    conditions.setText("scope", match.scope)
    conditions.setText("audience", match.audience)
    conditions.setText("user", match.user)
    var object = JSONObject()
    if !conditions.isEmpty { object["match"] = .object(conditions) }
    object["targets"] = targets.map { .array($0.map { .string($0.rawValue) }) }
    object["claims"] = claims.flatMap { try? JSON(parsing: $0) }
    object["idTokenLifetimeSeconds"] = idTokenLifetimeSeconds.map(JSON.int)
    object["accessTokenLifetimeSeconds"] = accessTokenLifetimeSeconds.map(JSON.int)
    object["refreshTokenLifetimeSeconds"] = refreshTokenLifetimeSeconds.map(JSON.int)
    return .object(object)
  }
}

extension IssuerClient {
  fileprivate var json: JSON {
    var object: JSONObject = ["clientId": .string(clientID)]
    object.setText("clientSecret", clientSecret)
    object["clientKeys"] = clientKeys.flatMap { try? JSON(parsing: $0) }
    object["redirectUris"] = redirectURIs.map { .array($0.map(JSON.string)) }
    object["postLogoutRedirectUris"] = postLogoutRedirectURIs.map { .array($0.map(JSON.string)) }
    object.setText("authentication", authentication)
    return .object(object)
  }
}
