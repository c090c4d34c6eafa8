internal import EmuStore

enum SecondFactorEvidence: Sendable {
  case phone(session: String, code: String)
  /// A code of an authenticator app, with its setup session or enrollment.
  case totp(String, code: String)

  /// - Throws: `MISSING_SESSION_INFO`, `MISSING_CODE`, `INVALID_ARGUMENT`.
  init(_ info: MfaPhoneVerification?) throws(APIError) {
    guard let info else {
      throw APIError.invalidArgument("phoneVerificationInfo or totpVerificationInfo is missing.")
        .asIncomplete
    }
    guard info.androidVerificationProof.given == nil else {
      throw .invalidArgument(
        "no emulator returns an androidVerificationProof; use sessionInfo and code.")
    }
    let session = try info.sessionInfo.given(otherwise: .missingSessionInfo)
    let code = try info.code.given(otherwise: .missingCode)
    self = .phone(session: session, code: code)
  }

  var name: SecondFactorName {
    switch self {
    case .phone: .phone
    case .totp: .totp
    }
  }

  /// Counts a wrong code of a text message for its session.
  func countIfWrong(in context: OperationContext, _ store: WriteTransaction) throws {
    guard case .phone(let session, let code) = self else { return }
    try context.countIfWrong(session: session, code: code, store)
  }
}
