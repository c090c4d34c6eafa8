/// What a tenant decides for itself.
///
/// A tenant that was made by being named decides nothing: everything is enabled.
package struct TenantConfig: Sendable, Hashable, Codable {
  /// Whether nobody can sign in, and no account can be managed.
  package var isDisabled: Bool
  /// Nil for the project's.
  package var protectsEmails: Bool?
  /// Ways to sign in, permissions and password policy; the rest of it is the project's.
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

  /// Reads what was stored; a member that is absent keeps its default.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      isDisabled: try container.decodeIfPresent(Bool.self, forKey: .isDisabled) ?? false,
      protectsEmails: try container.decodeIfPresent(Bool.self, forKey: .protectsEmails),
      signIn: try container.decodeIfPresent(ProjectConfig.self, forKey: .signIn) ?? ProjectConfig(),
      iamPolicy: try container.decodeIfPresent(String.self, forKey: .iamPolicy))
  }

  /// A tenant that is made by being named: everything enabled, second factors too.
  package static let everythingEnabled = TenantConfig(
    signIn: ProjectConfig(
      document: #"{"mfaConfig":{"state":"ENABLED","enabledProviders":["PHONE_SMS"]}}"#))
}
