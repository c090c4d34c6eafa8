/// The registration of an app at Microsoft, without its id and secret.
///
/// Names are those of Microsoft's app manifest where it has one. Omitted members are not checked:
/// any account signs in, and every response type is enabled.
package struct AppRegistration: Sendable, Hashable, Codable {
  /// The accounts that may sign in.
  package enum Audience: String, NamedChoice {
    /// Only the app's own tenant.
    case ownTenant = "AzureADMyOrg"
    /// Every work or school account.
    case organizations = "AzureADMultipleOrgs"
    case everybody = "AzureADandPersonalMicrosoftAccount"
    case personal = "PersonalMicrosoftAccount"
  }

  /// The issuer of discovery where accounts of several tenants sign in.
  package enum CommonIssuer: String, NamedChoice {
    /// With `{tenantid}`, as Microsoft does.
    case template
    /// The app's own tenant, for clients that compare strictly.
    case concrete
  }

  package var signInAudience: Audience?
  /// The app's own tenant; nil for the emulator's default one.
  package var tenantID: String?
  /// True for a public client, which has no secret.
  package var isPublicClient: Bool?
  /// True when the authorization endpoint may return ID tokens.
  package var idTokens: Bool?
  package var spaRedirectURIs: [String]?
  /// The expiry of the secret, as RFC 3339 text.
  package var secretEnds: String?
  /// The addresses or object ids of the users assigned to the app; nil for all.
  package var assignedUsers: [String]?
  /// The scopes that only an administrator may consent to.
  package var adminConsentScopes: [String]?
  /// The app's front-channel logout URL.
  package var logoutURL: String?
  package var commonIssuer: CommonIssuer?
  /// The version of access tokens for the app's own API; nil for the first, as in a new manifest.
  package var requestedAccessTokenVersion: Int?

  private enum CodingKeys: String, CodingKey {
    case signInAudience, idTokens, assignedUsers, adminConsentScopes, commonIssuer
    case requestedAccessTokenVersion
    case tenantID = "tenantId"
    case isPublicClient = "publicClient"
    case spaRedirectURIs = "spaRedirectUris"
    case secretEnds = "secretEndDateTime"
    case logoutURL = "logoutUrl"
  }

  package init() {}
}
