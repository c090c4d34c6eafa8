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
    var purpose: String
    var change: String
    var compatible = SwitchValue.warn
    var production = SwitchValue.on
    var allowed: [SwitchValue] = [.off, .warn, .on]
  }

  /// The purpose, the change that an app needs, the value in each profile, and the values that may be
  /// set.
  private var row: Row {
    switch self {
    case .verifyCredentials:
      Row(
        purpose: "Rejects provider tokens that cannot be verified.",
        change:
          "Sign in with a token of an issuer of this emulator or of the provider, for a "
          + "client id of the project.")
    case .requireConfiguredProviders:
      Row(
        purpose: "Rejects a provider that is not configured, and a client that no provider has.",
        change: "Enable the provider in the project, with its client id.")
    case .checkNonce:
      Row(
        purpose: "Compares the nonce of a provider's token with the one that the app sends.",
        change: "Send the raw nonce, whose SHA-256 went to the provider, as nonce.",
        compatible: .ours, production: .on, allowed: [.off, .warn, .ours, .on])
    case .replayProtection:
      Row(
        purpose: "Accepts each token with a nonce, and each code, once.",
        change: "Get a new token from the provider for each sign-in.")
    case .trustPolicy:
      Row(
        purpose:
          "Decides by what an address counts as verified: the token's claim, or the trust in "
          + "the provider.",
        change:
          "Do not rely on the verified address of this provider: verify the address in the app.",
        compatible: .claim, production: .provider, allowed: [.claim, .provider])
    case .takeoverUnlinks:
      Row(
        purpose:
          "Decides which credentials an account loses when the owner of its address takes it over.",
        change:
          "Expect a sign-in by a trusted provider to remove untrusted providers from the account.",
        compatible: .passwordAndPhone, production: .untrusted,
        allowed: [.passwordAndPhone, .untrusted])
    case .recentLogin:
      Row(
        purpose:
          "Requires a sign-in of the last five minutes to delete an account, or to change its "
          + "address or password.",
        change: "Sign the person in again (reauthenticate) before this call.")
    case .idTokenExpiry:
      Row(
        purpose: "Rejects an ID token after an hour.",
        change: "Refresh ID tokens, which are good for an hour.")
    case .codeExpiry:
      Row(
        purpose: "Expires the codes of e-mails and text messages.",
        change: "Use the latest code, within its lifetime, or request a new one.")
    case .attemptLimits:
      Row(
        purpose: "Limits how often codes are sent and guessed.",
        change: "Wait between attempts, and handle the refusal.")
    case .quotas:
      Row(
        purpose: "Limits text messages, second factors and test numbers.",
        change: "Stay within production's limits.")
    case .authorizedDomains:
      Row(
        purpose: "Rejects links to domains that are not authorized.",
        change: "Add the domain to the project's authorizedDomains.")
    case .autoCreateTenants:
      Row(
        purpose: "Creates a tenant when a request first names it.",
        change: "Create the tenant before it is named.",
        compatible: .on, production: .off, allowed: [.off, .on])
    case .emailEnumerationProtection:
      Row(
        purpose: "Gives the same response for addresses with and without an account.",
        change:
          "Handle production's answer, which new projects give; or set "
          + "emailEnumerationProtection to off here if your project has it off.",
        compatible: .off, production: .on, allowed: [.off, .on])
    case .passwordPolicy:
      Row(
        purpose: "Enforces the configured password policy.",
        change: "Use passwords that the policy of the project accepts.")
    case .customTokenSignature:
      Row(
        purpose: "Verifies the signature of custom tokens.",
        change: "Sign custom tokens with a key of a service account of the project.")
    case .mfaState:
      Row(
        purpose: "Applies the project's configuration of second factors.",
        change: "Enable second factors in the project, or fulfil what they require.")
    case .sessionBinding:
      Row(
        purpose: "Requires that a sign-in ends in the session that began it.",
        change: "Send the sessionId of createAuthUri with its answer.")
    case .clientPrivileges:
      Row(
        purpose: "Rejects changes by clients that only administrators may make.",
        change: "Make this change with an Admin SDK.")
    }
  }

  /// The effect of the switch when it is on, as a sentence.
  package var purpose: String { row.purpose }

  /// The change that the app needs where production makes this check and the project only logs it.
  package var change: String { row.change }

  package func value(in profile: Profile) -> SwitchValue {
    profile == .compatible ? row.compatible : row.production
  }

  package var allowedValues: [SwitchValue] { row.allowed }

  /// The value with which a request is accepted that the switch refuses.
  package var accepting: SwitchValue {
    allowedValues.contains(.warn) ? .warn : self == .autoCreateTenants ? .on : .off
  }
}

package enum Profile: String, Sendable, CaseIterable {
  /// Requests that work on the official emulator succeed; rejections of production are logged.
  case compatible
  /// Every check of production is enforced.
  case production
}
