internal import EmuJOSE
internal import EmuJSON
package import EmuModel

extension IssuerOptions {
  /// Ten years, in seconds.
  private static let longest: Int64 = 315_360_000

  /// Checks written options, and parses the keys of clients that are texts.
  ///
  /// - Parameter provider: the provider of the issuer.
  /// - Throws: the first problem, or the first option that this issuer does not support.
  package mutating func check(for provider: any IdentityProvider) throws(DocumentError) {
    try checkFamily(of: provider)
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
    for (index, rule) in (rules ?? []).enumerated() { try rule.check("rules[\(index)]") }
  }

  /// Rejects an offset of a token's times from the emulator's clock that is too long.
  package static func check(timeOffset seconds: Int64?) throws(DocumentError) {
    guard let seconds, !(-longest...longest).contains(seconds) else { return }
    throw DocumentError(
      field: "timeOffsetSeconds", message: "give -\(longest) to \(longest) seconds")
  }

  private static let ofOIDC: Set = [
    "rotatesRefreshTokens", "requiresPushedRequests", "requiresDPoP", "requiresDPoPNonce",
  ]

  /// Rejects an option that the issuers of another family have.
  private func checkFamily(of provider: any IdentityProvider) throws(DocumentError) {
    for field in (try? JSONEncoding.tree(of: self).object?.keys) ?? [] {
      let problem: String? =
        switch provider.family {
        case .saml where field != "defects":
          "has no such option, since it answers by SAML; set it of an oidc.*, or leave it out"
        case .social where Self.ofOIDC.contains(field):
          "does it as the real one does; leave it out, or set it of an oidc.*"
        default: nil
        }
      guard let problem else { continue }
      throw DocumentError(field: field, message: "\(provider.id) \(problem)")
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
