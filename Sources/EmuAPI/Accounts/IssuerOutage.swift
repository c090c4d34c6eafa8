internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// The faults of a local issuer as the backend encounters them.
///
/// The backend does not call the local issuers over HTTP. Faults of their endpoints still apply to
/// a sign-in by redirect and to a revocation, as if it had called them.
struct IssuerOutage {
  enum Endpoint: String {
    case discovery, keys, token
    case userInfo = "userinfo"
    case revoke
  }

  let context: OperationContext
  let provider: any IdentityProvider
  let person: Person
  let clientID: String

  /// Returns the outage for the person of an unverified ID token.
  static func of(
    _ claims: JSONObject, context: OperationContext, provider: any IdentityProvider
  ) -> IssuerOutage {
    let client = claims["aud"]?.string ?? claims["aud"]?.array?.first?.string
    return IssuerOutage(
      context: context, provider: provider,
      person: Person(
        issuer: provider.id, subject: claims["sub"]?.string ?? "",
        email: claims["email"]?.string.map(EmailAddress.canonical)),
      clientID: client ?? "")
  }

  /// Returns true if the endpoint was called and answered without a failure.
  func hasAnswered(_ endpoint: Endpoint) -> Bool {
    guard let matching = context.runs.appliedFaults.faults(at: occasion(endpoint)) else {
      return false
    }
    return failure(among: matching, at: endpoint) == nil
  }

  /// Applies the faults of the key set, and for `oidc.*` of the discovery document.
  ///
  /// - Throws: as ``applyFaults(_:redirectURI:)``.
  func meetKeys() throws {
    guard context.services.store.hasFaults else { return }
    if provider.family == .oidc { try applyFaults(.discovery) }
    try applyFaults(.keys)
  }

  /// Applies the delay and the failure that are set for an endpoint.
  ///
  /// - Throws: `CallOut` for a delay; `INVALID_IDP_RESPONSE` with the issuer's answer in the
  ///   detail.
  func applyFaults(_ endpoint: Endpoint, redirectURI: String = "") throws {
    let delay = faults(of: endpoint).compactMap(\.effect.delayMilliseconds).reduce(0, +)
    if delay > 0 {
      try context.pause(
        CallOut.Key(name: "issuerFault", subject: endpoint.rawValue), for: .milliseconds(delay))
    }
    let matching = faults(of: endpoint)
    guard let answer = failure(among: matching, at: endpoint) else { return }
    context.explain(
      .fault, .refused,
      "A fault was set for the \(endpoint.rawValue) endpoint of \(provider: provider.id), which the backend "
        + "calls: \(matching.map(\.id).joined(separator: ", ")). GET /emulator/v1/issuers/\(provider: provider.id)/"
        + "faults lists those that are left.")
    let host = provider.productionOrigin
    throw switch endpoint {
    case .discovery, .keys:
      APIError.issuerUnreachable
    case .token, .revoke:
      APIError.refusedExchange(
        at: host, error: answer.error, redirectURI: redirectURI, status: answer.status)
    case .userInfo:
      APIError.invalidIdpResponse(
        "Error getting user info from \(host), response: error=\(answer.error), "
          + "status=\(answer.status)")
    }
  }

  /// Returns the failure among the faults. A revocation succeeds with any 2xx status, whatever the
  /// body.
  private func failure(
    among faults: [Fault], at endpoint: Endpoint
  ) -> (status: Int, error: String)? {
    let failure = faults.lazy.compactMap(\.effect.failure).first
    return endpoint == .revoke && failure.map { (200..<300).contains($0.status) } == true
      ? nil : failure
  }

  private func occasion(_ endpoint: Endpoint) -> String { "\(provider.id) \(endpoint.rawValue)" }

  private func faults(of endpoint: Endpoint) -> [Fault] {
    context.runs.appliedFaults.faults(at: occasion(endpoint)) {
      context.services.store.takeFaults(at: context.now) { field in
        switch field {
        case .endpoint: [endpoint.rawValue]
        case .project: [context.project.id]
        default: person.faultValues(field, clientID)
        }
      } where: { fault in
        // A changed content type alone has no effect on the backend.
        let isNoticed = fault.effect.failure != nil || fault.effect.delayMilliseconds != nil
        return isNoticed && !fault.corruptsTokens && fault.match.endpoint != nil
          && fault.match.operation == nil && fault.match.path == nil
      }
    }
  }
}

extension Fault.Effect {
  /// The status and error of a failed answer; nil if the answer is usable.
  ///
  /// A closed connection has neither, so the status of a gateway is returned.
  fileprivate var failure: (status: Int, error: String)? {
    if let error { return (error.status, error.message) }
    if rateLimit != nil { return (429, "temporarily_unavailable") }
    if drop == true || truncated == true { return (502, "connection_closed") }
    guard status != nil || body != nil || malformed == true else { return nil }
    let name = (body?.string).flatMap { try? JSON(parsing: $0) }?["error"]?.string
    return (status ?? 200, name.map { String($0.prefix(64)) } ?? "invalid_response")
  }
}
