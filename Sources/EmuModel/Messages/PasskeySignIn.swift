/// `accounts/passkeySignIn:start`: request.
package struct StartPasskeySignInRequest: Decodable, Sendable {
  package var tenantId: String?
}

/// `accounts/passkeySignIn:start`: response.
package struct StartPasskeySignInResponse: Codable, Sendable {
  package var credentialRequestOptions: CredentialRequestOptions

  package init(credentialRequestOptions: CredentialRequestOptions) {
    self.credentialRequestOptions = credentialRequestOptions
  }
}

/// The options of `navigator.credentials.get` (WebAuthn §5.5); bytes in base64.
package struct CredentialRequestOptions: Codable, Sendable {
  package var challenge: String
  package var rpId: String
  package var userVerification: String

  package init(challenge: String, rpId: String, userVerification: String) {
    self.challenge = challenge
    self.rpId = rpId
    self.userVerification = userVerification
  }
}

/// `accounts/passkeySignIn:finalize`: request.
package struct FinalizePasskeySignInRequest: Decodable, Sendable {
  package var authenticatorAuthenticationResponse: AuthenticatorAuthenticationResponse?
  package var tenantId: String?
}

/// An authenticator's response as a browser writes it (`AuthenticationResponseJSON`); bytes in
/// base64.
package struct AuthenticatorAuthenticationResponse: Decodable, Sendable {
  package struct Assertion: Decodable, Sendable {
    package var clientDataJSON: String?
    package var clientDataJson: String?
    package var authenticatorData: String?
    package var signature: String?
    package var userHandle: String?
  }

  package var id: String?
  package var rawId: String?
  package var type: String?
  package var response: Assertion?
}

/// `accounts/passkeySignIn:finalize`: response.
package struct FinalizePasskeySignInResponse: Codable, Sendable {
  package var idToken: LazyText
  package var refreshToken: LazyText

  package init(idToken: LazyText, refreshToken: LazyText) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}
