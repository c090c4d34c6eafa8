internal import EmuModel
internal import EmuStore

/// `accounts:sendVerificationCode`: opens a session and sends its code to a number.
///
/// `checkApp` checks the proofs of a real app.
enum SendVerificationCode: WriteOperation {
  static func run(
    _ input: SendVerificationCodeRequest, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SendVerificationCodeResponse {
    let text = try context.validPhoneNumber(input.recipient.phoneNumber ?? "")
    guard context.project.signsInWithPhone else { throw APIError.phoneSignInDisabled }
    try context.checkApp(input.recipient, for: text, store.reader)
    if let owner = try store.reader.user(phoneNumber: text, in: context.scope) {
      _ = try context.isSecondFactorDue(of: owner, after: .phone)
    }
    return SendVerificationCodeResponse(
      sessionInfo: try context.issueVerificationCode(to: text, for: .signIn, store).session)
  }
}
