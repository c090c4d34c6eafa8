internal import EmuCrypto
internal import EmuJSON
internal import EmuModel

// The Admin API's resources in a profile's shape. Production omits false, zero and empty lists. It
// names a resource by its project's number, and shows defaults for unset values.

extension ProfileRules.Shape {
  /// Returns a project's configuration in this shape.
  ///
  /// - Parameter isRead: true for a read; the response of a change has no templates.
  func config(_ shown: JSONObject, of project: Project, isRead: Bool) -> JSONObject {
    guard self == .production else { return shown }
    var config = Self.pruned(shown, as: Config.self)
    config["name"] = .string("projects/\(Project.number)/config")
    if config["quota"]?["signUpQuotaConfig"] != nil { config.complete(with: Self.quotaDefaults) }
    config.complete(with: Self.configDefaults)
    if config["recaptchaConfig"] == nil { config["recaptchaConfig"] = Self.unsetRecaptcha }
    config.complete(with: Self.recaptchaDefaults)
    if isRead { config.complete(with: Self.templates) }
    config.complete(with: [
      "signIn": ["hashConfig": Self.hashConfig(of: project.id)],
      "notification": [
        "sendEmail": [
          "callbackUri": .string("https://\(project.id).firebaseapp.com/__/auth/action")
        ]
      ],
    ])
    return config
  }

  /// Returns a tenant in this shape. Only the official emulator returns unconfigured second factors.
  ///
  /// - Parameter isRead: true for a read; the response of a change has no `hashConfig`.
  func tenant(_ shown: JSONObject, of project: Project, isRead: Bool) -> JSONObject {
    guard self == .production else {
      var tenant = shown
      if tenant["mfaConfig"] == nil {
        tenant["mfaConfig"] = ["state": "DISABLED", "enabledProviders": []]
      }
      return tenant
    }
    var tenant = Self.pruned(shown, as: TenantConfig.self)
    tenant["name"] = shown["name"]?.string.map { JSON.string(Self.numbered($0)) }
    tenant["tenantId"] = nil
    tenant["autodeleteAnonymousUsers"] = nil
    if tenant["recaptchaConfig"] != nil { tenant.complete(with: Self.recaptchaDefaults) }
    tenant.complete(with: ["inheritance": [:]])
    if isRead { tenant["hashConfig"] = Self.hashConfig(of: project.id) }
    return tenant
  }

  /// Returns a password policy in this shape. Production shows it as it was sent.
  func passwordPolicy(_ policy: Config.PasswordPolicy?) -> Config.PasswordPolicy? {
    var shown = policy
    if self == .official { shown?.complete() }
    return shown
  }

  func provider(_ shown: JSONObject, as type: any Decodable.Type) -> JSONObject {
    guard self == .production else { return shown }
    var provider = Self.pruned(shown, as: type)
    provider["name"] = shown["name"]?.string.map { JSON.string(Self.numbered($0)) }
    return provider
  }

  /// Encodes a query; production leaves `:` and `/`, and writes a space as `+`.
  func query(_ encoded: String) -> String {
    guard self == .production else { return encoded }
    return encoded.replacing("%3A", with: ":").replacing("%2F", with: "/")
      .replacing("%20", with: "+")
  }

  /// Returns `projects/ID/…` with the number in place of the id.
  static func numbered(_ name: String) -> String {
    let rest = name.split(separator: "/").dropFirst(2).map(String.init)
    return (["projects", Project.number] + rest).joined(separator: "/")
  }

  /// Removes the values that the JSON form of protocol buffers omits: the default of each field's
  /// type, except of the fields of reCAPTCHA, which are optional there.
  private static func pruned(_ message: JSONObject, as type: any Decodable.Type) -> JSONObject {
    let fields = FieldProbe.fields(of: type)
    var kept = JSONObject()
    for member in message {
      guard let field = fields.first(where: { $0.name == member.key }) else { continue }
      let fieldType = (field.type as? any OutputOnlyField.Type)?.valueType ?? field.type
      let isOptional = type is Config.Recaptcha.Type && member.value.array == nil
      guard isOptional || !isDefault(member.value, of: fieldType) else { continue }
      kept[member.key] = pruned(member.value, as: fieldType)
    }
    return kept
  }

