internal import EmuCrypto
internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/totpCodes`.
enum ListTotpCodes: ReadOperation, DescribedCall {
  static let about = "Returns the current code of each authenticator app."
  static let query = ["localId": "only the apps of the user with this uid"]

  struct Input: Decodable, Sendable {
    var localId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> TotpCodeList {
    let users =
      try input.localId.map { [try context.user(uid: $0, store)] }
      ?? store.usersWithTOTP(in: context.scope)
    let step = TOTPRule.step(at: context.now)
    return TotpCodeList(
      totpCodes: users.flatMap { user in
        user.secondFactors.compactMap { factor in
          guard case .totp(let secret) = factor.kind else { return nil }
          return TotpCodeList.Item(
            localId: user.uid, mfaEnrollmentId: factor.id, displayName: factor.displayName,
            code: OneTimeCode.code(
              secret: Base32.decode(secret) ?? [], counter: step, digits: TOTPRule.digits),
            validUntil: Timestamp(seconds: (step + 1) * TOTPRule.period).rfc3339)
        }
      })
  }
}

struct TotpCodeList: Codable, Sendable {
  struct Item: Codable, Sendable {
    var localId: String
    var mfaEnrollmentId: String
    var displayName: String?
    var code: String
    /// The start of the next code; RFC 3339.
    var validUntil: String
  }

  var totpCodes: [Item]
}
