// The values of a configuration that rules read: of a tenant where the project is scoped to one,
// with the defaults.

extension Project {
  package var allowsDuplicateEmails: Bool { config.signIn?.allowDuplicateEmails ?? false }

  package var signsInWithPassword: Bool {
    value(\.allowPasswordSignup, config.signIn?.email?.enabled) ?? false
  }

  /// True when an address can sign in by an e-mail link, without a password.
  package var signsInWithEmailLink: Bool {
    if let tenantConfig { return tenantConfig.enableEmailLinkSignin ?? false }
    return signsInWithPassword && !(config.signIn?.email?.passwordRequired ?? false)
  }

  package var signsInAnonymously: Bool {
    value(\.enableAnonymousUser, config.signIn?.anonymous?.enabled) ?? false
  }

  package var signsInWithPhone: Bool { config.signIn?.phoneNumber?.enabled ?? false }

  /// True when clients may create accounts.
  package var allowsSignUp: Bool { !(permissions?.disabledUserSignup ?? false) }

  /// True when clients may delete their account.
  package var allowsDeletion: Bool { !(permissions?.disabledUserDeletion ?? false) }

  private var permissions: Config.Permissions? {
    value(\.client?.permissions, config.client?.permissions)
  }

  package var authorizedDomains: [String] {
    config.authorizedDomains
      ?? ["localhost", "127.0.0.1", "\(id).firebaseapp.com", "\(id).web.app"]
  }

  /// Phone numbers with a fixed code, in E.164, each with its code.
  package var testPhoneNumbers: [String: String] {
    value(\.testPhoneNumbers, config.testPhoneNumbers) ?? [:]
  }

  /// The fixed code of a test number, whichever way the number is punctuated; nil for any other.
  package func testCode(of phoneNumber: String) -> String? {
    let numbers = testPhoneNumbers
    guard !numbers.isEmpty else { return nil }
    let digits = PhoneNumber.digits(of: phoneNumber)
    return numbers.first { PhoneNumber.digits(of: $0.key) == digits }?.value
  }

  /// Nil when none was ever set.
  package var passwordPolicy: Config.PasswordPolicy? {
    value(\.passwordPolicyConfig, config.passwordPolicyConfig)
  }

  package var secondFactors: Config.SecondFactors {
    value(\.mfaConfig, config.mfa) ?? Config.SecondFactors()
  }

  package var smsRegions: Config.SmsRegions {
    value(\.smsRegionConfig, config.smsRegionConfig) ?? Config.SmsRegions()
  }

  package var recaptcha: Config.Recaptcha {
    value(\.recaptchaConfig, config.recaptchaConfig) ?? Config.Recaptcha()
  }

  /// True when links should be dynamic links, whose service is shut down.
  package var usesDynamicLinks: Bool {
    value(\.mobileLinksConfig, config.mobileLinksConfig)?.domain == .dynamicLinks
  }

  package var passkeys: PasskeyConfig { setPasskeys ?? .local }

  /// Nil when none was ever set.
  package var setPasskeys: PasskeyConfig? {
    tenantConfig?.passkeyConfig ?? config.passkeyConfig
  }

  /// The address of an app's own page for action links; nil for the default one.
  package var actionPage: String? {
    guard let uri = config.notification?.sendEmail?.callbackUri, !uri.isEmpty,
      uri != "https://\(id).firebaseapp.com/__/auth/action"
    else { return nil }
    return uri
  }

  /// The template that the project has configured for the e-mail of a code; nil for the default one.
  package func emailTemplate(of kind: OobCode.Kind) -> Config.Notification.Template? {
    let email = config.notification?.sendEmail
    return switch kind {
    case .passwordReset: email?.resetPasswordTemplate
    case .verifyEmail: email?.verifyEmailTemplate
    case .recoverEmail: email?.changeEmailTemplate
    case .revertSecondFactorAddition: email?.revertSecondFactorAdditionTemplate
    case .emailSignIn, .verifyAndChangeEmail: nil
    }
  }

  package var blockingFunctions: Config.BlockingFunctions {
    config.blockingFunctions ?? Config.BlockingFunctions()
  }

  package var serviceAccounts: [ServiceAccount] { config.serviceAccounts ?? [] }

  package var hasTenants: Bool { config.multiTenant?.allowTenants ?? false }

  /// Returns the id of a provider as a request means it: as it is configured, else in lower case.
  package func providerID(_ text: String) -> String {
    !switches.profile.rules.readsProviderIDsInAnyCase || providers[text] != nil
      ? text : text.lowercased()
  }

  /// Returns production's message about a provider that the project cannot use; nil for a configured one.
  package func problem(ofProvider id: String) -> String? {
    guard let config = providers[id] else {
      return "The identity provider configuration is not found."
    }
    return config.enabled ? nil : "The identity provider configuration is disabled."
  }

  /// Returns the value of the tenant, or the project's where it is not scoped to one.
  private func value<Value>(
    _ ofTenant: (TenantConfig) -> Value?, _ own: @autoclosure () -> Value?
  ) -> Value? {
    if let tenantConfig { ofTenant(tenantConfig) } else { own() }
  }
}

extension Tenant {
  /// True when no sign-in is possible, and no account can be managed.
  package var isDisabled: Bool { config.disableAuth ?? false }
}

extension Project {
  /// The configuration with the member that is the project's own value of the switch
  /// `emailEnumerationProtection`.
  package var publishedConfig: Config {
    get {
      var config = config
      config.emailPrivacyConfig = switches.overrides[.emailEnumerationProtection].map {
        Config.EmailPrivacy(enableImprovedEmailPrivacy: $0 == .on ? true : nil)
      }
      return config
    }
    set {
      config = newValue
      config.emailPrivacyConfig = nil
      switches.set(
        .emailEnumerationProtection,
        to: newValue.emailPrivacyConfig.map {
          $0.enableImprovedEmailPrivacy == true ? .on : .off
        })
    }
  }

  /// Returns the project with the tenant's configuration instead of the project's.
  ///
  /// Only the tenant's providers apply. Where providers need not be configured, the project's
  /// replace missing ones.
  package func scoped(to tenant: Tenant) -> Project {
    var scoped = self
    scoped.tenantConfig = tenant.config
    let privacy = tenant.config.emailPrivacyConfig
    if privacy != nil || !switches.profile.rules.tenantsShareAddressProtection {
      scoped.switches.set(
        .emailEnumerationProtection,
        to: privacy?.enableImprovedEmailPrivacy == true ? .on : .off)
    }
    scoped.providers = Providers(
      own: tenant.providers,
      others: switches.isOn(.requireConfiguredProviders) ? [:] : providers.own)
    return scoped
  }
}
