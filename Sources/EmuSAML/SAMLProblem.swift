/// The reason that a response of SAML is refused.
package struct SAMLProblem: Error, Sendable, Hashable {
  /// The detail of `INVALID_IDP_RESPONSE`.
  package var detail: String
  /// A sentence without its end, for the log.
  package var reason: String
  package var isMissingLibrary = false

  package init(_ detail: String, reason: String) {
    self.detail = detail
    self.reason = reason
  }

  /// Returns the problem of a message that is not a response as SAML has it.
  static func unreadable(_ reason: String) -> SAMLProblem {
    SAMLProblem("Unable to parse the SAMLResponse.", reason: reason)
  }

  /// Creates the problem of a document or of its signature.
  init(_ error: XMLError) {
    switch error {
    case .malformed, .hasDoctype:
      self = .unreadable(error.message)
    case .exceeds:
      self.init(
        "Unable to parse the SAMLResponse: \(error.message), the limit of this emulator.",
        reason: error.message)
    case .library:
      self.init(error.message, reason: error.message)
      isMissingLibrary = true
    case .unsigned:
      self.init(
        "Missing signature in Assertion and Response enclosing it (if present).",
        reason: error.message)
    default:
      self.init("Failed to verify the signature in SAMLResponse", reason: error.message)
    }
  }
}
