internal import EmuJSON
internal import EmuModel

/// The parts of the Admin API's project configuration that a seed may set.
struct ConfigDocument: Decodable, Sendable {
  var signIn: SignIn?
  var emailPrivacyConfig: EmailPrivacy?
  var client: Client?
  var authorizedDomains: [String]?
  var mfa: SecondFactors?
  var smsRegionConfig: SmsRegionsDocument?

  struct SignIn: Decodable, Sendable {
    var allowDuplicateEmails: Bool?
    var anonymous: Method?
    var email: Method?
    var phoneNumber: Phone?
  }

  struct Method: Decodable, Sendable {
    var enabled: Bool?
  }

  struct Phone: Decodable, Sendable {
    var enabled: Bool?
    /// In place of those that were set before.
    var testPhoneNumbers: [String: String]?
  }

  struct EmailPrivacy: Decodable, Sendable {
    var enableImprovedEmailPrivacy: Bool?
  }

  struct Client: Decodable, Sendable {
    var permissions: Permissions?
  }

  struct Permissions: Decodable, Sendable {
    var disabledUserSignup: Bool?
    var disabledUserDeletion: Bool?
  }

  /// Which second factors are enabled; whole, in place of what was set before.
  struct SecondFactors: Codable, Sendable {
    var state: String
    var enabledProviders: [String]?
    var providerConfigs: [Provider]?

    struct Provider: Codable, Sendable {
      var state: String
      var totpProviderConfig: Totp
    }

    struct Totp: Codable, Sendable {
      var adjacentIntervals: Int?
    }
  }

  /// Where text messages may go; whole, in place of what was set before.
  struct SmsRegionsDocument: Codable, Sendable {
    var allowByDefault: Disallowed?
    var allowlistOnly: Allowed?

    struct Disallowed: Codable, Sendable {
      var disallowedRegions: [String]?
    }

    struct Allowed: Codable, Sendable {
      var allowedRegions: [String]?
    }
  }
}

extension ConfigDocument {
  /// Finds what the published configuration would refuse.
  ///
  /// - Parameter path: where the document stands in the seed.
  func check(_ path: String) throws(SeedError) {
    func problem(_ place: String, _ message: String) -> SeedError {
      SeedError(path: "\(path).\(place)", message: message)
    }
    for (number, code) in signIn?.phoneNumber?.testPhoneNumbers ?? [:] {
      let place = "signIn.phoneNumber.testPhoneNumbers"
      guard PhoneNumber.isPlausible(number) else {
        throw problem(place, "write the number \(number) as +15555550100")
      }
      guard PhoneNumber.isCode(code) else {
        throw problem(place, "the code of \(number) has six digits")
      }
    }
    func check(state: String, _ place: String) throws(SeedError) {
      guard SecondFactorConfig.State(rawValue: state) != nil else {
        throw problem(place, "the state is one of DISABLED, ENABLED and MANDATORY")
      }
    }
    if let mfa {
      try check(state: mfa.state, "mfa.state")
      for name in mfa.enabledProviders ?? [] where name != "PHONE_SMS" {
        throw problem("mfa.enabledProviders", "\(name) is unknown; the only value is PHONE_SMS")
      }
      for (index, provider) in (mfa.providerConfigs ?? []).enumerated() {
        let place = "mfa.providerConfigs[\(index)]"
        try check(state: provider.state, "\(place).state")
        let window = SecondFactorConfig.intervals
        guard window.contains(provider.totpProviderConfig.adjacentIntervals ?? window.lowerBound)
        else {
          throw problem(
            "\(place).totpProviderConfig.adjacentIntervals",
            "the number is from \(window.lowerBound) to \(window.upperBound)")
        }
      }
    }
    guard let regions = smsRegionConfig else { return }
    guard regions.allowByDefault == nil || regions.allowlistOnly == nil else {
      throw problem("smsRegionConfig", "there is either allowByDefault or allowlistOnly")
    }
    let codes =
      (regions.allowByDefault?.disallowedRegions ?? [])
      + (regions.allowlistOnly?.allowedRegions ?? [])
    for code in codes where !PhoneRegion.isCode(code) {
      throw problem("smsRegionConfig", "\(code) is no region; write two letters, such as US")
    }
  }

  /// Sets what is given and leaves the rest.
  func apply(to config: inout ProjectConfig, _ settings: inout Settings) throws {
    if let value = signIn?.allowDuplicateEmails { config.allowDuplicateEmails = value }
    if let value = signIn?.anonymous?.enabled { config.anonymousSignInEnabled = value }
    if let value = signIn?.email?.enabled { config.passwordSignInEnabled = value }
    if let value = signIn?.phoneNumber?.enabled { config.phoneSignInEnabled = value }
    if let value = signIn?.phoneNumber?.testPhoneNumbers { config.testPhoneNumbers = value }
    if let value = client?.permissions?.disabledUserSignup { config.signUpDisabled = value }
    if let value = client?.permissions?.disabledUserDeletion { config.deletionDisabled = value }
    if let authorizedDomains { config.authorizedDomains = authorizedDomains }
    if let value = emailPrivacyConfig?.enableImprovedEmailPrivacy {
      settings.set(.emailEnumerationProtection, to: value ? .on : .off)
    }
    guard mfa != nil || smsRegionConfig != nil else { return }
    var document = try JSON(parsing: config.document).object ?? JSONObject()
    if let mfa { document["mfa"] = try JSON(parsing: JSONEncoding.encode(mfa)) }
    if let smsRegionConfig {
      document["smsRegionConfig"] = try JSON(parsing: JSONEncoding.encode(smsRegionConfig))
    }
    config.document = JSON.object(document).serialized()
  }
}
