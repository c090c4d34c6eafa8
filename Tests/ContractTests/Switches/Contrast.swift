import EmuModel

/// What the official emulator skips or does otherwise, and who decides about it here.
struct Contrast: Sendable {
  /// The row of the reference: `12.2` for checks in order, `12.3` for results by number.
  var place: String
  var what: String
  var decides: Decider

  enum Decider: Sendable, Equatable {
    /// The switches that choose between the official emulator's way and production's.
    case switches([Switch])
    /// The profile itself: nothing is checked that a switch could govern.
    case profile
    /// Production's way, whatever the profile.
    case both
    /// The official emulator's way, whatever the profile; the text says why.
    case asOfficial(String)
    /// Nothing to decide: it is about how the official emulator is built, or comes with its calls.
    case notHere(String)
  }

  static let all: [Contrast] = checks + results

  private static let checks = numbered(
    "12.2",
    [
      ("IdP token signature, issuer, audience, expiry", .switches([.verifyCredentials])),
      ("nonce", .switches([.checkNonce, .replayProtection])),
      ("sessionId binding, state", .switches([.sessionBinding])),
      ("provider enabled or configured, client ids", .switches([.requireConfiguredProviders])),
      ("autoCreate: false", .both),
      ("Apple's user JSON, code exchange, oauth_token_secret", .both),
      ("authorized domains, continueUrl domain", .switches([.authorizedDomains])),
      (
        "API key validity, app restrictions, App Check, reCAPTCHA, APNs, Play Integrity",
        .asOfficial("SDKs send no proof to an emulator, and nothing here could judge one")
      ),
      ("recent sign-in", .switches([.recentLogin])),
      ("ID-token expiry on incoming calls", .switches([.idTokenExpiry])),
      ("refresh-token revocation", .both),
      ("expiry of codes, sessions and proofs; replacement of codes", .switches([.codeExpiry])),
      ("custom-token signature, issuer, expiry", .switches([.customTokenSignature])),
      ("password policy", .switches([.passwordPolicy])),
      ("quotas and throttling", .switches([.attemptLimits, .quotas])),
      (
        "returnSecureToken: false",
        .asOfficial("tokens that nobody asked for are ignored by whoever did not")
      ),
      ("canHandleCodeInApp, locale, link domains", .switches([.authorizedDomains])),
      ("client privilege in accounts:update", .switches([.clientPrivileges])),
      ("IAM roles", .asOfficial("a bearer that is taken may do everything")),
    ])

  private static let results = numbered(
    "12.3",
    [
      ("takeover keeps other providers", .switches([.takeoverUnlinks])),
      ("a verified claim is trusted of any provider", .switches([.trustPolicy])),
      ("pendingToken and password in needConfirmation", .both),
      ("access token faked where there is none", .profile),
      ("adding a password with the own address", .both),
      ("link of an identity of the same account", .asOfficial("production's answer is not known")),
      ("200 errorMessage for other codes than two", .both),
      ("password reset unlinks providers", .switches([.takeoverUnlinks])),
      ("auth_time is the sign-in's", .both),
      ("password hashes shown", .switches([.clientPrivileges])),
      ("project number 12345", .asOfficial("apps' tests expect it")),
      (
        "tenants made by being named; their protection and duplicate mode",
        .switches([.autoCreateTenants, .emailEnumerationProtection])
      ),
      ("second factors always enabled, MANDATORY not enforced", .switches([.mfaState])),
      ("disabled user with a second factor", .both),
      ("phone sign-in in tenants", .both),
      ("blocking functions", .notHere("comes with its calls")),
      ("SAMLResponse as JSON", .both),
      ("iframe storage key", .notHere("comes with the sign-in handler")),
      ("handler needs the internet", .notHere("comes with the sign-in handler")),
      ("action links' key and language", .both),
      ("iOSBundleId-style keys", .both),
      (
        "wiping accounts leaves codes",
        .asOfficial("tests read codes after a wipe; reset removes them")
      ),
      ("linkProviderUserInfo with another user's identity", .both),
      ("all state in memory", .notHere("how it is built")),
      ("passkeys without checks", .notHere("comes with its calls")),
      ("nextPageToken on a full last page", .both),
    ])

  private static func numbered(_ section: String, _ rows: [(String, Decider)]) -> [Contrast] {
    rows.enumerated().map { index, row in
      Contrast(place: "\(section).\(index + 1)", what: row.0, decides: row.1)
    }
  }
}
