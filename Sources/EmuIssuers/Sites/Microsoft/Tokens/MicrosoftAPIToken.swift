internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// A signed access token for an API, which verifies it, in the version of the API's registration.
///
/// Graph's tokens are opaque and stored; these are self-contained.
struct MicrosoftAPIToken {
  var clientID: String
  /// The API, such as `api://orders`.
  var resource: String
  var tenant: String
  /// The client's authentication: 0 for none, 1 for a secret, 2 for a key.
  var clientProof: Int
  var version: MicrosoftVersion
  var lifetime: Int64
  /// The queued answer that orders the claims.
  var answer: TokenAnswer?

  /// Returns the claims that all subjects share.
  private func claims(_ issuer: any FakeIssuer, _ call: IssuerCall) -> JSONObject {
    let start = call.now.seconds - 300
    let name = IssuerName.name(
      of: issuer.provider, tenant: tenant, issuer.options, baseURL: call.baseURL)
    return [
      "aud": .string(audience), "iss": .string(name), "iat": .int(start), "nbf": .int(start),
      "exp": .int(call.now.seconds + lifetime), "azp": .string(clientID),
      "azpacr": .string(String(clientProof)), "tid": .string(tenant), "ver": "2.0",
    ]
  }

  /// The audience: in the second version a client's id alone, or the resource.
  private var audience: String {
    guard version == .two else { return resource }
    let id = resource.hasPrefix("api://") ? resource.dropFirst(6) : resource[...]
    return MicrosoftTenant.isGUID(id) ? String(id) : resource
  }

  func signed(
    for account: MicrosoftAccount, permissions: String, _ issuer: any FakeIssuer,
    _ call: IssuerCall
  ) throws -> String {
    let person = account.person
    var claims = claims(issuer, call)
    claims["oid"] = .string(person.subject)
    claims["sub"] = .string(
      Base64URL.encode(Digest.sha256.hash(Array("\(resource)\n\(person.subject)".utf8))))
    claims.setText("name", person.name.display)
    claims.setText("preferred_username", person.email)
    claims["scp"] = .string(permissions)
    claims.merge(account.claims)
    return try sign(
      &claims,
      for: IssuedFor(
        person, clientID: clientID, scopes: Scopes(permissions), audience: [audience, resource]),
      about: person, issuer, call)
  }

  func signedForApp(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> String {
    var claims = claims(issuer, call)
    claims["oid"] = .string(Microsoft.guid(of: "\(tenant)\n\(clientID)"))
    claims["sub"] = claims["oid"]
    claims["idtyp"] = "app"
    claims["roles"] = []
    return try sign(&claims, for: issuedForApp, about: nil, issuer, call)
  }

  /// The token of the client itself, as rules match it.
  var issuedForApp: IssuedFor {
    IssuedFor(clientID: clientID, scopes: [], audience: [audience, resource], subject: clientID)
  }

  private func sign(
    _ claims: inout JSONObject, for token: IssuedFor, about person: Person?,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws -> String {
    issuer.options.applyRules(to: &claims, of: .accessToken, for: token)
    claims.merge(answer?.claims ?? [:])
    version.rename(&claims)
    issuer.provider.finish(&claims)
    return try call.signed(claims, by: issuer, .rs256, for: person, type: "JWT")
  }
}
