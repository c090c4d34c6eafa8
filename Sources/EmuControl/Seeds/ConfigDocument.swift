internal import EmuCrypto
internal import EmuJSON
internal import EmuModel
internal import EmuWire

/// The Admin API's project configuration in a seed; absent members are not changed.
struct ConfigDocument: Decodable, Sendable {
  var signIn: SignIn?
  var emailPrivacyConfig: EmailPrivacy?
  var client: Client?
  var authorizedDomains: [String]?
  /// Replaces the previous value completely.
  var mfa: SecondFactorsDocument?
  /// Replaces the previous value completely.
  var smsRegionConfig: SmsRegionsDocument?
  var passwordPolicyConfig: PasswordPolicyDocument?
  var blockingFunctions: BlockingFunctionsDocument?
  var passkeyConfig: PasskeyConfigDocument?
  /// The accounts that may sign custom tokens; replaces the previous ones.
  var serviceAccounts: [ServiceAccount]?
  // Stored and returned as written.
  var autodeleteAnonymousUsers: JSON?
  var mobileLinksConfig: JSON?
  var monitoring: JSON?
  var multiTenant: JSON?
  var notification: JSON?
  var quota: JSON?
  var recaptchaConfig: JSON?

  struct SignIn: Decodable, Sendable {
    var allowDuplicateEmails: Bool?
    var anonymous: Method?
    var email: Email?
    var phoneNumber: Phone?
  }

  struct Method: Decodable, Sendable {
    var enabled: Bool?
  }

  struct Email: Decodable, Sendable {
    var enabled: Bool?
    /// True if sign-in by e-mail link is disabled.
    var passwordRequired: Bool?
  }

  struct Phone: Decodable, Sendable {
    var enabled: Bool?
    /// Replaces the previous numbers.
    var testPhoneNumbers: [String: String]?
  }

  struct EmailPrivacy: Decodable, Sendable {
    var enableImprovedEmailPrivacy: Bool?
  }

  struct Client: Codable, Sendable {
    var permissions: Permissions?
  }

  struct Permissions: Codable, Sendable {
    var disabledUserSignup: Bool?
    var disabledUserDeletion: Bool?
  }

  /// The parts that are stored as written, by name.
  var kept: [(name: String, value: JSON?)] {
    [
      ("autodeleteAnonymousUsers", autodeleteAnonymousUsers),
      ("mobileLinksConfig", mobileLinksConfig), ("monitoring", monitoring),
      ("multiTenant", multiTenant), ("notification", notification), ("quota", quota),
      ("recaptchaConfig", recaptchaConfig),
    ]
  }

  static let keptNames = [
    "autodeleteAnonymousUsers", "mobileLinksConfig", "monitoring", "multiTenant", "notification",
    "quota", "recaptchaConfig",
  ]
}

extension ConfigDocument {
  /// Makes the checks of the published configuration.
  func check() throws(DocumentError) {
    try TestNumberRule.check(
      signIn?.phoneNumber?.testPhoneNumbers ?? [:], "signIn.phoneNumber.testPhoneNumbers")
    try mfa?.check("mfa")
    try smsRegionConfig?.check("smsRegionConfig")
    try passwordPolicyConfig?.check("passwordPolicyConfig")
    try blockingFunctions?.check("blockingFunctions")
    try passkeyConfig?.check("passkeyConfig")
    for (index, account) in (serviceAccounts ?? []).enumerated() {
      let key = account.publicKey
      guard (try? PublicKey(pem: key)) != nil || (try? X509Certificate(pem: key)) != nil else {
        throw DocumentError(
          field: "serviceAccounts[\(index)].publicKey",
          message: "write a public key or a certificate in PEM")
      }
    }
  }

  /// Applies the given members.
  func apply(to config: inout ProjectConfig, _ switches: inout Switches) throws {
    if let value = signIn?.allowDuplicateEmails { config.allowDuplicateEmails = value }
    if let value = signIn?.anonymous?.enabled { config.anonymousSignInEnabled = value }
    if let value = signIn?.phoneNumber?.enabled { config.phoneSignInEnabled = value }
    if let value = signIn?.phoneNumber?.testPhoneNumbers { config.testPhoneNumbers = value }
    if let value = client?.permissions?.disabledUserSignup { config.signUpDisabled = value }
    if let value = client?.permissions?.disabledUserDeletion { config.deletionDisabled = value }
    if let authorizedDomains { config.authorizedDomains = authorizedDomains }
    if let value = emailPrivacyConfig?.enableImprovedEmailPrivacy {
      switches.set(.emailEnumerationProtection, to: value ? .on : .off)
    }
    if let passwordPolicyConfig { config.passwordPolicy = passwordPolicyConfig.policy }
    if let blockingFunctions { config.blockingFunctions = blockingFunctions.functions }
    if let passkeyConfig { config.passkeys = passkeyConfig.config }
    if let serviceAccounts { config.serviceAccounts = serviceAccounts }
    var document = try JSON(parsing: config.document).object ?? JSONObject()
    let before = document
    if let mfa { document["mfa"] = try JSONEncoding.tree(of: mfa) }
    if let smsRegionConfig {
      document["smsRegionConfig"] = try JSONEncoding.tree(of: smsRegionConfig)
    }
    if let passwordPolicyConfig {
      document["passwordPolicyConfig"] = try JSONEncoding.tree(of: passwordPolicyConfig)
    }
    // An empty object is a flag that was set to false.
    if let privacy = emailPrivacyConfig, privacy.enableImprovedEmailPrivacy == nil {
      document["emailPrivacyConfig"] = [:]
    }
    if let email = signIn?.email { email.apply(to: &config, &document) }
    if let blockingFunctions {
      document["blockingFunctions"] = try JSONEncoding.tree(of: blockingFunctions)
    }
    for part in kept { if let value = part.value { document[part.name] = value } }
    if document != before { config.document = JSON.object(document).serialized(.sortedKeys) }
  }
}

extension ConfigDocument.Email {
  /// Applies both flags. While e-mail is disabled, links are too, and the document has the written
  /// flag, as after a call of the Admin API.
  fileprivate func apply(to config: inout ProjectConfig, _ document: inout JSONObject) {
    let path = ["signIn", "email", "passwordRequired"]
    let written =
      config.passwordSignInEnabled
      ? nil : document["signIn"]?["email"]?["passwordRequired"]?.bool
    let isRequired = passwordRequired ?? written ?? !config.emailLinkSignInEnabled
    config.passwordSignInEnabled = enabled ?? config.passwordSignInEnabled
    config.emailLinkSignInEnabled = config.passwordSignInEnabled && !isRequired
    if !config.passwordSignInEnabled { document.put(.bool(isRequired), at: path[...]) }
  }
}
