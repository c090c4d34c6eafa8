/// A check that production makes and the official emulator does not; each project can set it.
package enum Switch: String, Sendable, CaseIterable {
  case verifyCredentials
  case requireConfiguredProviders
  case checkNonce
  case replayProtection
  case trustPolicy
  case takeoverUnlinks
  case recentLogin
  case idTokenExpiry
  case codeExpiry
  case attemptLimits
  case quotas
  case authorizedDomains
  case autoCreateTenants
  case emailEnumerationProtection
  case passwordPolicy
  case customTokenSignature
  case mfaState
  case sessionBinding
  case clientPrivileges
}

/// The values of a switch.
package enum SwitchValue: String, Sendable {
  case off
  /// Never rejects: the explanation states production's response.
  case warn
  case on
  /// `checkNonce`: tokens of our own issuers, and Apple tokens that come with a nonce.
  case ours
  /// `trustPolicy`: the token's `email_verified` decides.
  case claim
  /// `trustPolicy`: the provider's trust level decides.
  case provider
  /// `takeoverUnlinks`: the password and the phone number, as the official emulator.
  case passwordAndPhone
  /// `takeoverUnlinks`: every credential whose provider is not trusted about the address.
  case untrusted
}

extension Switch {
  /// The value in each profile, and every value that may be set.
  private var row: (compatible: SwitchValue, production: SwitchValue, allowed: [SwitchValue]) {
    switch self {
    case .verifyCredentials, .requireConfiguredProviders, .replayProtection, .recentLogin,
      .idTokenExpiry, .codeExpiry, .attemptLimits, .quotas, .authorizedDomains, .passwordPolicy,
      .customTokenSignature, .mfaState, .sessionBinding, .clientPrivileges:
      (.warn, .on, [.off, .warn, .on])
    case .checkNonce: (.ours, .on, [.off, .warn, .ours, .on])
    case .trustPolicy: (.claim, .provider, [.claim, .provider])
    case .takeoverUnlinks: (.passwordAndPhone, .untrusted, [.passwordAndPhone, .untrusted])
    case .autoCreateTenants: (.on, .off, [.off, .on])
    case .emailEnumerationProtection: (.off, .on, [.off, .on])
    }
  }

  package func value(in profile: Profile) -> SwitchValue {
    profile == .compatible ? row.compatible : row.production
  }

  package var allowedValues: [SwitchValue] { row.allowed }
}

/// A value for every switch.
package enum Profile: String, Sendable, CaseIterable {
  /// Requests that work on the official emulator succeed; rejections of production are logged.
  case compatible
  /// Every check of production is enforced.
  case production
}
