package import EmuJSON

/// The published `Config` of a project.
///
/// The store has it as it was written, and the Admin API, seeds and exports read and write it. An
/// absent flag is false. Rules read the values of ``Project``, which include those of tenants.
package struct Config: AuthenticationConfig {
  /// Nil for the default list.
  package var authorizedDomains: [String]?
  package var autodeleteAnonymousUsers: Bool?
  package var blockingFunctions: BlockingFunctions?
  package var client: Client?
  /// Not stored: the switch `emailEnumerationProtection` is the value, see
  /// ``Project/publishedConfig``.
  package var emailPrivacyConfig: EmailPrivacy?
  package var mfa: SecondFactors?
  package var mobileLinksConfig: MobileLinks?
  package var monitoring: Monitoring?
  package var multiTenant: MultiTenant?
  package var notification: Notification?
  package var passwordPolicyConfig: PasswordPolicy?
  package var quota: Quota?
  package var recaptchaConfig: Recaptcha?
  package var signIn: SignIn?
  package var smsRegionConfig: SmsRegions?
  @OutputOnly package var name: String?
  @OutputOnly package var defaultHostingSite: String?
  @OutputOnly package var subtype: Subtype?

  // MARK: Not published
  /// A separate resource in the Admin API.
  package var passkeyConfig: PasskeyConfig?
  /// The signers of custom tokens; used for signed tokens and by `customTokenSignature`.
  package var serviceAccounts: [ServiceAccount]?

  package static let unpublished: Set<String> = ["passkeyConfig", "serviceAccounts"]
  package static let withoutEffect = [
    "monitoring", "multiTenant.defaultTenantLocation", "notification.sendSms",
    "notification.sendEmail.dnsInfo", "notification.sendEmail.legacyResetPasswordTemplate",
    "notification.sendEmail.smtp",
  ]

  /// The configuration of a project without a stored one: every way to sign in is enabled.
  package static let initial: Config = {
    var config = Config()
    config.signIn = SignIn(
      anonymous: Anonymous(enabled: true), email: Email(enabled: true),
      phoneNumber: Phone(enabled: true))
    return config
  }()

  package init() {}
}

extension Config {
  package struct SignIn: Codable, Sendable, Hashable {
    package var allowDuplicateEmails: Bool?
    package var anonymous: Anonymous?
    package var email: Email?
    package var phoneNumber: Phone?
    @OutputOnly package var hashConfig: Hash?
  }

  package struct Anonymous: Codable, Sendable, Hashable {
    package var enabled: Bool?
  }

  package struct Email: Codable, Sendable, Hashable {
    package var enabled: Bool?
    /// True if sign-in by e-mail link is disabled.
    package var passwordRequired: Bool?
  }

  package struct Phone: Codable, Sendable, Hashable {
    package var enabled: Bool?
    /// Phone numbers with a fixed code, in E.164, each with its code.
    @SortedMap package var testPhoneNumbers: [String: String]?
  }

  package struct Hash: Codable, Sendable, Hashable {
    package enum Algorithm: String, WireEnum {
      case unspecified = "HASH_ALGORITHM_UNSPECIFIED"
      case hmacSHA256 = "HMAC_SHA256"
      case hmacSHA1 = "HMAC_SHA1"
      case hmacMD5 = "HMAC_MD5"
      case scrypt = "SCRYPT"
      case pbkdfSHA1 = "PBKDF_SHA1"
      case md5 = "MD5"
      case hmacSHA512 = "HMAC_SHA512"
      case sha1 = "SHA1"
      case bcrypt = "BCRYPT"
      case pbkdf2SHA256 = "PBKDF2_SHA256"
      case sha256 = "SHA256"
      case sha512 = "SHA512"
      case standardScrypt = "STANDARD_SCRYPT"

      package static let protoName = adminV2("HashConfig.HashAlgorithm")
    }

    package var algorithm: Algorithm?
    package var memoryCost: Int32?
    package var rounds: Int32?
    package var saltSeparator: String?
    package var signerKey: String?
  }

  package struct Client: Codable, Sendable, Hashable {
    package var permissions: Permissions?
    @OutputOnly package var apiKey: String?
    @OutputOnly package var firebaseSubdomain: String?
  }

