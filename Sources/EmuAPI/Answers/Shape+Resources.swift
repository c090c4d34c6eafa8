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
    var config = Self.pruned(shown)
    config["name"] = .string("projects/\(Project.number)/config")
    Self.set(accountDefenderOf: shown, in: &config)
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
    var tenant = Self.pruned(shown)
    tenant["name"] = Self.numbered(shown["name"])
    tenant["tenantId"] = nil
    tenant["autodeleteAnonymousUsers"] = nil
    if tenant["recaptchaConfig"] != nil { tenant.complete(with: Self.recaptchaDefaults) }
    Self.set(accountDefenderOf: shown, in: &tenant)
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

  func provider(_ shown: JSONObject) -> JSONObject {
    guard self == .production else { return shown }
    var provider = Self.pruned(shown)
    provider["name"] = Self.numbered(shown["name"])
    return provider
  }

  /// Encodes a query; production leaves `:` and `/`, and writes a space as `+`.
  func query(_ encoded: String) -> String {
    guard self == .production else { return encoded }
    return encoded.replacing("%3A", with: ":").replacing("%2F", with: "/")
      .replacing("%20", with: "+")
  }

  /// Returns `projects/ID/…` with the number in place of the id.
  private static func numbered(_ name: JSON?) -> JSON? {
    guard let parts = name?.string?.split(separator: "/"), parts.count > 1 else { return name }
    return .string(
      (["projects", Project.number] + parts.dropFirst(2).map(String.init))
        .joined(separator: "/"))
  }

  /// Removes the values that the JSON form of protocol buffers omits.
  private static func pruned(_ object: JSONObject) -> JSONObject {
    var kept = JSONObject()
    for member in object {
      switch member.value {
      case .bool(false), .int(0), .string("0"): continue
      case .array(let list) where list.isEmpty: continue
      case .object(let inner): kept[member.key] = .object(pruned(inner))
      case .array(let list):
        kept[member.key] = .array(list.map { $0.object.map { .object(pruned($0)) } ?? $0 })
      default: kept[member.key] = member.value
      }
    }
    return kept
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

  /// Shows an optional flag once it is set, false too.
  private static func set(accountDefenderOf shown: JSONObject, in resource: inout JSONObject) {
    guard let defender = shown["recaptchaConfig"]?["useAccountDefender"] else { return }
    resource.set(defender, at: ["recaptchaConfig", "useAccountDefender"])
  }

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
