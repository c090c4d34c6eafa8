package import EmuJSON

/// The published `Tenant`, stored as it was written. An absent flag is false.
package struct TenantConfig: AuthenticationConfig {
  package var allowPasswordSignup: Bool?
  package var autodeleteAnonymousUsers: Bool?
  package var client: Client?
  /// True when no sign-in is possible, and no account can be managed.
  package var disableAuth: Bool?
  package var displayName: String?
  /// Nil for the project's.
  package var emailPrivacyConfig: Config.EmailPrivacy?
  package var enableAnonymousUser: Bool?
  package var enableEmailLinkSignin: Bool?
  package var inheritance: Inheritance?
  package var mfaConfig: Config.SecondFactors?
  package var mobileLinksConfig: Config.MobileLinks?
  package var monitoring: Config.Monitoring?
  package var passwordPolicyConfig: Config.PasswordPolicy?
  package var recaptchaConfig: Config.Recaptcha?
  package var smsRegionConfig: Config.SmsRegions?
  /// Phone numbers with a fixed code, in E.164, each with its code.
  @SortedMap package var testPhoneNumbers: [String: String]?
  @OutputOnly package var name: String?
  @OutputOnly package var tenantId: String?
  @OutputOnly package var hashConfig: Config.Hash?

  // MARK: Not published
  /// A separate resource in the Admin API; nil for the project's.
  package var passkeyConfig: PasskeyConfig?
  package var iamPolicy: IAMPolicy?

  package static let unpublished: Set<String> = ["passkeyConfig", "iamPolicy"]
  package static let withoutEffect = ["inheritance", "monitoring"]

  package struct Client: Codable, Sendable, Hashable {
    package var permissions: Config.Permissions?
  }

  package struct Inheritance: Codable, Sendable, Hashable {
    package var emailSendingConfig: Bool?
  }

  /// The configuration of a tenant created by being named: everything enabled, second factors too.
  package static let everythingEnabled: TenantConfig = {
    var config = TenantConfig()
    config.allowPasswordSignup = true
    config.enableEmailLinkSignin = true
    config.enableAnonymousUser = true
    config.mfaConfig = Config.SecondFactors(state: .enabled, enabledProviders: [.phone])
    return config
  }()

  package init() {}
}

extension TenantConfig {
  package var sections: [(path: String, section: (any ConfigSection)?)] {
    [
      ("smsRegionConfig", smsRegionConfig), ("mfaConfig", mfaConfig),
      ("testPhoneNumbers", testPhoneNumbers.map { TestPhoneNumbers($0) }),
      ("passwordPolicyConfig", passwordPolicyConfig), ("passkeyConfig", passkeyConfig),
      ("recaptchaConfig", recaptchaConfig),
    ]
  }

  package mutating func settle(after update: TenantConfig) {
    smsRegionConfig?.settle(after: update.smsRegionConfig)
    passwordPolicyConfig?.settle(after: update.passwordPolicyConfig)
    // An empty message means that second factors were never configured.
    if mfaConfig == Config.SecondFactors() { mfaConfig = nil }
    mfaConfig?.settle()
    if testPhoneNumbers?.isEmpty == true { testPhoneNumbers = nil }
    if emailPrivacyConfig?.enableImprovedEmailPrivacy == false { emailPrivacyConfig = .init() }
  }
}
