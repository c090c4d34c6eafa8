internal import EmuModel

extension OperationContext {
  /// Checks that a request is complete, if the project enforces reCAPTCHA. Only Google can assess a
  /// token.
  ///
  /// - Throws: `MISSING_RECAPTCHA_TOKEN`, `INVALID_RECAPTCHA_TOKEN`, `MISSING_CLIENT_TYPE`,
  ///   `MISSING_RECAPTCHA_VERSION`, by the switch `verifyCredentials`.
  func checkRecaptcha(
    _ provider: Config.Recaptcha.Provider, _ response: String?, _ clientType: ClientType?,
    _ version: RecaptchaVersion?
  ) throws(APIError) {
    guard !caller.isAdmin,
      project.recaptcha.enforcement(of: provider) == .enforce
    else { return }
    func require(_ passes: Bool, _ error: APIError, _ reason: String) throws(APIError) {
      try check(
        .verifyCredentials, passes,
        reason: "reCAPTCHA is enforced for \(provider.rawValue), and \(reason)",
        otherwise: error)
    }
    try require(
      response.given != nil, APIError("MISSING_RECAPTCHA_TOKEN"), "captchaResponse is missing")
    // Web SDKs send this text if reCAPTCHA is not enforced.
    try require(
      response != "NO_RECAPTCHA", APIError("INVALID_RECAPTCHA_TOKEN"),
      "captchaResponse says that there is none")
    try require(
      clientType != nil && clientType != .unspecified, APIError("MISSING_CLIENT_TYPE"),
      "clientType is missing")
    try require(
      version != nil && version != .unspecified, APIError("MISSING_RECAPTCHA_VERSION"),
      "recaptchaVersion is missing")
  }
}
