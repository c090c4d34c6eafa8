internal import EmuJOSE
package import EmuModel
internal import EmuSAML

extension IssuerOptions {
  /// Ten years, in seconds.
  private static let longest: Int64 = 315_360_000

  /// Checks written options, and parses the keys of clients that are texts.
  ///
  /// - Parameter provider: the provider of the issuer.
  /// - Throws: the first problem, or the first option that this issuer does not support.
  package mutating func check(for provider: any IdentityProvider) throws(DocumentError) {
    try DocumentError.checkIssuer(issuer, "issuer")
    let hasTenants = provider.issuer?.path.contains("{tenant}") == true
    guard hasTenants || issuer?.contains("{") != true else {
      throw DocumentError(
        field: "issuer",
        message: "\(provider.id) has no tenants to replace {tenant}; write the whole address")
    }
    try Self.check("algorithms", algorithms, among: JWSAlgorithm.asymmetric.map(\.rawValue))
    for (field, seconds) in [
      ("idTokenLifetimeSeconds", idTokenLifetimeSeconds),
      ("accessTokenLifetimeSeconds", accessTokenLifetimeSeconds),
      ("refreshTokenLifetimeSeconds", refreshTokenLifetimeSeconds),
      ("codeLifetimeSeconds", codeLifetimeSeconds),
    ] { try Self.check(field, lifetime: seconds) }
    try Self.check(timeOffset: timeOffsetSeconds)
    try checkClaimNames(of: provider)
    try Self.check("defects", defects, among: Defect.allCases.map(\.rawValue))
    try checkClients(of: provider)
    for (field, value) in [
      ("rotatesRefreshTokens", rotatesRefreshTokens),
      ("requiresPushedRequests", requiresPushedRequests), ("requiresDPoP", requiresDPoP),
      ("requiresDPoPNonce", requiresDPoPNonce),
    ] where value != nil && provider.family != .oidc {
      throw DocumentError(
        field: field,
        message: "\(provider.id) does it as the real one does; leave it out, or set it of an oidc.*"
      )
    }
    try checkRequests(of: provider)
    for (index, rule) in (rules ?? []).enumerated() { try rule.check("rules[\(index)]") }
  }

  /// Rejects an offset of a token's times from the emulator's clock that is too long.
  package static func check(timeOffset seconds: Int64?) throws(DocumentError) {
    guard let seconds, !(-longest...longest).contains(seconds) else { return }
    throw DocumentError(
      field: "timeOffsetSeconds", message: "give -\(longest) to \(longest) seconds")
  }

  private func checkRequests(of provider: any IdentityProvider) throws(DocumentError) {
    let fields = [
      ("requiresSignedRequests", requiresSignedRequests == nil),
      ("requestCertificates", requestCertificates == nil),
    ]
    if provider.family != .saml, let (field, _) = fields.first(where: { !$0.1 }) {
      throw DocumentError(
        field: field, message: "\(provider.id) has no requests of SAML; set it of a saml.*")
    }
    let certificates = requestCertificates ?? []
    guard SAMLParties.keys(of: certificates).count == certificates.count else {
      throw DocumentError(
        field: "requestCertificates", message: "give certificates in PEM, or only its Base64")
    }
  }

  private static func check(
    _ field: String, _ names: [String]?, among known: [String]
  ) throws(DocumentError) {
    guard let names else { return }
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw DocumentError(
        field: field,
        message: "\(unknown.prefix(64)) is unknown; use one of \(known.joined(separator: ", "))")
    }
    guard Set(names).count == names.count, field != "algorithms" || !names.isEmpty else {
      throw DocumentError(field: field, message: "name each once, and at least one")
    }
  }

  static func check(_ field: String, lifetime seconds: Int64?) throws(DocumentError) {
    guard let seconds, !(1...longest).contains(seconds) else { return }
    throw DocumentError(field: field, message: "give 1 to \(longest) seconds")
  }
}
