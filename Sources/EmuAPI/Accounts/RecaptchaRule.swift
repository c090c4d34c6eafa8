internal import EmuModel

/// The reCAPTCHA Enterprise fields of a request.
struct RecaptchaRule {
  var response: String?
  var clientType: ClientType?
  var version: RecaptchaVersion?

  /// The value that Web SDKs send if reCAPTCHA is not enforced.
  private static let none = "NO_RECAPTCHA"

  /// Checks that a request is complete, if the project enforces reCAPTCHA. Only Google can assess a
  /// token.
  ///
  /// - Throws: `MISSING_RECAPTCHA_TOKEN`, `INVALID_RECAPTCHA_TOKEN`, `MISSING_CLIENT_TYPE`,
  ///   `MISSING_RECAPTCHA_VERSION`, by the switch `verifyCredentials`.
  func check(
    _ provider: Config.Recaptcha.Provider, in context: OperationContext
  ) throws(APIError) {
    guard !context.caller.isAdmin,
      context.project.recaptcha.enforcement(of: provider) == .enforce
    else { return }
    func require(_ passes: Bool, _ error: APIError, _ reason: String) throws(APIError) {
      try context.check(
        .verifyCredentials, passes,
        reason: "reCAPTCHA is enforced for \(provider.rawValue), and \(reason)",
        otherwise: error)
    }
    try require(
      ProfileInput.given(response) != nil, .missingRecaptchaToken, "captchaResponse is missing")
    try require(
      response != Self.none, .invalidRecaptchaToken, "captchaResponse says that there is none")
    try require(
      clientType != nil && clientType != .unspecified, .missingClientType,
      "clientType is missing")
    try require(
      version != nil && version != .unspecified, .missingRecaptchaVersion,
      "recaptchaVersion is missing")
  }
}
