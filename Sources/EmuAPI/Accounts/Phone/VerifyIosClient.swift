internal import EmuModel
internal import EmuStore

/// `accounts:verifyIosClient`: a receipt whose secret goes to the device by a silent push.
///
/// The emulator sends no push. It prints and lists the secret, as it does codes.
enum VerifyIosClient: WriteOperation {
  /// The time in seconds that an app should wait for the push; production's value is not
  /// documented.
  private static let suggestedTimeout = 5
  private static let longestToken = 512

  static func run(
    _ input: VerifyIosClientRequest, in context: OperationContext, _ store: WriteTransaction
  ) throws -> VerifyIosClientResponse {
    let token = try input.appToken.given(otherwise: APIError("MISSING_IOS_APP_TOKEN"))
    try context.check(
      .verifyCredentials, context.origin.iosBundleID != nil,
      reason: "the header X-Ios-Bundle-Identifier is missing", otherwise: .missingIOSBundleID)
    let isHexadecimal =
      token.utf8.count <= longestToken && token.utf8.count.isMultiple(of: 2)
      && token.allSatisfy { $0.isASCII && $0.isHexDigit }
    guard isHexadecimal else {
      throw context.refused(
        .appCredential, "The app token is not hexadecimal.", as: .invalidAppCredential)
    }
    let receipt = context.ids.alphanumeric(32)
    let secret = context.ids.alphanumeric(32)
    context.explain(
      .appCredential, .chose, "No push leaves the emulator; its secret is \(secret).")
    let push = VerificationCode(
      session: receipt, phoneNumber: token, code: secret, createdAt: context.now, purpose: .app)
    try store.insert(push, in: context.receiptScope)
    context.send(.code(push), after: store)
    return VerifyIosClientResponse(
      receipt: receipt, suggestedTimeout: String(suggestedTimeout))
  }
}
