internal import EmuHTTP
internal import EmuJSON

/// An error in the SDKs' form: a code and a message.
struct WebSignInError: Error, Sendable, Hashable {
  /// The code, with the prefix `auth/`.
  var code: String
  var message: String

  /// `{"code":"auth/…","message":"…"}`
  var json: JSON { ["code": .string(code), "message": .string(message)] }
}

extension WebSignInError {
  /// The person closed the provider's page or refused to share.
  static let cancelled = WebSignInError(
    code: "auth/user-cancelled",
    message: "The person cancelled the sign-in, or refused to share what the app requested.")

  /// Returns the error of a provider that answered the authorization request with one.
  ///
  /// - Parameter cancel: the provider's error if the person cancels, beside `access_denied`.
  static func provider(
    _ error: String, _ description: String?, cancel: String? = nil
  ) -> WebSignInError {
    if error == cancel || error == "access_denied" { return .cancelled }
    return WebSignInError(
      code: "auth/internal-error",
      message: "The identity provider refused the sign-in: \(error)"
        + (description.map { " (\($0))" } ?? ""))
  }

  /// Production's `auth/…` codes for the backend's codes.
  private static let codes = [
    "CONFIGURATION_NOT_FOUND": "operation-not-allowed",
    "INVALID_PROVIDER_ID": "invalid-provider-id",
    "INVALID_TENANT_ID": "invalid-tenant-id",
    "OPERATION_NOT_ALLOWED": "operation-not-allowed",
    "PROJECT_DISABLED": "operation-not-allowed",
    "TENANT_DELETED": "invalid-tenant-id",
    "TENANT_NOT_FOUND": "invalid-tenant-id",
    "UNAUTHORIZED_DOMAIN": "unauthorized-domain",
  ]

  /// Creates the error from a refusal of the backend or of an issuer's control call, in Google's
  /// envelope.
  init(_ response: Response) {
    let status = response.status.rawValue
    let body = try? JSON(parsing: response.bytes ?? [])
    let message = body?["error"]?["message"]?.string
    let code = message.map { String($0.prefix { $0 != " " }) } ?? ""
    let isOutage = status >= 500 && status != 501
    self.code =
      "auth/" + (Self.codes[code] ?? (isOutage ? "network-request-failed" : "internal-error"))
    self.message = message ?? "The emulator answered with the status \(status)."
  }
}

/// The outcome of a visit of the web sign-in page.
enum WebSignInResult: Sendable, Hashable {
  /// The provider's answer: the address that the app sends to `signInWithIdp` as `requestUri`.
  case answer(address: String, sessionID: String)
  /// `verifyApp`: the token that the app sends with the phone number.
  case verified(token: String)
  case failed(WebSignInError)
}
