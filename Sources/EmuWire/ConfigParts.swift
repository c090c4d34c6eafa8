package import EmuJSON
package import EmuModel

// Parts of a configuration that projects and tenants have in the same format. Calls, seeds and exports
// read and check these types.

/// A part of a configuration.
package protocol ConfigPart: Codable, Sendable {
  /// Checks every value.
  ///
  /// - Parameter path: the path of the part.
  func check(_ path: String) throws(DocumentError)
}

extension ConfigPart {
  /// Reads a part of a stored configuration; nil for an absent one.
  package init?(_ tree: JSON?) {
    guard let part = tree.flatMap({ try? JSONDecoding.decode(Self.self, from: $0) }) else {
      return nil
    }
    self = part
  }
}

/// The enabled second factors: `mfa` of a project, `mfaConfig` of a tenant.
package struct SecondFactorsDocument: ConfigPart {
  package var state: String?
  package var enabledProviders: [String]?
  package var providerConfigs: [Provider]?

  package struct Provider: Codable, Sendable {
    package var state: String?
    package var totpProviderConfig: Totp?
  }

  package struct Totp: Codable, Sendable {
    package var adjacentIntervals: Int?
  }

  package static let states = ["STATE_UNSPECIFIED"] + SecondFactorConfig.State.names
  package static let appStates = ["MFA_STATE_UNSPECIFIED"] + SecondFactorConfig.State.names
  package static let providers = ["PROVIDER_UNSPECIFIED", "PHONE_SMS"]

  package func check(_ path: String) throws(DocumentError) {
    func check(_ name: String?, _ place: String, among names: [String]) throws(DocumentError) {
      guard let name, !names.contains(name) else { return }
      throw DocumentError(
        field: "\(path).\(place)",
        message: "\(name.prefix(64)) is unknown; write \(names.dropFirst().joined(separator: ", "))"
      )
    }
    try check(state, "state", among: Self.states)
    for (index, name) in (enabledProviders ?? []).enumerated() {
      try check(name, "enabledProviders[\(index)]", among: Self.providers)
    }
    for (index, provider) in (providerConfigs ?? []).enumerated() {
      try check(provider.state, "providerConfigs[\(index)].state", among: Self.appStates)
      let window = SecondFactorConfig.intervals
      guard window.contains(provider.totpProviderConfig?.adjacentIntervals ?? window.lowerBound)
      else {
        throw DocumentError(
          field: "\(path).providerConfigs[\(index)].totpProviderConfig.adjacentIntervals",
          message: "the number is from \(window.lowerBound) to \(window.upperBound)")
      }
    }
  }
}

/// The regions that text messages may be sent to.
package struct SmsRegionsDocument: ConfigPart {
  package var allowByDefault: Disallowed?
  package var allowlistOnly: Allowed?

  package struct Disallowed: Codable, Sendable {
    package var disallowedRegions: [String]?
  }

  package struct Allowed: Codable, Sendable {
    package var allowedRegions: [String]?
  }

  package func check(_ path: String) throws(DocumentError) {
    guard allowByDefault == nil || allowlistOnly == nil else {
      throw DocumentError(
        field: path, message: "there is either allowByDefault or allowlistOnly")
    }
    let codes =
      (allowByDefault?.disallowedRegions ?? []) + (allowlistOnly?.allowedRegions ?? [])
    for code in codes where !PhoneRegion.isCode(code) {
      throw DocumentError(
        field: path, message: "\(code.prefix(64)) is not a region; write two letters, such as US")
    }
  }
}

/// The functions that are called before a sign-in is completed.
package struct BlockingFunctionsDocument: ConfigPart {
  package var triggers: [String: Trigger]?
  package var forwardInboundCredentials: Forwarding?

  package struct Trigger: Codable, Sendable {
    package var functionUri: String?
    package var updateTime: String?
  }

  package struct Forwarding: Codable, Sendable {
    package var accessToken: Bool?
    package var idToken: Bool?
    package var refreshToken: Bool?
  }

  /// An empty address removes a function.
  package func check(_ path: String) throws(DocumentError) {
    for (name, trigger) in (triggers ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard BlockingEvent(rawValue: name) != nil else {
        let known = BlockingEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw DocumentError(
          field: "\(path).triggers.\(name)", message: "there is no such event; use one of \(known)")
      }
      guard let address = trigger.functionUri, !address.isEmpty, AbsoluteURL(address) == nil else {
        continue
      }
      throw DocumentError(
        field: "\(path).triggers.\(name).functionUri",
        message: "write an absolute URL with a scheme and a host")
    }
  }

  /// The functions; an event without an address has none.
  package var functions: BlockingFunctions {
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
package struct PasskeyConfigDocument: ConfigPart {
  package var rpId: String
  package var expectedOrigins: [String]?

  package func check(_ path: String) throws(DocumentError) {
    let isDomain =
      !rpId.isEmpty && rpId.utf8.count <= 253 && !rpId.hasPrefix(".") && !rpId.hasSuffix(".")
      && rpId.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    guard isDomain else {
      throw DocumentError(
        field: "\(path).rpId", message: "write a domain, such as example.com or localhost")
    }
    guard (expectedOrigins ?? []).allSatisfy({ $0.contains(":") && $0.utf8.count <= 2048 }) else {
      throw DocumentError(
        field: "\(path).expectedOrigins",
        message: "write origins, such as https://example.com or android:apk-key-hash:…")
    }
  }

  package init(_ config: PasskeyConfig) {
    rpId = config.relyingPartyID
    expectedOrigins = config.expectedOrigins.isEmpty ? nil : config.expectedOrigins
  }

  package var config: PasskeyConfig {
    PasskeyConfig(relyingPartyID: rpId.lowercased(), expectedOrigins: expectedOrigins ?? [])
  }
}
