internal import EmuJSON
internal import EmuModel
internal import EmuWire

/// A project's configuration as the published `Config`.
///
/// Effective values are in ``ProjectConfig`` and the switches. All other values are stored and
/// returned as written.
struct ConfigResource {
  var document: JSONObject

  /// Creates the configuration without its name.
  init(_ project: Project) {
    let config = project.config
    document = (try? JSON(parsing: config.document))?.object ?? JSONObject()
    set(.bool(config.allowDuplicateEmails), "signIn", "allowDuplicateEmails")
    set(.bool(config.passwordSignInEnabled), "signIn", "email", "enabled")
    // While e-mail is disabled, links are too: the written flag is in the document alone.
    if config.passwordSignInEnabled || config.emailLinkSignInEnabled
      || document["signIn"]?["email"]?["passwordRequired"] == nil
    {
      set(.bool(!config.emailLinkSignInEnabled), "signIn", "email", "passwordRequired")
    }
    set(.bool(config.anonymousSignInEnabled), "signIn", "anonymous", "enabled")
    set(.bool(config.phoneSignInEnabled), "signIn", "phoneNumber", "enabled")
    set(
      Self.map(config.testPhoneNumbers), "signIn", "phoneNumber", "testPhoneNumbers")
    let protects = project.switches.isOn(.emailEnumerationProtection)
    // If false was sent, an empty object is stored: production omits false flags.
    if protects || document["emailPrivacyConfig"]?.object?.isEmpty != true {
      set(.bool(protects), "emailPrivacyConfig", "enableImprovedEmailPrivacy")
    }
    set(.bool(config.signUpDisabled), "client", "permissions", "disabledUserSignup")
    set(.bool(config.deletionDisabled), "client", "permissions", "disabledUserDeletion")
    set(
      .array(config.authorizedDomains(of: project.id).map { .string($0) }), "authorizedDomains")
    if let policy = config.passwordPolicy {
      for member in policy.resource(sent: document["passwordPolicyConfig"]) {
        set(member.value, "passwordPolicyConfig", member.key)
      }
    }
    if document["blockingFunctions"] == nil { document["blockingFunctions"] = [:] }
  }

  /// Returns the complete response.
  ///
  /// - Parameter isRead: true for a read; the response of a change may have fewer fields.
  func shown(for project: Project, isRead: Bool = false) -> JSONObject {
    var named = self
    named.set(.string(ImpliedAPIKey.of(project.id)), "client", "apiKey")
    named.set(.string(project.id), "client", "firebaseSubdomain")
    named.set(.string(project.id), "defaultHostingSite")
    var shown: JSONObject = ["name": .string("projects/\(project.id)/config")]
    for member in named.document { shown[member.key] = member.value }
    Self.completeSecondFactors("mfa", in: &shown)
    shown["subtype"] = "IDENTITY_PLATFORM"
    return project.switches.profile.rules.shape.config(shown, of: project, isRead: isRead)
  }

