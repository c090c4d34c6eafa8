package import EmuJSON
package import EmuModel

/// The options of an issuer as `PATCH issuers/{id}` and seeds write them.
///
/// Every field is one of ``IssuerOptions``; the claims and the clients' keys are JSON here.
package struct IssuerOptionsDocument: Sendable, Hashable, Decodable {
  package var issuer: String?
  package var algorithms: [String]?
  package var idTokenLifetimeSeconds: Int64?
  package var accessTokenLifetimeSeconds: Int64?
  package var refreshTokenLifetimeSeconds: Int64?
  package var codeLifetimeSeconds: Int64?
  package var timeOffsetSeconds: Int64?
  package var claims: JSONObject?
  package var claimNames: [String: String]?
  package var defects: [String]?
  package var clients: [Client]?
  package var rotatesRefreshTokens: Bool?
  package var requiresPKCE: Bool?
  package var requiresSignedRequests: Bool?
  package var requestCertificates: [String]?
  package var requiresPushedRequests: Bool?
  package var requiresDPoP: Bool?
  package var requiresDPoPNonce: Bool?
  package var rules: [Rule]?

  package struct Client: Sendable, Hashable, Decodable {
    package var clientId: String
    package var clientSecret: String?
    /// A JWK set, as an object or as text.
    package var clientKeys: JSON?
    package var redirectUris: [String]?
    package var postLogoutRedirectUris: [String]?
    package var authentication: String?
  }
}

extension IssuerOptionsDocument {
  /// Ten years, in seconds.
  private static let longest: Int64 = 315_360_000

  /// Returns the options of the document.
  ///
  /// - Parameter provider: the provider of the issuer.
  /// - Throws: the first problem, or the first option that this issuer does not support.
  package func settings(
    of provider: any IdentityProvider
  ) throws(DocumentError) -> IssuerOptions {
    var settings = IssuerOptions()
    try DocumentError.checkIssuer(issuer, "issuer")
    try checkTenants(of: provider)
    settings.issuer = issuer
    settings.algorithms = try checked(
      "algorithms", algorithms, among: SigningAlgorithm.allCases.map(\.rawValue)
    )?.compactMap(SigningAlgorithm.init(rawValue:))
    settings.idTokenLifetimeSeconds = try Self.lifetime(
      "idTokenLifetimeSeconds", idTokenLifetimeSeconds)
    settings.accessTokenLifetimeSeconds = try Self.lifetime(
      "accessTokenLifetimeSeconds", accessTokenLifetimeSeconds)
    settings.refreshTokenLifetimeSeconds = try Self.lifetime(
      "refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds)
    settings.codeLifetimeSeconds = try Self.lifetime("codeLifetimeSeconds", codeLifetimeSeconds)
    settings.timeOffsetSeconds = try Self.checkedOffset(timeOffsetSeconds)
    settings.claims = claims.map { JSON.object($0).serialized() }
    settings.claimNames = try checkedClaimNames(of: provider)
    settings.defects = try checked("defects", defects, among: Defect.allCases.map(\.rawValue))
    settings.clients = try checkedClients(of: provider)
    for (field, value) in [
      ("rotatesRefreshTokens", rotatesRefreshTokens),
      ("requiresPushedRequests", requiresPushedRequests), ("requiresDPoP", requiresDPoP),
      ("requiresDPoPNonce", requiresDPoPNonce),
    ] where value != nil && !provider.id.hasPrefix("oidc.") {
      throw DocumentError(
        field: field,
        message: "\(provider.id) does it as the real one does; leave it out, or set it of an oidc.*"
      )
    }
    settings.rotatesRefreshTokens = rotatesRefreshTokens
    settings.requiresPKCE = requiresPKCE
    try checkRequests(of: provider)
    settings.requiresSignedRequests = requiresSignedRequests
    settings.requestCertificates = requestCertificates
    settings.requiresPushedRequests = requiresPushedRequests
    settings.requiresDPoP = requiresDPoP
    settings.requiresDPoPNonce = requiresDPoPNonce
    settings.rules = try checkedRules()
    return settings
  }

  /// An offset of a token's times from the emulator's clock.
  package static func checkedOffset(
    _ seconds: Int64?
  ) throws(DocumentError) -> Int64? {
    guard let seconds, !(-longest...longest).contains(seconds) else { return seconds }
    throw DocumentError(
      field: "timeOffsetSeconds", message: "give -\(longest) to \(longest) seconds")
  }

  private func checkTenants(of provider: any IdentityProvider) throws(DocumentError) {
    let hasTenants = provider.issuer?.path.contains("{tenant}") == true
    guard !hasTenants, issuer?.contains("{") == true else { return }
    throw DocumentError(
      field: "issuer",
      message:
        "\(provider.id) has no tenants to replace {tenant}; write the whole address")
  }

  private func checkRequests(of provider: any IdentityProvider) throws(DocumentError) {
    let fields = [
      ("requiresSignedRequests", requiresSignedRequests == nil),
      ("requestCertificates", requestCertificates == nil),
    ]
    if !(provider is SAML), let (field, _) = fields.first(where: { !$0.1 }) {
      throw DocumentError(
        field: field, message: "\(provider.id) has no requests of SAML; set it of a saml.*")
    }
    let certificates = requestCertificates ?? []
    guard SAMLParties.keys(of: certificates).count == certificates.count else {
      throw DocumentError(
        field: "requestCertificates", message: "give certificates in PEM, or only its Base64")
    }
  }

  private func checked(
    _ field: String, _ names: [String]?, among known: [String]
  ) throws(DocumentError) -> [String]? {
    guard let names else { return nil }
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw DocumentError(
        field: field,
        message: "\(unknown.prefix(64)) is unknown; use one of \(known.joined(separator: ", "))")
    }
    guard Set(names).count == names.count, field != "algorithms" || !names.isEmpty else {
      throw DocumentError(field: field, message: "name each once, and at least one")
    }
    return names
  }

  static func lifetime(
    _ field: String, _ seconds: Int64?
  ) throws(DocumentError) -> Int64? {
    guard let seconds, !(1...longest).contains(seconds) else { return seconds }
    throw DocumentError(field: field, message: "give 1 to \(longest) seconds")
  }
}
