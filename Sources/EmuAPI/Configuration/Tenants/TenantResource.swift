internal import EmuJSON
internal import EmuModel
internal import EmuWire

/// A tenant as the published `Tenant`.
///
/// Effective values are in ``TenantConfig``. All other values are stored as written.
struct TenantResource {
  var document: JSONObject

  init(_ config: TenantConfig) {
    let signIn = config.signIn
    document = (try? JSON(parsing: signIn.document))?.object ?? JSONObject()
    document["allowPasswordSignup"] = .bool(signIn.passwordSignInEnabled)
    document["enableEmailLinkSignin"] = .bool(signIn.emailLinkSignInEnabled)
    document["enableAnonymousUser"] = .bool(signIn.anonymousSignInEnabled)
    document["disableAuth"] = .bool(config.isDisabled)
    if let protects = config.protectsEmails {
      // A false flag is omitted, as in production.
      document["emailPrivacyConfig"] =
        protects ? ["enableImprovedEmailPrivacy": true] : .object(JSONObject())
    }
    if let policy = signIn.passwordPolicy {
      for member in policy.resource(sent: document["passwordPolicyConfig"]) {
        document.set(member.value, at: ["passwordPolicyConfig", member.key])
      }
    }
    if signIn.signUpDisabled || signIn.deletionDisabled {
      document["client"] = [
        "permissions": [
          "disabledUserSignup": .bool(signIn.signUpDisabled),
          "disabledUserDeletion": .bool(signIn.deletionDisabled),
        ]
      ]
    }
    document["testPhoneNumbers"] = ConfigResource.map(signIn.testPhoneNumbers)
  }

  /// Returns the complete response. Only the official emulator returns `tenantId`.
  ///
  /// - Parameter isRead: true for a read; the response of a change may have fewer fields.
  static func shown(
    _ tenant: Tenant, of project: Project, isRead: Bool = false
  ) -> JSONObject {
    var shown: JSONObject = [
      "name": .string("projects/\(project.id)/tenants/\(tenant.id)"),
      "tenantId": .string(tenant.id),
    ]
    for member in TenantResource(tenant.config).document { shown[member.key] = member.value }
    ConfigResource.completeSecondFactors("mfaConfig", in: &shown)
    if let mfa = shown["mfaConfig"], mfa["enabledProviders"] == nil {
      shown.set([], at: ["mfaConfig", "enabledProviders"])
    }
    return project.switches.profile.rules.shape.tenant(shown, of: project, isRead: isRead)
  }

  /// Copies the masked fields of an update.
  ///
  /// - Throws: `INVALID_CONFIG`.
  mutating func take(
    _ mask: FieldMask, from update: JSONObject, in context: OperationContext
  ) throws(APIError) {
    try ConfigResource.check(SmsRegionsDocument.self, "smsRegionConfig", of: update)
    try ConfigResource.check(SecondFactorsDocument.self, "mfaConfig", of: update)
    try ConfigResource.check(testNumbers: update["testPhoneNumbers"])
    mask.copy(from: update, to: &document)
    SmsRegions.settle(&document, after: update)
    if mask.touches("recaptchaConfig") { try context.checkRecaptcha(document, after: update) }
    if document["passwordPolicyConfig"] != nil, mask.touches("passwordPolicyConfig") {
      try ConfigResource.check(PasswordPolicyDocument.self, "passwordPolicyConfig", of: document)
      document.set(.string(context.now.rfc3339), at: ["passwordPolicyConfig", "lastUpdateTime"])
    }
  }

  /// Applies the effective values; an absent flag is false.
  func apply(to config: inout TenantConfig) {
    func flag(_ name: String) -> Bool { document[name]?.bool ?? false }
    config.isDisabled = flag("disableAuth")
    config.protectsEmails = document["emailPrivacyConfig"].map { privacy in
      privacy["enableImprovedEmailPrivacy"]?.bool ?? false
    }
    config.signIn.passwordSignInEnabled = flag("allowPasswordSignup")
    config.signIn.emailLinkSignInEnabled = flag("enableEmailLinkSignin")
    config.signIn.anonymousSignInEnabled = flag("enableAnonymousUser")
    let permissions = document["client"]?["permissions"]
    config.signIn.signUpDisabled = permissions?["disabledUserSignup"]?.bool ?? false
    config.signIn.deletionDisabled = permissions?["disabledUserDeletion"]?.bool ?? false
    config.signIn.testPhoneNumbers = ConfigResource.texts(document["testPhoneNumbers"])
    config.signIn.passwordPolicy =
      PasswordPolicyDocument(document["passwordPolicyConfig"])?.policy
    config.signIn.document = JSON.object(document).serialized()
  }
}
