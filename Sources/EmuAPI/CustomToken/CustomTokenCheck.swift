internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The checks of a custom token that production makes and the official emulator does not, all under
/// the switch `customTokenSignature`.
struct CustomTokenCheck {
  let token: CompactJWT
  let claims: JSONObject
  let context: OperationContext

  /// The maximal lifetime of a custom token in seconds.
  private static let longestLife: Int64 = 3600

  /// The issuer in the tokens of an Admin SDK that uses an emulator, and so has no key.
  private static let emulatorAccount = "firebase-auth-emulator@example.com"

  /// - Throws: `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH`.
  func run() throws(APIError) {
    guard context.switches[.customTokenSignature] != .off else { return }
    try checkIssuer()
    try checkTimes()
    try checkSignature()
  }

  private func checkIssuer() throws(APIError) {
    let issuer = claims["iss"]?.string
    try context.check(
      .customTokenSignature, issuer != nil && issuer == claims["sub"]?.string,
      reason: "iss and sub of the custom token are not both the service account's address",
      otherwise: .invalidCustomToken(
        "The issuer and the subject must be the service account's e-mail."))
  }

  private func checkTimes() throws(APIError) {
    let now = context.now.seconds
    let issuedAt = claims["iat"]?.int
    let expiresAt = claims["exp"]?.int
    try context.check(
      .customTokenSignature, expiresAt.map { now - SessionRule.tokenGrace < $0 } ?? false,
      reason: "the custom token \(expiresAt.map { "expired at \($0)" } ?? "has no exp")",
      otherwise: .invalidCustomToken("The custom token has expired."))
    try context.check(
      .customTokenSignature, issuedAt.map { $0 <= now } ?? false,
      reason: "the custom token \(issuedAt.map { "is from the future, \($0)" } ?? "has no iat")",
      otherwise: .invalidCustomToken("The custom token is not valid yet."))
    let life = (expiresAt ?? 0).subtractingReportingOverflow(issuedAt ?? 0)
    try context.check(
      .customTokenSignature, !life.overflow && life.partialValue <= Self.longestLife,
      reason: "the custom token lives longer than \(Self.longestLife) s",
      otherwise: .invalidCustomToken("The expiration must be at most an hour after the issue."))
  }

  private func checkSignature() throws(APIError) {
    let issuer = claims["iss"]?.string ?? ""
    guard !token.isUnsigned else {
      guard issuer != Self.emulatorAccount else {
        return context.explain(
          .switch(.customTokenSignature), .allowed,
          "An Admin SDK wrote the custom token for an emulator, without a signature.")
      }
      return try context.check(
        .customTokenSignature, false,
        reason: "the custom token is unsigned, and names the account \(issuer)",
        otherwise: .invalidCustomToken("The custom token is not signed."))
    }
    try context.check(
      .customTokenSignature, !token.hasEmptySignature, reason: "the custom token has no signature",
      otherwise: .invalidCustomToken(
        "The custom token is not signed.", production: "Missing signature."))
    let accounts = context.project.serviceAccounts.filter { $0.clientEmail == issuer }
    guard !accounts.isEmpty else {
      return try context.check(
        .customTokenSignature, false,
        reason: "\(issuer) is not a service account of project \(context.project.id): PATCH "
          + "/emulator/v1/projects/\(context.project.id)/config {\"serviceAccounts\": "
          + "[{\"clientEmail\": …, \"publicKey\": …}]} names one",
        otherwise: APIError("CREDENTIAL_MISMATCH"))
    }
    let keys = accounts.compactMap(\.key).map { VerificationKey(kid: nil, publicKey: $0) }
    try context.check(
      .customTokenSignature, JWTVerifier.verifies(token, keys: keys),
      reason: "no key of \(issuer) made the custom token's signature",
      otherwise: .invalidCustomToken("The signature of the custom token cannot be verified."))
  }
}