  package struct Permissions: Codable, Sendable, Hashable {
    /// True when clients may not create accounts.
    package var disabledUserSignup: Bool?
    /// True when clients may not delete their account.
    package var disabledUserDeletion: Bool?
  }

  package struct EmailPrivacy: Codable, Sendable, Hashable {
    package var enableImprovedEmailPrivacy: Bool?

    package init(enableImprovedEmailPrivacy: Bool? = nil) {
      self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy
    }
  }

  package struct MobileLinks: Codable, Sendable, Hashable {
    package enum Domain: String, WireEnum {
      case unspecified = "DOMAIN_UNSPECIFIED"
      case dynamicLinks = "FIREBASE_DYNAMIC_LINK_DOMAIN"
      case hosting = "HOSTING_DOMAIN"

      package static let protoName = adminV2("MobileLinksConfig.Domain")
    }

    package var domain: Domain?
  }

  package struct Monitoring: Codable, Sendable, Hashable {
    package struct RequestLogging: Codable, Sendable, Hashable {
      package var enabled: Bool?
    }

    package var requestLogging: RequestLogging?
  }

  package struct MultiTenant: Codable, Sendable, Hashable {
    package var allowTenants: Bool?
    package var defaultTenantLocation: String?
  }

  package struct Quota: Codable, Sendable, Hashable {
    package struct SignUp: Codable, Sendable, Hashable {
      package var quota: TextualInteger?
      @Formatted<DurationFormat> package var quotaDuration: String?
      @Formatted<TimeFormat> package var startTime: String?

      /// Returns the most accounts that an app may create in an hour; nil where the quota is not in
      /// force.
      package func limit(at now: Timestamp) -> Int? {
        guard let quota, quota.value >= 0 else { return nil }
        let start = startTime.flatMap(Timestamp.init(rfc3339:)) ?? Timestamp(milliseconds: 0)
        let length = quotaDuration.flatMap { Double($0.dropLast()) } ?? 0
        let isInForce = now >= start && (length == 0 || now.since(start) / .seconds(1) < length)
        return isInForce ? Int(clamping: quota.value) : nil
      }
    }

    package var signUpQuotaConfig: SignUp?
  }

  package enum Subtype: String, WireEnum {
    case unspecified = "SUBTYPE_UNSPECIFIED"
    case identityPlatform = "IDENTITY_PLATFORM"
    case firebaseAuth = "FIREBASE_AUTH"

    package static let protoName = adminV2("Config.Subtype")
  }

  /// Returns the name of a type of the Admin API in protocol buffers.
  static func adminV2(_ name: String) -> String { "google.cloud.identitytoolkit.admin.v2." + name }
}

extension Config {
  package var emailTemplates: [Notification.Template?] {
    let email = notification?.sendEmail
    return [
      email?.changeEmailTemplate, email?.legacyResetPasswordTemplate, email?.resetPasswordTemplate,
      email?.revertSecondFactorAdditionTemplate, email?.verifyEmailTemplate,
    ]
  }

  package var testPhoneNumbers: [String: String]? {
    get { signIn?.phoneNumber?.testPhoneNumbers }
    set { signIn?.phoneNumber?.testPhoneNumbers = newValue }
  }

  package var sections: [(path: String, section: (any ConfigSection)?)] {
    [
      ("authorizedDomains", authorizedDomains.map { AuthorizedDomains($0) }),
      ("smsRegionConfig", smsRegionConfig), ("mfa", mfa),
      (
        "signIn.phoneNumber.testPhoneNumbers", testPhoneNumbers.map { TestPhoneNumbers($0) }
      ),
      ("blockingFunctions", blockingFunctions), ("passwordPolicyConfig", passwordPolicyConfig),
      ("passkeyConfig", passkeyConfig), ("recaptchaConfig", recaptchaConfig),
    ]
  }

  package mutating func settle(after update: Config) {
    smsRegionConfig?.settle(after: update.smsRegionConfig)
    passwordPolicyConfig?.settle(after: update.passwordPolicyConfig)
    mfa?.settle()
    if testPhoneNumbers?.isEmpty == true { testPhoneNumbers = nil }
  }
}
