internal import EmuJSON
internal import EmuModel

extension SecondFactorConfig {
  /// Reads the published configuration.
  ///
  /// Called only for users with second factors or an enrollment, so a plain sign-in does not parse
  /// it.
  init(of config: ProjectConfig, isTenant: Bool) {
    let document = (try? JSON(parsing: config.document)) ?? .null
    self.init(resource: document[isTenant ? "mfaConfig" : "mfa"] ?? .null)
  }

  /// Format: `{"state":"ENABLED","enabledProviders":["PHONE_SMS"],
  /// "providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":5}}]}`.
  init(resource: JSON) {
    let totp = resource["providerConfigs"]?.array?.first { $0["totpProviderConfig"] != nil }
    let totpState = totp?["state"]?.string.flatMap(State.init)
    self.init(
      state: resource["state"]?.string.flatMap(State.init) ?? .disabled,
      allowsPhone: resource["enabledProviders"]?.array?.contains("PHONE_SMS") ?? false,
      allowsTOTP: totpState.map { $0 != .disabled } ?? false,
      adjacentIntervals: totp?["totpProviderConfig"]?["adjacentIntervals"]?.int
        .flatMap(Int.init(exactly:)) ?? Self.usualIntervals)
  }
}
