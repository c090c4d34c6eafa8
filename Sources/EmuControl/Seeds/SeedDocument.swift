internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// A seed document as it is written; ``Seed`` is what it means.
struct SeedDocument: Decodable {
  var version: Int
  var projects: [String: ProjectDocument]?
  var issuers: [String: IssuerDocument]?
}

extension SeedDocument {
  struct ProjectDocument: Decodable {
    var apiKeys: [String]?
    var settings: JSONObject?
    var config: ConfigDocument?
    var providers: [String: ProviderConfig]?
    var people: [String: [PersonDocument]]?
    var tenants: [TenantDocument]?
    var users: [UserDocument]?
  }

  /// One issuer: the people whom every project knows, and what the user has set of it.
  struct IssuerDocument: Decodable {
    var accounts: [PersonDocument]?
    var settings: IssuerSettingsDocument?
  }

  struct TenantDocument: Decodable, Sendable {
    var id: String
    var displayName: String?
  }
}

/// The parts of the Admin API's project configuration that have an effect here.
struct ConfigDocument: Decodable, Sendable {
  var signIn: SignIn?
  var emailPrivacyConfig: EmailPrivacy?
  var client: Client?
  var authorizedDomains: [String]?

  struct SignIn: Decodable, Sendable {
    var allowDuplicateEmails: Bool?
    var anonymous: Method?
    var email: Method?
  }

  struct Method: Decodable, Sendable {
    var enabled: Bool?
  }

  struct EmailPrivacy: Decodable, Sendable {
    var enableImprovedEmailPrivacy: Bool?
  }

  struct Client: Decodable, Sendable {
    var permissions: Permissions?
  }

  struct Permissions: Decodable, Sendable {
    var disabledUserSignup: Bool?
    var disabledUserDeletion: Bool?
  }
}

extension ConfigDocument {
  /// Sets what is given and leaves the rest.
  func apply(to config: inout ProjectConfig, _ settings: inout Settings) {
    if let value = signIn?.allowDuplicateEmails { config.allowDuplicateEmails = value }
    if let value = signIn?.anonymous?.enabled { config.anonymousSignInEnabled = value }
    if let value = signIn?.email?.enabled { config.passwordSignInEnabled = value }
    if let value = client?.permissions?.disabledUserSignup { config.signUpDisabled = value }
    if let value = client?.permissions?.disabledUserDeletion { config.deletionDisabled = value }
    if let authorizedDomains { config.authorizedDomains = authorizedDomains }
    if let value = emailPrivacyConfig?.enableImprovedEmailPrivacy {
      settings.set(.emailEnumerationProtection, to: value ? .on : .off)
    }
  }
}
