/// The initial values of all switches of a project.
public enum EmulatorProfile: String, Sendable, Codable, CaseIterable {
  /// Requests that work on the official emulator succeed, and the log names production's
  /// rejections.
  case compatible
  /// Requests that production rejects are rejected.
  case production
}

/// The handling of a request that production would reject.
public enum SwitchLevel: String, Sendable, Codable, CaseIterable {
  /// It works.
  case off
  /// It works, and the request log has the reason.
  case warn
  /// It is rejected.
  case on
}

/// The condition for checking the nonce of a credential.
public enum NonceCheck: String, Sendable, Codable, CaseIterable {
  /// Never.
  case off
  /// Never, with a warning in the request log.
  case warn
  /// It is checked where this emulator signed the token.
  case ours
  /// Always.
  case on
}

/// The addresses of providers that are trusted.
public enum TrustPolicy: String, Sendable, Codable, CaseIterable {
  /// Those that the token declares verified.
  case claim
  /// Those that production trusts of this provider.
  case provider
}

/// The credentials that a trusted provider removes from an account whose address was not verified.
public enum TakeoverPolicy: String, Sendable, Codable, CaseIterable {
  /// The password and the phone number.
  case passwordAndPhone
  /// Every way to sign in that is not trusted.
  case untrusted
}

/// The state of an optional feature.
public enum Availability: String, Sendable, Codable, CaseIterable {
  /// It is not.
  case off
  /// It is.
  case on
}

/// The switches of a project, by their names in the control API; nil leaves one as it is.
public struct EmulatorSettings: Sendable, Codable, Hashable {
  /// The values of all switches; individual ones override it.
  public var profile: EmulatorProfile?
  /// The verification of providers' tokens.
  public var verifyCredentials: SwitchLevel?
  /// The requirement that a provider is configured.
  public var requireConfiguredProviders: SwitchLevel?
  /// The condition for checking nonces.
  public var checkNonce: NonceCheck?
  /// The restriction of a credential to one use.
  public var replayProtection: SwitchLevel?
  /// The trusted addresses of providers.
  public var trustPolicy: TrustPolicy?
  /// The credentials that a trusted provider removes.
  public var takeoverUnlinks: TakeoverPolicy?
  /// The requirement of a recent sign-in for changes of an account.
  public var recentLogin: SwitchLevel?
  /// The expiry of ID tokens.
  public var idTokenExpiry: SwitchLevel?
  /// The expiry of codes.
  public var codeExpiry: SwitchLevel?
  /// The limit of wrong attempts.
  public var attemptLimits: SwitchLevel?
  /// The enforcement of quotas.
  public var quotas: SwitchLevel?
  /// The requirement that links have an authorized domain.
  public var authorizedDomains: SwitchLevel?
  /// The creation of a tenant at its first use.
  public var autoCreateTenants: Availability?
  /// The concealment in responses of which addresses have an account.
  public var emailEnumerationProtection: Availability?
  /// The enforcement of the password policy.
  public var passwordPolicy: SwitchLevel?
  /// The verification of custom tokens' signatures.
  public var customTokenSignature: SwitchLevel?
  /// The enforcement of the project's `mfa`.
  public var mfaState: SwitchLevel?
  /// The binding of a sign-in on a web page to its session.
  public var sessionBinding: SwitchLevel?
  /// The rejection of administrators' actions for clients.
  public var clientPrivileges: SwitchLevel?
  /// The emulator's warnings about these values; ignored in a change.
  public private(set) var warnings: [String]?

  /// No switch set.
  public init() {}
}
