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
  private struct Row {
    let purpose: String
    let compatible: SwitchValue
    let production: SwitchValue
    let allowed: [SwitchValue]

    init(
      _ purpose: String, _ compatible: SwitchValue = .warn, _ production: SwitchValue = .on,
      _ allowed: [SwitchValue] = [.off, .warn, .on]
    ) {
      self.purpose = purpose
      self.compatible = compatible
      self.production = production
      self.allowed = allowed
    }
  }

  /// The purpose, the value in each profile, and the values that may be set.
  private var row: Row {
    switch self {
    case .verifyCredentials:
      Row("Rejects provider tokens that cannot be verified.")
    case .requireConfiguredProviders:
      Row("Rejects a provider that is not configured, and a client that no provider has.")
    case .checkNonce:
      Row(
        "Compares the nonce of a provider's token with the one that the app sends.", .ours, .on,
        [.off, .warn, .ours, .on])
    case .replayProtection:
      Row("Accepts each token with a nonce, and each code, once.")
    case .trustPolicy:
      Row(
        "Decides by what an address counts as verified: the token's claim, or the trust in the provider.",
        .claim, .provider, [.claim, .provider])
    case .takeoverUnlinks:
      Row(
        "Decides which credentials an account loses when the owner of its address takes it over.",
        .passwordAndPhone, .untrusted, [.passwordAndPhone, .untrusted])
    case .recentLogin:
      Row(
        "Requires a sign-in of the last five minutes to delete an account, or to change its address or password."
      )
    case .idTokenExpiry:
      Row("Rejects an ID token after an hour.")
    case .codeExpiry:
      Row("Expires the codes of e-mails and text messages.")
    case .attemptLimits:
      Row("Limits how often codes are sent and guessed.")
    case .quotas:
      Row("Limits text messages, second factors and test numbers.")
    case .authorizedDomains:
      Row("Rejects links to domains that are not authorized.")
    case .autoCreateTenants:
      Row("Creates a tenant when a request first names it.", .on, .off, [.off, .on])
    case .emailEnumerationProtection:
      Row(
        "Gives the same response for addresses with and without an account.", .off, .on,
        [.off, .on])
    case .passwordPolicy:
      Row("Enforces the configured password policy.")
    case .customTokenSignature:
      Row("Verifies the signature of custom tokens.")
    case .mfaState:
      Row("Applies the project's configuration of second factors.")
    case .sessionBinding:
      Row("Requires that a sign-in ends in the session that began it.")
    case .clientPrivileges:
      Row("Rejects changes by clients that only administrators may make.")
    }
  }

  /// The effect of the switch when it is on, as a sentence.
  package var purpose: String { row.purpose }

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
