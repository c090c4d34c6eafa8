internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// A parsed and verified custom token of an app's server.
///
/// It is a token of an Admin SDK, which is unsigned for an emulator, or the JSON
/// `{"uid":"…","claims":{…}}` that the official emulator accepts.
struct CustomToken: Sendable {
  let uid: String
  /// The developer's claims as JSON text; nil for none.
  let claims: String?

  /// The audience in the tokens of every Admin SDK.
  static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// - Throws: `INVALID_CUSTOM_TOKEN`, `CREDENTIAL_MISMATCH`, `TENANT_ID_MISMATCH`,
  ///   `MISSING_IDENTIFIER`, `FORBIDDEN_CLAIM`, `INVALID_CLAIMS`.
  init(_ text: String, in context: OperationContext) throws(APIError) {
    let payload =
      text.utf8.first == UInt8(ascii: "{")
      ? try Self.bare(text, in: context) : try Self.signed(text, in: context)
    uid = try Self.uid(in: payload)
    claims = try Self.claims(in: payload)
  }

  private static func bare(
    _ text: String, in context: OperationContext
  ) throws(APIError) -> JSONObject {
    guard let payload = (try? JSON(parsing: text))?.object else {
      throw .invalidCustomToken(
        "((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))")
    }
    try context.check(
      .customTokenSignature, false, reason: "the custom token is unsigned JSON",
      otherwise: .malformedCustomToken)
    return payload
  }

  private static func signed(
    _ text: String, in context: OperationContext
  ) throws(APIError) -> JSONObject {
    guard let token = try? CompactJWT(text), let payload = token.claims else {
      throw .malformedCustomToken
    }
    guard payload["aud"]?.string == audience else {
      throw context.refused(
        .customToken,
        "The audience is \(payload["aud"]?.string ?? "missing"), which is not that of a custom "
          + "token: ID tokens and tokens of providers cannot be used here.",
        as: .invalidCustomToken("Invalid audience: it must be \(audience)."))
    }
    try checkTenant(payload, in: context)
    try CustomTokenCheck(token: token, claims: payload, context: context).run()
    return payload
  }

  /// Checks the tenant: a tenant accepts only its own tokens. Without a tenant, the official
  /// emulator accepts any.
  private static func checkTenant(
    _ payload: JSONObject, in context: OperationContext
  ) throws(APIError) {
    let named = payload["tenant_id"]?.string
    guard named != context.tenant?.id else { return }
    guard context.tenant == nil else {
      throw context.refused(
        .customToken,
        "The token is for \(named.map { "tenant \($0)" } ?? "no tenant"), the sign-in for "
          + "\(context.tenant?.id ?? "").",
        as: named == nil
          ? .customTokenTenantMismatch.failingInProduction : .customTokenTenantMismatch)
    }
    try context.check(
      .customTokenSignature, false,
      reason: "the token is for tenant \(named ?? ""), and the sign-in names none",
      otherwise: .customTokenTenantMismatch)
  }

  /// Returns the uid. Numbers and booleans are converted to texts, as on the official emulator.
  private static func uid(in payload: JSONObject) throws(APIError) -> String {
    let sent = text(payload["uid"]) ?? text(payload["user_id"])
    let uid = try sent.given(otherwise: sent == nil ? .missingIdentifier : .emptyUserID)
    guard AccountLimits.fits(uid, AccountLimits.customTokenUID) else {
      throw .userIDTooLong
    }
    return uid
  }

  private static func text(_ value: JSON?) -> String? {
    switch value {
    case .string(let text): text
    case .int(let number): String(number)
    case .bool(let flag): String(flag)
    default: nil
    }
  }

  private static func claims(in payload: JSONObject) throws(APIError) -> String? {
    guard let value = payload["claims"], !value.isNull else { return nil }
    guard let claims = value.object else { throw .invalidClaims }
    if let name = ReservedClaims.first(in: claims) { throw .forbiddenClaim(name) }
    return claims.isEmpty ? nil : value.serialized()
  }
}
