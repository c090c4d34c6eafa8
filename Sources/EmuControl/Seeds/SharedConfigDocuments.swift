internal import EmuModel

// Parts of a configuration that projects and tenants have in the same format.

/// The enabled second factors: `mfa` of a project, `mfaConfig` of a tenant.
struct SecondFactorsDocument: Codable, Sendable {
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

  func check(_ path: String) throws(SeedError) {
    func check(state: String, _ place: String) throws(SeedError) {
      guard SecondFactorConfig.State(rawValue: state) != nil else {
        throw SeedError(
          path: "\(path).\(place)", message: "the state is one of DISABLED, ENABLED and MANDATORY")
      }
    }
    try check(state: state, "state")
    for name in enabledProviders ?? [] where name != "PHONE_SMS" {
      throw SeedError(
        path: "\(path).enabledProviders", message: "\(name) is unknown; the only value is PHONE_SMS"
      )
    }
    for (index, provider) in (providerConfigs ?? []).enumerated() {
      try check(state: provider.state, "providerConfigs[\(index)].state")
      let window = SecondFactorConfig.intervals
      guard window.contains(provider.totpProviderConfig.adjacentIntervals ?? window.lowerBound)
      else {
        throw SeedError(
          path: "\(path).providerConfigs[\(index)].totpProviderConfig.adjacentIntervals",
          message: "the number is from \(window.lowerBound) to \(window.upperBound)")
      }
    }
  }
}

/// The regions that text messages may be sent to.
struct SmsRegionsDocument: Codable, Sendable {
  var allowByDefault: Disallowed?
  var allowlistOnly: Allowed?

  struct Disallowed: Codable, Sendable {
    var disallowedRegions: [String]?
  }

  struct Allowed: Codable, Sendable {
    var allowedRegions: [String]?
  }

  func check(_ path: String) throws(SeedError) {
    guard allowByDefault == nil || allowlistOnly == nil else {
      throw SeedError(path: path, message: "there is either allowByDefault or allowlistOnly")
    }
    let codes =
      (allowByDefault?.disallowedRegions ?? []) + (allowlistOnly?.allowedRegions ?? [])
    for code in codes where !PhoneRegion.isCode(code) {
      throw SeedError(path: path, message: "\(code) is not a region; write two letters, such as US")
    }
  }
}

/// Phone numbers with fixed codes.
enum TestNumbersDocument {
  static func check(_ numbers: [String: String]?, _ path: String) throws(SeedError) {
    for (number, code) in numbers ?? [:] {
      guard PhoneNumber.isPlausible(number) else {
        throw SeedError(path: path, message: "write the number \(number) as +15555550100")
      }
      guard PhoneNumber.isCode(code) else {
        throw SeedError(path: path, message: "the code of \(number) has six digits")
      }
    }
  }
}

/// The functions that are called before a sign-in is completed.
struct BlockingFunctionsDocument: Codable, Sendable {
  var triggers: [String: Trigger]?
  var forwardInboundCredentials: Forwarding?

  struct Trigger: Codable, Sendable {
    var functionUri: String?
    var updateTime: String?
  }

  struct Forwarding: Codable, Sendable {
    var accessToken: Bool?
    var idToken: Bool?
    var refreshToken: Bool?
  }

  func check(_ path: String) throws(SeedError) {
    for name in (triggers ?? [:]).keys.sorted() where BlockingEvent(rawValue: name) == nil {
      let known = BlockingEvent.allCases.map(\.rawValue).joined(separator: ", ")
      throw SeedError(
        path: "\(path).triggers.\(name)", message: "there is no such event; use one of \(known)")
    }
  }

  var functions: BlockingFunctions {
    BlockingFunctions(
      urls: (triggers ?? [:]).compactMapValues {
        $0.functionUri?.isEmpty == false ? $0.functionUri : nil
      },
      forwardsIDToken: forwardInboundCredentials?.idToken ?? false,
      forwardsAccessToken: forwardInboundCredentials?.accessToken ?? false,
      forwardsRefreshToken: forwardInboundCredentials?.refreshToken ?? false)
  }
}

/// The Admin API's `passkeyConfig`: the domain and origins of accepted passkeys.
struct PasskeyConfigDocument: Codable, Sendable {
  var rpId: String
  var expectedOrigins: [String]?

  func check(_ path: String) throws(SeedError) {
    guard !rpId.isEmpty, rpId.utf8.count <= 253, !rpId.contains("/") else {
      throw SeedError(
        path: "\(path).rpId", message: "write a domain, such as example.com or localhost")
    }
  }

  init(_ config: PasskeyConfig) {
    rpId = config.relyingPartyID
    expectedOrigins = config.expectedOrigins.isEmpty ? nil : config.expectedOrigins
  }

  var config: PasskeyConfig {
    PasskeyConfig(relyingPartyID: rpId.lowercased(), expectedOrigins: expectedOrigins ?? [])
  }
}
