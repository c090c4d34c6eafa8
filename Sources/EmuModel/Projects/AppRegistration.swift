/// What the registration of an app at Microsoft says beside its id and secret.
///
/// The names are those of Microsoft's app manifest where it has one. What is left out is not
/// checked: any account signs in, and every response type is on.
package struct AppRegistration: Sendable, Hashable, Codable {
  /// Whose accounts may sign in.
  package enum Audience: String, NamedChoice {
    /// The app's own tenant alone.
    case ownTenant = "AzureADMyOrg"
    /// Every work or school account.
    case organizations = "AzureADMultipleOrgs"
    case everybody = "AzureADandPersonalMicrosoftAccount"
    case personal = "PersonalMicrosoftAccount"
  }

  /// What discovery calls the issuer where accounts of several tenants sign in.
  package enum CommonIssuer: String, NamedChoice {
    /// With `{tenantid}`, as Microsoft does.
    case template
    /// The app's own tenant, for clients that compare strictly.
    case concrete
  }

  package var signInAudience: Audience?
  /// The app's own tenant; nil for the emulator's default one.
  package var tenantID: String?
  /// Whether this is a public client, which has no secret.
  package var isPublicClient: Bool?
  /// Whether ID tokens come straight from the authorization endpoint.
  package var idTokens: Bool?
  /// The redirect URIs of single-page apps.
  package var spaRedirectURIs: [String]?
  /// When the secret ends, as RFC 3339 text.
  package var secretEnds: String?
  /// The addresses or object ids of those who may use the app; nil for everybody.
  package var assignedUsers: [String]?
  /// The scopes that only an administrator may consent to.
  package var adminConsentScopes: [String]?
  /// Where the app is called for a sign-out (front-channel logout).
  package var logoutURL: String?
  package var commonIssuer: CommonIssuer?

  private enum CodingKeys: String, CodingKey {
    case signInAudience, idTokens, assignedUsers, adminConsentScopes, commonIssuer
    case tenantID = "tenantId"
    case isPublicClient = "publicClient"
    case spaRedirectURIs = "spaRedirectUris"
    case secretEnds = "secretEndDateTime"
    case logoutURL = "logoutUrl"
  }

  package init() {}
}