  /// Copies the masked fields of an update.
  ///
  /// - Throws: `INVALID_CONFIG`, `INVALID_BLOCKING_FUNCTION`.
  mutating func take(
    _ mask: FieldMask, from update: JSONObject, in context: OperationContext
  ) throws(APIError) {
    try Self.check(SmsRegionsDocument.self, "smsRegionConfig", of: update)
    try Self.check(SecondFactorsDocument.self, "mfa", of: update)
    try Self.check(testNumbers: update["signIn"]?["phoneNumber"]?["testPhoneNumbers"])
    try Self.check(
      BlockingFunctionsDocument.self, "blockingFunctions", of: update,
      otherwise: APIError.invalidBlockingFunction)
    let triggers = document["blockingFunctions"]?["triggers"]
    mask.copy(from: update, to: &document)
    SmsRegions.settle(&document, after: update)
    if mask.touches("recaptchaConfig") { try context.checkRecaptcha(document, after: update) }
    if mask.touches("emailPrivacyConfig"),
      update["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == false
    {
      document["emailPrivacyConfig"] = [:]
    }
    if mask.touches("blockingFunctions", "triggers") { stampTriggers(since: triggers, in: context) }
    if mask.touches("passwordPolicyConfig") {
      try Self.check(PasswordPolicyDocument.self, "passwordPolicyConfig", of: document)
      set(.string(context.now.rfc3339), "passwordPolicyConfig", "lastUpdateTime")
    }
  }

  /// Applies the effective values. If the published form is less precise than ours, only masked
  /// fields change.
  ///
  func apply(_ mask: FieldMask, to config: inout ProjectConfig, _ switches: inout Switches) {
    let signIn = document["signIn"]
    config.allowDuplicateEmails = signIn?["allowDuplicateEmails"]?.bool ?? false
    if mask.touches("signIn", "email") {
      let email = signIn?["email"]
      config.passwordSignInEnabled = email?["enabled"]?.bool ?? false
      config.emailLinkSignInEnabled =
        config.passwordSignInEnabled && !(email?["passwordRequired"]?.bool ?? false)
    }
    config.anonymousSignInEnabled = signIn?["anonymous"]?["enabled"]?.bool ?? false
    config.phoneSignInEnabled = signIn?["phoneNumber"]?["enabled"]?.bool ?? false
    config.testPhoneNumbers = Self.texts(signIn?["phoneNumber"]?["testPhoneNumbers"])
    let permissions = document["client"]?["permissions"]
    config.signUpDisabled = permissions?["disabledUserSignup"]?.bool ?? false
    config.deletionDisabled = permissions?["disabledUserDeletion"]?.bool ?? false
    if mask.touches("authorizedDomains") {
      config.authorizedDomains = document["authorizedDomains"]?.array?.compactMap(\.string)
    }
    config.passwordPolicy = PasswordPolicyDocument(document["passwordPolicyConfig"])?.policy
    let protects =
      document["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool ?? false
    // A flag that is set is the project's own, also where it is the profile's value.
    if protects != switches.isOn(.emailEnumerationProtection)
      || mask.touches("emailPrivacyConfig") && document["emailPrivacyConfig"] != nil
    {
      switches.set(.emailEnumerationProtection, to: protects ? .on : .off)
    }
    config.blockingFunctions =
      BlockingFunctionsDocument(document["blockingFunctions"])?.functions ?? BlockingFunctions()
    config.document = JSON.object(document).serialized()
  }

  /// Checks a part of a configuration as imports do.
  ///
  /// - Throws: `INVALID_CONFIG`, or another code with the same detail.
  static func check<Part: ConfigPart>(
    _ type: Part.Type, _ name: String, of config: JSONObject,
    otherwise refusal: (String) -> APIError = APIError.invalidConfig
  ) throws(APIError) {
    do throws(DocumentError) {
      try Part(config[name])?.check(name)
    } catch {
      throw refusal("\(error.field): \(error.message).")
    }
  }

  /// - Throws: `INVALID_CONFIG`.
  static func check(testNumbers: JSON?) throws(APIError) {
    do throws(DocumentError) {
      try TestNumberRule.check(texts(testNumbers), "testPhoneNumbers")
    } catch {
      throw .invalidConfig("\(error.field): \(error.message).")
    }
  }

  /// Sets a trigger's update time when its address changes. Only the official emulator stores a time
  /// of the caller.
  private mutating func stampTriggers(since old: JSON?, in context: OperationContext) {
    for trigger in document["blockingFunctions"]?["triggers"]?.object ?? JSONObject() {
      let (before, after) = (old?[trigger.key], trigger.value)
      guard let url = after["functionUri"]?.string, !url.isEmpty else { continue }
      let isSame = url == before?["functionUri"]?.string
      if !context.rules.isStrict, let time = after["updateTime"],
        isSame || time != before?["updateTime"]
      {
        continue
      }
      let known = isSame ? before?["updateTime"] : nil
      set(
        known ?? .string(context.now.rfc3339), "blockingFunctions", "triggers", trigger.key,
        "updateTime")
    }
  }

  /// Adds the state of second factors, which the Node SDK requires.
  static func completeSecondFactors(_ name: String, in shown: inout JSONObject) {
    guard let mfa = shown[name], mfa["state"] == nil else { return }
    shown.set("DISABLED", at: [name, "state"])
  }

  /// Returns a map of texts; nil for an empty one, which is omitted.
  static func map(_ texts: [String: String]) -> JSON? {
    guard !texts.isEmpty else { return .none }
    var object = JSONObject()
    for key in texts.keys.sorted() { object[key] = texts[key].map { .string($0) } }
    return .object(object)
  }

  static func texts(_ map: JSON?) -> [String: String] {
    var texts: [String: String] = [:]
    for member in map?.object ?? JSONObject() { texts[member.key] = member.value.string }
    return texts
  }

  private mutating func set(_ value: JSON?, _ path: String...) {
    document.set(value, at: path[...])
  }
}

extension JSONObject {
  /// Sets a value inside nested objects, which are created if missing.
  mutating func set(_ value: JSON?, at path: ArraySlice<String>) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return self[first] = value }
    var inner = self[first]?.object ?? JSONObject()
    inner.set(value, at: path.dropFirst())
    self[first] = .object(inner)
  }
}
