import EmuModel

/// A check that the official emulator skips or a difference in it, with the decision here.
struct Contrast: Sendable {
  /// The row of docs/reference/official-emulator.md: `checks 1` or `results 1`.
  var place: String
  var what: String
  var decides: Decider
  /// The test file that shows it.
  var test: String

  enum Decider: Sendable, Equatable {
    /// The switches that choose between the official emulator's behavior and production's.
    case switches([Switch])
    /// The switches govern a part of it; the text describes the remainder.
    case partly([Switch], String)
    /// The profile itself: no check exists that a switch could govern.
    case profile
    /// Production's behavior in both profiles.
    case both
    /// The official emulator's behavior in every profile; the text has the reason.
    case asOfficial(String)
    /// No decision: it concerns the official emulator's implementation.
    case notHere(String)

    var switches: [Switch] {
      switch self {
      case .switches(let switches), .partly(let switches, _): switches
      case .profile, .both, .asOfficial, .notHere: []
      }
    }
  }

  static let all: [Contrast] = checks + results

  private static let checks = numbered(
    "checks",
    [
      (
        "IdP token signature, issuer, audience, expiry", .switches([.verifyCredentials]),
        "DefectTests"
      ),
      ("nonce", .switches([.checkNonce, .replayProtection]), "NonceTests"),
      ("sessionId binding, state", .switches([.sessionBinding]), "IdpSessionTests"),
      (
        "provider enabled or configured, client ids, bundle ids",
        .switches([.requireConfiguredProviders, .verifyCredentials]), "AudienceTests"
      ),
      ("autoCreate: false", .both, "SignInWithIdpSignInTests"),
      ("Apple's user JSON, code exchange, oauth_token_secret", .both, "SignInWithIdpAppleTests"),
      (
        "authorized domains, continueUrl domain", .switches([.authorizedDomains]),
        "SendOobCodeTests"
      ),
      (
        "API key validity, app restrictions, App Check, reCAPTCHA, APNs, Play Integrity",
        .partly(
          [.verifyCredentials],
          "receipts of verifyIosClient and enforced reCAPTCHA are asked for; for the rest SDKs send "
            + "no proof to an emulator, and nothing here could judge one"), "AppVerificationTests"
      ),
      ("recent sign-in", .switches([.recentLogin]), "RecentLoginTests"),
      (
        "ID-token signature and expiry on incoming calls",
        .partly(
          [.idTokenExpiry],
          "a signature that is there must be ours in both profiles; --sign-id-tokens asks for one"),
        "PresentedIDTokenTests"
      ),
      ("refresh-token revocation", .both, "TokenTests"),
      (
        "expiry of codes, sessions and proofs; replacement of codes",
        .partly([.codeExpiry], "a passkey's challenge expires in both profiles"),
        "ResetPasswordTests"
      ),
      (
        "custom-token signature, issuer, expiry, uid length",
        .partly([.customTokenSignature], "a uid that could not be stored is refused in both"),
        "CustomTokenTests"
      ),
      (
        "password policy, syntax of addresses and numbers",
        .partly(
          [.passwordPolicy],
          "addresses without spaces that fit in 255 bytes are taken in both, and numbers with a "
            + "leading +"), "PasswordPolicyTests"
      ),
      (
        "quotas and throttling, five second factors", .switches([.attemptLimits, .quotas]),
        "PhoneTests"
      ),
      (
        "returnSecureToken: false", .profile, "ProductionSessionTests"
      ),
      (
        "canHandleCodeInApp, locale, link domains",
        .partly([.authorizedDomains], "links have the caller's language in both"),
        "SendOobCodeTests"
      ),
      (
        "client privilege in accounts:update", .switches([.clientPrivileges]),
        "UpdatePrivilegeTests"
      ),
      ("IAM roles", .asOfficial("a bearer that is taken may do everything"), "AccessTests"),
    ])

  private static let results = numbered(
    "results",
    [
      ("takeover keeps other providers", .switches([.takeoverUnlinks]), "SignInWithIdpUnlinkTests"),
      (
        "a verified claim is trusted of any provider", .switches([.trustPolicy]),
        "SignInWithIdpEmailTests"
      ),
      ("pendingToken and password in needConfirmation", .both, "SignInWithIdpPendingTokenTests"),
      ("access token faked where there is none", .profile, "SignInWithIdpProviderTests"),
      ("adding a password with the own address", .both, "SignUpTests"),
      (
        "link of an identity of the same account",
        .asOfficial("production's answer is not known"), "SignInWithIdpLinkTests"
      ),
      ("200 errorMessage for any refusal", .both, "SignInWithIdpLinkTests"),
      ("password reset unlinks providers", .both, "ProductionCodeTests"),
      ("auth_time is the sign-in's", .both, "TokenTests"),
      ("password hashes shown", .switches([.clientPrivileges]), "LookupTests"),
      ("project number 12345", .asOfficial("apps' tests expect it"), "EmulatorEndpointTests"),
      (
        "tenants made by being named; their protection and duplicate mode",
        .partly(
          [.autoCreateTenants, .emailEnumerationProtection],
          "repeating addresses are the project's in both"), "TenantTests"
      ),
      (
        "second factors always enabled, MANDATORY not enforced", .switches([.mfaState]),
        "MfaConfigTests"
      ),
      ("disabled user with a second factor", .both, "MfaSignInTests"),
      ("phone sign-in in tenants", .both, "PhoneTests"),
      (
        "blocking functions: two events, their token's lifetime", .both, "BlockingEventTests"
      ),
      (
        "SAMLResponse as JSON, refused in a form that SDKs cannot read",
        .asOfficial("XML signatures are not verified; refusals are in production's form"),
        "SignInWithIdpSAMLTests"
      ),
      ("iframe storage key", .notHere("comes with the sign-in handler"), ""),
      ("handler needs the internet", .notHere("comes with the sign-in handler"), ""),
      ("action links' key and language", .both, "SendOobCodeTests"),
      ("iOSBundleId-style keys", .both, "SendOobCodeTests"),
      (
        "wiping accounts leaves codes",
        .asOfficial("tests read codes after a wipe; reset removes them"), "EmulatorEndpointTests"
      ),
      ("linkProviderUserInfo with another user's identity", .both, "UpdateTests"),
      ("all state in memory", .notHere("how it is built"), ""),
      (
        "passkeys without checks",
        .partly([.verifyCredentials], "whatever brings a proof is verified in both"),
        "PasskeyRequestTests"
      ),
      ("nextPageToken on a full last page", .profile, "ListTests"),
    ])

  private static func numbered(
    _ section: String, _ rows: [(what: String, decides: Decider, test: String)]
  ) -> [Contrast] {
    rows.enumerated().map { index, row in
      Contrast(
        place: "\(section) \(index + 1)", what: row.what, decides: row.decides, test: row.test)
    }
  }
}
