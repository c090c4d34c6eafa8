/// Whether an authorization code may be exchanged.
///
/// Used by the issuers' token endpoint and by the backend's own exchange, so that both refuse alike.
package enum CodeRule {
  package enum Refusal: Sendable, Hashable {
    case unknown, expired, alreadyUsed, grantRevoked
    case otherClient(String)
    case redirectMismatch
  }

  /// - Parameters:
  ///   - clients: the clients that may redeem the code; nil when any may.
  ///   - redirectURI: what the exchange names; nil when it names none.
  ///   - allowsRepeat: whether a code may be exchanged that was exchanged before.
  /// - Returns: nil when the code may be exchanged.
  package static func refusal(
    of code: AuthorizationCode?, grant: Grant?, clients: [String]?, redirectURI: String?,
    requiresRedirectURI: Bool, allowsRepeat: Bool = false, now: Timestamp
  ) -> Refusal? {
    guard let code, let grant else { return .unknown }
    if let clients, !clients.contains(code.clientID) { return .otherClient(code.clientID) }
    if code.usedAt != nil, !allowsRepeat { return .alreadyUsed }
    if now >= code.expiresAt { return .expired }
    if !grant.isActive { return .grantRevoked }
    let fits =
      redirectURI == nil && !requiresRedirectURI ? true : redirectURI == code.redirectURI
    return fits ? nil : .redirectMismatch
  }
}
