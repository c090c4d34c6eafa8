struct StartPasskeySignInRequest: Decodable, Sendable {
  var tenantId: String?
}

struct StartPasskeySignInResponse: Codable, Sendable {
  var credentialRequestOptions: CredentialRequestOptions
}

/// The options of `navigator.credentials.get` (WebAuthn §5.5); bytes in base64.
struct CredentialRequestOptions: Codable, Sendable {
  var challenge: String
  var rpId: String
  var userVerification: String
}

struct FinalizePasskeySignInRequest: Decodable, Sendable {
  var authenticatorAuthenticationResponse: AuthenticatorAuthenticationResponse?
  var tenantId: String?
}

/// An authenticator's response as a browser writes it (`AuthenticationResponseJSON`); bytes in
/// base64.
struct AuthenticatorAuthenticationResponse: Decodable, Sendable {
  struct Assertion: Decodable, Sendable {
    var clientDataJSON: String?
    var clientDataJson: String?
    var authenticatorData: String?
    var signature: String?
    var userHandle: String?
  }

  var id: String?
  var rawId: String?
  var type: String?
  var response: Assertion?
}

struct FinalizePasskeySignInResponse: Codable, Sendable {
  var idToken: LazyText
  var refreshToken: LazyText
}
