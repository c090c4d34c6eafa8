/// The result of a sign-in with a provider's SDK.
public struct ProviderCredential: Sendable, Decodable {
  /// Such as `google.com` or `oidc.corp`.
  public let providerId: String
  /// The person's id at the provider.
  public let sub: String
  /// The ID token; nil for a provider without ID tokens.
  public let idToken: String?
  /// The access token.
  public let accessToken: String
  /// The secret of the access token, of OAuth 1.
  public let oauthTokenSecret: String?
  /// The refresh token, if the scopes have one.
  public let refreshToken: String?
  /// A code for an app's server.
  public let authorizationCode: String
  /// The nonce for the app's SDK; nil where the app generated it.
  public let rawNonce: String?
  /// The person's address.
  public let email: String?
  /// The claims of the ID token; empty without one.
  public let claims: [String: JSONValue]
}

/// The result of a sign-in at a SAML issuer.
public struct SAMLResponse: Sendable, Decodable {
  /// The form's field `SAMLResponse`, in Base64.
  public let samlResponse: String
  /// The body that `accounts:signInWithIdp` accepts.
  public let postBody: String
  /// The address that the issuer posts the form to.
  public let callbackUrl: String
}
