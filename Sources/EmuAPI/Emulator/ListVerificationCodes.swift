internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/verificationCodes`.
enum ListVerificationCodes: ReadOperation, DescribedCall {
  static let about = "Returns the valid codes of text messages."
  static let query = ["phoneNumber": "only codes for this number"]

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

struct VerificationCodeList: Codable, Sendable {
  struct Item: Codable, Sendable {
    var phoneNumber: String
    var sessionInfo: String
    var code: String
  }

  /// The oldest first.
  var verificationCodes: [Item]
}
