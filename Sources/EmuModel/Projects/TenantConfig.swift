/// The configuration of a tenant.
///
/// A tenant that was created by being named has no configuration: everything is enabled.
package struct TenantConfig: Sendable, Hashable, Codable {
  /// True when no sign-in is possible, and no account can be managed.
  package var isDisabled: Bool
  /// Nil for the project's.
  package var protectsEmails: Bool?
  /// Sign-in providers, permissions and password policy; the other members are the project's.
  package var signIn: ProjectConfig
  /// The IAM policy that was set, as JSON text.
  package var iamPolicy: String?

  package init(
    isDisabled: Bool = false, protectsEmails: Bool? = nil, signIn: ProjectConfig = ProjectConfig(),
    iamPolicy: String? = nil
  ) {
    self.isDisabled = isDisabled
    self.protectsEmails = protectsEmails
    self.signIn = signIn
    self.iamPolicy = iamPolicy
  }

  /// Decodes a stored configuration; an absent member keeps its default.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      isDisabled: try container.decodeIfPresent(Bool.self, forKey: .isDisabled) ?? false,
      protectsEmails: try container.decodeIfPresent(Bool.self, forKey: .protectsEmails),
      signIn: try container.decodeIfPresent(ProjectConfig.self, forKey: .signIn) ?? ProjectConfig(),
      iamPolicy: try container.decodeIfPresent(String.self, forKey: .iamPolicy))
  }

  /// The configuration of a tenant created by being named: everything enabled, second factors too.
  package static let everythingEnabled = TenantConfig(
    signIn: ProjectConfig(
      document: #"{"mfaConfig":{"state":"ENABLED","enabledProviders":["PHONE_SMS"]}}"#))
}
