internal import EmuModel
internal import EmuStore

// The check that a request for a text message comes from a real app
// (docs/reference/accounts.md#text-messages).
//
// SDKs that use an emulator send no proof, or a mock. So a proof is required only if the project
// enforces reCAPTCHA, and only receipts of this emulator are verified.
//
// The rule is the same for every purpose of the code.

extension OperationContext {
  /// - Throws: by the switch `verifyCredentials`, the reCAPTCHA codes, `MISSING_APP_CREDENTIAL`,
  ///   `INVALID_APP_CREDENTIAL`.
  ///
  /// - Parameter phoneNumber: the recipient of the message.
  func checkApp(
    _ input: PhoneRecipient, for phoneNumber: String, _ store: ReadTransaction
  ) throws {
    // An SDK in its test mode, which `useEmulator` sets, sends no token; a test number has no message.
    if input.captchaResponse.given != nil, project.testCode(of: phoneNumber) == nil {
      try checkRecaptcha(
        .phone, input.captchaResponse, input.clientType, input.recaptchaVersion)
    }
    if let receipt = input.iosReceipt.given {
      try check(receipt: receipt, secret: input.iosSecret.given, store)
    }
    let proofs = [
      input.recaptchaToken, input.iosReceipt, input.playIntegrityToken, input.safetyNetToken,
      input.captchaResponse,
    ]
    if proofs.allSatisfy({ $0.given == nil }) {
      explain(
        .appCredential, .warned,
        "no proof of a real app came, and production answers "
          + "\(APIError.missingClientIdentifier.message) to all but SDKs in their test mode")
    }
  }

  private func check(receipt: String, secret: String?, _ store: ReadTransaction) throws {
    let push = try store.verificationCode(session: receipt, in: receiptScope)
    let isOurs = push?.purpose == .app
    try check(
      .verifyCredentials, isOurs,
      reason: "the receipt does not come from accounts:verifyIosClient of this project",
      otherwise: .invalidAppCredential)
    guard isOurs else { return }
    try check(
      .verifyCredentials, secret != nil, reason: "the receipt comes without its secret",
      otherwise: APIError("MISSING_APP_CREDENTIAL"))
    guard let secret, secret != push?.code else { return }
    throw refused(
      .appCredential, "The secret is not that of the receipt.", as: .invalidAppCredential)
  }

  /// The scope of receipts: an app has one for all tenants of its project.
  var receiptScope: AccountScope { AccountScope(project: project, tenant: nil) }
}
