internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuWire

/// A tenant in a seed: an id, and fields of the Admin API's tenant. Absent fields are not changed;
/// in a new tenant everything is enabled.
struct TenantDocument: Decodable, Sendable {
  var id: String
  var displayName: String?
  var allowPasswordSignup: Bool?
  var enableEmailLinkSignin: Bool?
  var enableAnonymousUser: Bool?
  var disableAuth: Bool?
  var client: ConfigDocument.Client?
  var emailPrivacyConfig: ConfigDocument.EmailPrivacy?
  /// Replaces the previous numbers.
  var testPhoneNumbers: [String: String]?
  /// Replaces the previous value completely.
  var mfaConfig: SecondFactorsDocument?
  /// Replaces the previous value completely.
  var smsRegionConfig: SmsRegionsDocument?
  var passwordPolicyConfig: PasswordPolicyDocument?
  var passkeyConfig: PasskeyConfigDocument?
  var providers: [String: ProviderConfig]?
  // Stored and returned as written.
  var autodeleteAnonymousUsers: JSON?
  var inheritance: JSON?
  var mobileLinksConfig: JSON?
  var monitoring: JSON?
  var recaptchaConfig: JSON?

  /// The parts that are stored as written, by name.
  private var kept: [(name: String, value: JSON?)] {
    [
      ("autodeleteAnonymousUsers", autodeleteAnonymousUsers), ("inheritance", inheritance),
      ("mobileLinksConfig", mobileLinksConfig), ("monitoring", monitoring),
      ("recaptchaConfig", recaptchaConfig),
    ]
  }

  static let keptNames = [
    "autodeleteAnonymousUsers", "inheritance", "mobileLinksConfig", "monitoring",
    "recaptchaConfig",
  ]
}

extension TenantDocument {
  func check(_ registry: ProviderRegistry) throws(DocumentError) {
    guard Project.isPlausible(id: id) else {
      throw DocumentError(
        field: "id", message: "a tenant id has letters, digits, hyphens and underscores")
    }
    try TestNumberRule.check(testPhoneNumbers ?? [:], "testPhoneNumbers")
    try mfaConfig?.check("mfaConfig")
    try smsRegionConfig?.check("smsRegionConfig")
    try passwordPolicyConfig?.check("passwordPolicyConfig")
    try passkeyConfig?.check("passkeyConfig")
    try registry.check(providers ?? [:])
  }

  /// Applies the given members.
  func apply(to config: inout TenantConfig) throws {
    if let value = allowPasswordSignup { config.signIn.passwordSignInEnabled = value }
    if let value = enableEmailLinkSignin { config.signIn.emailLinkSignInEnabled = value }
    if let value = enableAnonymousUser { config.signIn.anonymousSignInEnabled = value }
    if let value = disableAuth { config.isDisabled = value }
    if let value = client?.permissions?.disabledUserSignup { config.signIn.signUpDisabled = value }
    if let value = client?.permissions?.disabledUserDeletion {
      config.signIn.deletionDisabled = value
    }
    if let privacy = emailPrivacyConfig {
      config.protectsEmails = privacy.enableImprovedEmailPrivacy ?? false
    }
    if let testPhoneNumbers { config.signIn.testPhoneNumbers = testPhoneNumbers }
    if let passwordPolicyConfig { config.signIn.passwordPolicy = passwordPolicyConfig.policy }
    if let passkeyConfig { config.signIn.passkeys = passkeyConfig.config }
    var document = try JSON(parsing: config.signIn.document).object ?? JSONObject()
    let before = document
    if let displayName { document["displayName"] = .string(displayName) }
    if let mfaConfig { document["mfaConfig"] = try JSONEncoding.tree(of: mfaConfig) }
    if let client { document["client"] = try JSONEncoding.tree(of: client) }
    if let smsRegionConfig {
      document["smsRegionConfig"] = try JSONEncoding.tree(of: smsRegionConfig)
    }
    if let passwordPolicyConfig {
      document["passwordPolicyConfig"] = try JSONEncoding.tree(of: passwordPolicyConfig)
    }
    for part in kept { if let value = part.value { document[part.name] = value } }
    if document != before { config.signIn.document = JSON.object(document).serialized() }
  }
}
