internal import EmuModel

/// The check that a request for a text message comes from a real app
/// (docs/reference/accounts.md#text-messages).
///
/// SDKs that use an emulator send no proof, or a mock. So a proof is required only if the project
/// enforces reCAPTCHA, and only receipts of this emulator are verified.
///
/// The rule is the same for every purpose of the code.
enum AppVerification {
  /// - Throws: by the switch `verifyCredentials`, the reCAPTCHA codes, `MISSING_APP_CREDENTIAL`,
  ///   `INVALID_APP_CREDENTIAL`.
  ///
  /// - Parameter phoneNumber: the recipient of the message.
  static func check(
    _ input: PhoneRecipient, for phoneNumber: String, in context: OperationContext
  ) throws(APIError) {
    // An SDK in its test mode, which `useEmulator` sets, sends no token; a test number has no message.
    if ProfileInput.given(input.captchaResponse) != nil,
      context.project.testCode(of: phoneNumber) == nil
    {
      try context.checkRecaptcha(
        .phone, input.captchaResponse, input.clientType, input.recaptchaVersion)
    }
    if let receipt = ProfileInput.given(input.iosReceipt) {
      try check(receipt, secret: ProfileInput.given(input.iosSecret), in: context)
    }
    let proofs = [
      input.recaptchaToken, input.iosReceipt, input.playIntegrityToken, input.safetyNetToken,
      input.captchaResponse,
    ]
    if proofs.allSatisfy({ ProfileInput.given($0) == nil }) {
      context.explain(
        .appCredential, .warned,
        "no proof of a real app came, and production answers "
          + "\(APIError.missingClientIdentifier.message) to all but SDKs in their test mode")
    }
  }

  private static func check(
    _ receipt: String, secret: String?, in context: OperationContext
  ) throws(APIError) {
    let project = context.project.id
    try context.check(
      .verifyCredentials, AppReceipt.isOurs(receipt, project: project),
      reason: "the receipt does not come from accounts:verifyIosClient of this project",
      otherwise: .invalidAppCredential)
    guard AppReceipt.isOurs(receipt, project: project) else { return }
    try context.check(
      .verifyCredentials, secret != nil, reason: "the receipt comes without its secret",
      otherwise: .missingAppCredential)
    guard let secret, secret != AppReceipt.secret(of: receipt, project: project) else { return }
    context.explain(.appCredential, .refused, "The secret is not that of the receipt.")
    throw .invalidAppCredential
  }
}
