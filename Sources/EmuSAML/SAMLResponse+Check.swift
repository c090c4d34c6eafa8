package import EmuModel

extension SAMLResponse {
  /// The production text about a response to no request.
  package static let unsolicited =
    "InResponseTo attribute must be present in both Response and SubjectConfirmationData."

  /// Checks a verified response, with production's texts.
  ///
  /// - Parameters:
  ///   - callbackURL: the address that received the response.
  ///   - requestID: nil where no request is known.
  package func check(
    _ parties: SAMLParties, callbackURL: String, requestID: String?, now: Timestamp
  ) throws(SAMLProblem) {
    try checkAddresses(parties, callbackURL: callbackURL, requestID: requestID)
    try checkTimes(now)
    let sp = parties.spEntityID
    guard !assertion.audiences.isEmpty, assertion.audiences.allSatisfy({ $0.contains(sp) }) else {
      let named = assertion.audiences.flatMap { $0 }.joined(separator: ", ").prefix(256)
      throw SAMLProblem(
        "All <AudienceRestriction>s should contain the SAML RP entity ID: '\(sp)'.",
        reason: "the assertion is for \(named.isEmpty ? "no audience" : named)")
    }
  }

  private func checkAddresses(
    _ parties: SAMLParties, callbackURL: String, requestID: String?
  ) throws(SAMLProblem) {
    if let destination, destination != callbackURL {
      throw SAMLProblem(
        "SAMLResponse destination \(destination) does not match RP callback URL \(callbackURL).",
        reason: "Destination is another address than the one that began the sign-in")
    }
    let idp = parties.idpEntityID
    if let issuer, !parties.isIssuer(issuer) {
      throw SAMLProblem(
        "SAML Response <Issuer> mismatch.",
        reason: "the Response is of \(issuer.prefix(256)), and the project's provider is \(idp)")
    }
    guard parties.isIssuer(assertion.issuer) else {
      throw SAMLProblem(
        "Assertion has Issuer \(assertion.issuer) which is different from expected Issuer \(idp).",
        reason: "the assertion is of another identity provider")
    }
    guard let requestID else { return }
    let both = [inResponseTo, assertion.confirmation.inResponseTo]
    guard !both.contains(nil) else {
      throw SAMLProblem(
        Self.unsolicited, reason: "the response is not about the request of createAuthUri")
    }
    guard both.allSatisfy({ $0 == requestID }) else {
      throw SAMLProblem(
        "InResponseTo in both Response and SubjectConfirmationData must match the request ID.",
        reason: "the response is about another request than \(requestID)")
    }
  }

  private func checkTimes(_ now: Timestamp) throws(SAMLProblem) {
    let reason = "GET /emulator/v1/clock shows whether the clock was moved"
    if let notBefore = assertion.notBefore, now < notBefore {
      throw SAMLProblem(
        "Current instant, \(now.rfc3339), is before NotBefore attribute, \(notBefore.rfc3339)",
        reason: reason)
    }
    for end in [assertion.notOnOrAfter, assertion.confirmation.notOnOrAfter] {
      guard let end, now >= end else { continue }
      throw SAMLProblem(
        "Current instant, \(now.rfc3339), is on or after NotOnOrAfter attribute, \(end.rfc3339)",
        reason: reason)
    }
  }
}