  private static func pruned(_ value: JSON, as type: any Decodable.Type) -> JSON {
    if let list = type as? any ListType.Type {
      return .array(value.array?.map { pruned($0, as: list.element) } ?? [])
    }
    guard let object = value.object else { return value }
    guard let map = type as? any MapType.Type else { return .object(pruned(object, as: type)) }
    var kept = JSONObject()
    for entry in object { kept[entry.key] = pruned(entry.value, as: map.element) }
    return .object(kept)
  }

  private static func isDefault(_ value: JSON, of type: any Decodable.Type) -> Bool {
    func first<Choice: WireEnum>(of type: Choice.Type) -> String? { type.allCases.first?.rawValue }
    return switch value {
    case .bool(false), .int(0), .double(0), .string(""): true
    case .string("0"): type is TextualInteger.Type
    case .string(let text): (type as? any WireEnum.Type).map { first(of: $0) } == text
    case .array(let list): list.isEmpty
    case .object(let map): map.isEmpty && type is any MapType.Type
    default: false
    }
  }

  /// Returns the project's hash configuration: a project-specific key, and production's costs.
  private static func hashConfig(of projectID: String) -> JSON {
    [
      "algorithm": "SCRYPT",
      "signerKey": .string(
        Base64URL.encodePadded(Digest.sha512.hash(Array("signer key of \(projectID)".utf8)))),
      "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 14,
    ]
  }

  private static let templates: JSONObject = {
    let purposes: KeyValuePairs = [
      "resetPasswordTemplate": ("Reset your password for %APP_NAME%", "reset your password"),
      "verifyEmailTemplate": ("Verify your email for %APP_NAME%", "verify your email address"),
      "changeEmailTemplate": (
        "Your sign-in email was changed for %APP_NAME%",
        "take back the change of your email address"
      ),
      "revertSecondFactorAdditionTemplate": (
        "A second factor was added to your %APP_NAME% account", "remove the second factor"
      ),
    ]
    var templates = JSONObject()
    for (name, (subject, purpose)) in purposes {
      templates[name] = [
        "senderLocalPart": "noreply", "subject": .string(subject), "bodyFormat": "HTML",
        "replyTo": "noreply",
        "body": .string(
          "<p>Follow this link to \(purpose):</p><p><a href=\"%LINK%\">%LINK%</a></p>"),
      ]
    }
    return ["notification": ["sendEmail": .object(templates)]]
  }()

  private static let quotaDefaults: JSONObject = [
    "quota": ["signUpQuotaConfig": ["startTime": "1970-01-01T00:00:00Z", "quotaDuration": "0s"]]
  ]

  /// Shown for a project that was never configured; after a configuration was cleared, nothing is.
  private static let unsetRecaptcha: JSON = [
    "emailPasswordEnforcementState": "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"
  ]

  private static let recaptchaDefaults: JSONObject = [
    "recaptchaConfig": [
      "phoneEnforcementState": "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED",
      "useSmsBotScore": false, "useSmsTollFraudProtection": false,
    ]
  ]

  private static let configDefaults: JSONObject = [
    "notification": [
      "sendEmail": [
        "method": "DEFAULT",
        "dnsInfo": [
          "customDomainState": "NOT_STARTED",
          "domainVerificationRequestTime": "1970-01-01T00:00:00Z",
        ],
      ],
      "sendSms": [
        "smsTemplate": ["content": "%LOGIN_CODE% is your verification code for %APP_NAME%."]
      ],
      "defaultLocale": "en",
    ],
    "quota": [:], "monitoring": ["requestLogging": [:]], "client": ["permissions": [:]],
    "multiTenant": [:],
  ]
}
