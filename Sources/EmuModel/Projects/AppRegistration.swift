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
    case anyAccount = "AzureADandPersonalMicrosoftAccount"
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
  /// True when the authorization endpoint may return ID tokens.
  package var idTokens: Bool?
  /// The addresses or object ids of the users assigned to the app; nil for all.
  package var assignedUsers: [String]?
  /// The scopes that only an administrator may consent to.
  package var adminConsentScopes: [String]?
  package var commonIssuer: CommonIssuer?
  /// The version of access tokens for the app's own API; nil for the first, as in a new manifest.
  package var requestedAccessTokenVersion: Int?
  /// The app's own tenant; nil for the emulator's default one.
  package var tenantId: String?
  /// True for a public client, which has no secret.
  package var publicClient: Bool?
  package var spaRedirectUris: [String]?
  /// The expiry of the secret, as RFC 3339 text.
  package var secretEndDateTime: String?
  /// The app's front-channel logout URL.
  package var logoutUrl: String?

  package init() {}
}
