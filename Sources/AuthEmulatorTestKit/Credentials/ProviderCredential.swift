/// The result of a sign-in with a provider's SDK.
public struct ProviderCredential: Sendable {
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
  /// The claims of the ID token.
  public let claims: [String: JSONValue]

  init(_ answer: MintAnswer, providerId: String) {
    self.providerId = providerId
    sub = answer.sub
    idToken = answer.idToken
    accessToken = answer.accessToken
    oauthTokenSecret = answer.oauthTokenSecret
    refreshToken = answer.refreshToken
    authorizationCode = answer.authorizationCode
    rawNonce = answer.rawNonce
    email = answer.email
    claims = answer.claims ?? [:]
  }
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

struct MintAnswer: Decodable {
  var idToken: String?
  var accessToken: String
  var oauthTokenSecret: String?
  var refreshToken: String?
  var authorizationCode: String
  var sub: String
  var email: String?
  var fullName: JSONValue?
  var rawNonce: String?
  var state: String?
  var appleUser: String?
  var realUserStatus: Int?
  var authorizedScopes: [String]?
  var claims: [String: JSONValue]?
}
