internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// What the user has set to go wrong at one of our issuers, as the backend meets it.
///
/// The backend lives beside the issuers and calls none of them. An app that signs in by a redirect,
/// or revokes what Apple gave, must not notice: the backend fares as if it had called.
struct IssuerOutage {
  enum Endpoint: String {
    case discovery, keys, token
    case userInfo = "userinfo"
    case revoke
  }

  let context: OperationContext
  let provider: any IdentityProvider
  private let person: Person
  private let clientID: String

  init(
    context: OperationContext, provider: any IdentityProvider, person: Person, clientID: String
  ) {
    self.context = context
    self.provider = provider
    self.person = person
    self.clientID = clientID
  }

  /// The outage for the person of an ID token that is not checked yet.
  init(context: OperationContext, provider: any IdentityProvider, claims: JSONObject) {
    let client = claims["aud"]?.string ?? claims["aud"]?.array?.first?.string
    self.init(
      context: context, provider: provider,
      person: Person(
        issuer: provider.id, subject: claims["sub"]?.string ?? "",
        email: claims["email"]?.string.map(EmailAddress.canonical)),
      clientID: client ?? "")
  }

  /// Whether an endpoint was asked, and gave what it was asked for.
  func hasAnswered(_ endpoint: Endpoint) -> Bool {
    guard let met = context.metFaults.faults(at: occasion(endpoint)) else { return false }
    return failure(among: met, at: endpoint) == nil
  }

  /// Reads the issuer's keys, which those of `oidc.*` are found by its discovery document.
  ///
  /// - Throws: as ``meet(_:redirectURI:)``.
  func meetKeys() throws {
    guard context.services.store.hasFaults else { return }
    if provider.id.hasPrefix("oidc.") { try meet(.discovery) }
    try meet(.keys)
  }

  /// Waits as long as the endpoint lets one wait, and ends where it gives nothing.
  ///
  /// - Throws: `CallOut` for a wait; `INVALID_IDP_RESPONSE` with the answer in the detail.
  func meet(_ endpoint: Endpoint, redirectURI: String = "") throws {
    let delay = faults(of: endpoint).compactMap(\.effect.delayMilliseconds).reduce(0, +)
    if delay > 0 {
      try context.pause(
        CallOut.Key(name: "issuerFault", question: endpoint.rawValue), for: .milliseconds(delay))
    }
    let met = faults(of: endpoint)
    guard let answer = failure(among: met, at: endpoint) else { return }
    context.explain(
      .fault, .refused,
      "A fault was set for the \(endpoint.rawValue) endpoint of \(provider.id), which the backend "
        + "asks: \(met.map(\.id).joined(separator: ", ")). GET /emulator/v1/issuers/\(provider.id)/"
        + "faults lists those that are left.")
    let host = provider.issuer?.productionOrigin ?? provider.id
    throw switch endpoint {
    case .discovery, .keys:
      APIError.issuerUnreachable
    case .token, .revoke:
      ExchangeError.envelope(
        host: host, error: answer.error, redirectURI: redirectURI, status: answer.status)
    case .userInfo:
      APIError.invalidIdpResponse(
        "Error getting user info from \(host), response: error=\(answer.error), "
          + "status=\(answer.status)")
    }
  }

  /// A revocation is done with any good status; nothing has to stand in the body.
  private func failure(
    among faults: [Fault], at endpoint: Endpoint
  ) -> (status: Int, error: String)? {
    let failure = faults.lazy.compactMap(\.effect.failure).first
    return endpoint == .revoke && failure.map { (200..<300).contains($0.status) } == true
      ? nil : failure
  }

  private func occasion(_ endpoint: Endpoint) -> String { "\(provider.id) \(endpoint.rawValue)" }

  private func faults(of endpoint: Endpoint) -> [Fault] {
    context.metFaults.faults(at: occasion(endpoint)) {
      context.services.store.takeFaults(at: context.now) { field in
        switch field {
        case .endpoint: [endpoint.rawValue]
        case .project: [context.project.id]
        default: person.faultValues(field, clientID)
        }
      } where: { fault in
        // Another content type alone is nothing to the backend.
        let isNoticed = fault.effect.failure != nil || fault.effect.delayMilliseconds != nil
        return isNoticed && !fault.spoilsTokens && fault.match.endpoint != nil
          && fault.match.operation == nil && fault.match.path == nil
      }
    }
  }
}

extension Fault.Effect {
  /// The status and the error of an answer that is no good; nil where it is good all the same.
  ///
  /// A connection that is closed has neither: the status is that of a gateway which saw it.
  fileprivate var failure: (status: Int, error: String)? {
    if let error { return (error.code, error.message) }
    if rateLimit != nil { return (429, "temporarily_unavailable") }
    if drop == true || truncated == true { return (502, "connection_closed") }
    guard status != nil || body != nil || malformed == true else { return nil }
    let told = body.flatMap { try? JSON(parsing: $0) }?["error"]?.string
    return (status ?? 200, told.map { String($0.prefix(64)) } ?? "invalid_response")
  }
}
