internal import EmuJSON

extension Config {
  /// The second factors of a project (`mfa`) or tenant (`mfaConfig`).
  package struct SecondFactors: Codable, Sendable, Hashable {
    package enum State: String, WireEnum {
      case unspecified = "STATE_UNSPECIFIED"
      case disabled = "DISABLED"
      case enabled = "ENABLED"
      case mandatory = "MANDATORY"

      package static let protoName = adminV2("MultiFactorAuthConfig.State")
    }

    package enum Provider: String, WireEnum {
      case unspecified = "PROVIDER_UNSPECIFIED"
      case phone = "PHONE_SMS"

      package static let protoName = adminV2("MultiFactorAuthConfig.Provider")
    }

    package struct ProviderConfig: Codable, Sendable, Hashable {
      package enum State: String, WireEnum {
        case unspecified = "MFA_STATE_UNSPECIFIED"
        case disabled = "DISABLED"
        case enabled = "ENABLED"
        case mandatory = "MANDATORY"

        package static let protoName = adminV2("ProviderConfig.MfaState")
      }

      package var state: State?
      package var totpProviderConfig: TOTP?
    }

    package struct TOTP: Codable, Sendable, Hashable {
      /// The number of codes before and after the current one that are also accepted.
      package var adjacentIntervals: Int32?
    }

    package var state: State?
    package var enabledProviders: [Provider]?
    package var providerConfigs: [ProviderConfig]?
  }
}

extension Config.SecondFactors {
  /// The default where nothing is configured.
  package static let defaultIntervals = 5

  /// Sets the state, which the Node SDK requires, and drops configurations of no provider.
  mutating func settle() {
    providerConfigs?.removeAll { $0.totpProviderConfig == nil }
    if providerConfigs?.isEmpty == true { providerConfigs = nil }
    if !hasActiveState { state = .disabled }
  }

  /// True for either state, the one of the whole or that of authenticator apps alone.
  package var isOn: Bool { hasActiveState || allowsTOTP }

  package var allowsPhone: Bool { hasActiveState && enabledProviders?.contains(.phone) == true }

  package var allowsTOTP: Bool { totp?.state == .enabled || totp?.state == .mandatory }

  package var adjacentIntervals: Int {
    totp?.totpProviderConfig?.adjacentIntervals.map { Int($0) } ?? Self.defaultIntervals
  }

  private var hasActiveState: Bool { state == .enabled || state == .mandatory }

  private var totp: ProviderConfig? { providerConfigs?.first { $0.totpProviderConfig != nil } }
}

extension Config.SecondFactors: ConfigSection {
  package func check() throws(ConfigProblem) {
    for (index, provider) in (providerConfigs ?? []).enumerated() {
      let count = provider.totpProviderConfig?.adjacentIntervals ?? 0
      guard !(0...10).contains(count) else { continue }
      throw ConfigProblem(
        at: "providerConfigs[\(index)].totpProviderConfig.adjacentIntervals",
        "Allowed number of adjacent intervals must be between 0 and 10, inclusive",
        "INVALID_ADJACENT_INTERVAL_RANGE")
    }
  }
}
