internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/verificationCodes`: the unused codes of text messages.
enum ListVerificationCodes: ReadOperation {
  struct Input: Decodable, Sendable {
    var phoneNumber: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> VerificationCodeList {
    let codes = try store.unusedVerificationCodes(
      in: context.scope, phoneNumber: ListUsers.unescaped(input.phoneNumber))
    return VerificationCodeList(
      verificationCodes: codes.map { code in
        VerificationCodeList.Item(
          phoneNumber: code.phoneNumber, sessionInfo: code.session, code: code.code)
      })
  }
}
