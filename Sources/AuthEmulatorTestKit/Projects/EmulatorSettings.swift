/// The values that all switches of a project begin with.
public enum EmulatorProfile: String, Sendable, Codable, CaseIterable {
  /// What works on the official emulator works, and the log names what production refuses.
  case compatible
  /// What production refuses is refused.
  case production
}

/// What becomes of a request that production would refuse.
public enum SwitchLevel: String, Sendable, Codable, CaseIterable {
  /// It works.
  case off
  /// It works, and the request log has the reason.
  case warn
  /// It is refused.
  case on
}

/// When the nonce of a credential is checked.
public enum NonceCheck: String, Sendable, Codable, CaseIterable {
  /// Never.
  case off
  /// Never, with a warning in the request log.
  case warn
  /// Where the token was signed by this emulator.
  case ours
  /// Always.
  case on
}

/// Which addresses of providers are trusted.
public enum TrustPolicy: String, Sendable, Codable, CaseIterable {
  /// Those that the token says are verified.
  case claim
  /// Those that production trusts of this provider.
  case provider
}

/// What a trusted provider removes from an account whose address was not verified.
public enum TakeoverPolicy: String, Sendable, Codable, CaseIterable {
  /// The password and the phone number.
  case passwordAndPhone
  /// Every way to sign in that is not trusted.
  case untrusted
}

/// A part that is there or is not.
public enum Availability: String, Sendable, Codable, CaseIterable {
  /// It is not.
  case off
  /// It is.
  case on
}

/// The switches of a project, by their names in the control API; nil leaves one as it is.
public struct EmulatorSettings: Sendable, Codable, Hashable {
  /// All switches at once; those that are set beside it come after.
  public var profile: EmulatorProfile?
  /// Whether tokens of providers are verified.
  public var verifyCredentials: SwitchLevel?
  /// Whether a provider has to be configured.
  public var requireConfiguredProviders: SwitchLevel?
  /// When nonces are checked.
  public var checkNonce: NonceCheck?
  /// Whether a credential works once.
  public var replayProtection: SwitchLevel?
  /// Which addresses of providers are trusted.
  public var trustPolicy: TrustPolicy?
  /// What a trusted provider removes.
  public var takeoverUnlinks: TakeoverPolicy?
  /// Whether changes of an account need a recent sign-in.
  public var recentLogin: SwitchLevel?
  /// Whether ID tokens expire.
  public var idTokenExpiry: SwitchLevel?
  /// Whether codes expire.
  public var codeExpiry: SwitchLevel?
  /// Whether wrong attempts are counted.
  public var attemptLimits: SwitchLevel?
  /// Whether quotas count.
  public var quotas: SwitchLevel?
  /// Whether links need an authorized domain.
  public var authorizedDomains: SwitchLevel?
  /// Whether a tenant exists from its first use on.
  public var autoCreateTenants: Availability?
  /// Whether answers hide which addresses have an account.
  public var emailEnumerationProtection: Availability?
  /// Whether the password policy counts.
  public var passwordPolicy: SwitchLevel?
  /// Whether the signature of custom tokens is verified.
  public var customTokenSignature: SwitchLevel?
  /// Whether the project's `mfa` counts.
  public var mfaState: SwitchLevel?
  /// Whether a sign-in over a web page is bound to its session.
  public var sessionBinding: SwitchLevel?
  /// Whether clients are refused what administrators may do.
  public var clientPrivileges: SwitchLevel?
  /// What the emulator says of these values; ignored in a change.
  public private(set) var warnings: [String]?

  /// No switch set.
  public init() {}
}
