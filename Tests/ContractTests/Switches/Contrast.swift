import EmuModel

/// A check that the official emulator skips or a difference in it, with the decision here.
struct Contrast: Sendable {
  /// The row of docs/reference/official-emulator.md: `checks 1` or `results 1`.
  var place: String
  var decides: Decider
  var test: String

  enum Decider: Sendable, Equatable {
    /// The switches that choose between the official emulator's behavior and production's; the
    /// text describes a remainder that they do not govern.
    case switches([Switch], String = "")
    /// The profile itself: no check exists that a switch could govern.
    case profile
    case both
    /// The official emulator's behavior in every profile; the text has the reason.
    case asOfficial(String)
    /// No decision: it concerns the official emulator's implementation.
    case notHere(String)

    var switches: [Switch] { if case .switches(let switches, _) = self { switches } else { [] } }
  }

  static let all = rows("checks", checks) + rows("results", results)

  private static let checks: [Int: (Decider, String)] = [
    1: (.switches([.verifyCredentials]), "DefectTests"),
    2: (.switches([.checkNonce, .replayProtection]), "NonceTests"),
    3: (.switches([.sessionBinding]), "IdpSessionTests"),
    4: (.switches([.requireConfiguredProviders, .verifyCredentials]), "AudienceTests"),
    5: (.both, "SignInWithIdpSignInTests"),
    6: (.both, "SignInWithIdpAppleTests"),
    7: (.switches([.authorizedDomains]), "SendOobCodeTests"),
    8: (
      .switches(
        [.verifyCredentials],
        "receipts of verifyIosClient and enforced reCAPTCHA are asked for; for the rest SDKs send "
          + "no proof to an emulator, and nothing here could judge one"), "AppVerificationTests"
    ),
    9: (.switches([.recentLogin]), "RecentLoginTests"),
    10: (
      .switches(
        [.idTokenExpiry],
        "a signature that is there must be ours in both profiles; --sign-id-tokens asks for one"),
      "PresentedIDTokenTests"
    ),
    11: (.both, "TokenTests"),
    12: (
      .switches([.codeExpiry], "a passkey's challenge expires in both profiles"),
      "ResetPasswordTests"
    ),
    13: (
      .switches([.customTokenSignature], "a uid that could not be stored is refused in both"),
      "CustomTokenTests"
    ),
    14: (
      .switches(
        [.passwordPolicy],
        "addresses without spaces that fit in 255 bytes are taken in both, and numbers with a "
          + "leading +"), "PasswordPolicyTests"
    ),
    15: (.switches([.attemptLimits, .quotas]), "PhoneTests"),
    16: (.profile, "ProductionSessionTests"),
    17: (
      .switches([.authorizedDomains], "links have the caller's language in both"),
      "SendOobCodeTests"
    ),
    18: (.switches([.clientPrivileges]), "UpdatePrivilegeTests"),
    19: (.asOfficial("a bearer that is taken may do everything"), "AccessTests"),
  ]

  private static let results: [Int: (Decider, String)] = [
    1: (.switches([.takeoverUnlinks]), "SignInWithIdpUnlinkTests"),
    2: (.switches([.trustPolicy]), "SignInWithIdpEmailTests"),
    3: (.both, "SignInWithIdpPendingTokenTests"),
    4: (.profile, "SignInWithIdpProviderTests"),
    5: (.both, "SignUpTests"),
    6: (.asOfficial("production's answer is not known"), "SignInWithIdpLinkTests"),
    7: (.both, "SignInWithIdpLinkTests"),
    8: (.both, "ProductionCodeTests"),
    9: (.both, "TokenTests"),
    10: (.switches([.clientPrivileges]), "LookupTests"),
    11: (.asOfficial("apps' tests expect it"), "EmulatorEndpointTests"),
    12: (
      .switches(
        [.autoCreateTenants, .emailEnumerationProtection],
        "repeating addresses are the project's in both"), "TenantTests"
    ),
    13: (.switches([.mfaState]), "MfaConfigTests"),
    14: (.both, "MfaSignInTests"),
    15: (.both, "PhoneTests"),
    16: (.both, "BlockingEventTests"),
    17: (
      .asOfficial("a JSON assertion is accepted too; refusals are in production's form"),
      "SignInWithIdpSAMLTests"
    ),
    18: (.notHere("comes with the sign-in handler"), ""),
    19: (.notHere("comes with the sign-in handler"), ""),
    20: (.both, "SendOobCodeTests"),
    21: (.both, "SendOobCodeTests"),
    22: (.asOfficial("tests read codes after a wipe; reset removes them"), "EmulatorEndpointTests"),
    23: (.both, "UpdateTests"),
    24: (.notHere("how it is built"), ""),
    25: (
      .switches([.verifyCredentials], "whatever brings a proof is verified in both"),
      "PasskeyRequestTests"
    ),
    26: (.profile, "ListTests"),
  ]

  private static func rows(_ section: String, _ rows: [Int: (Decider, String)]) -> [Contrast] {
    rows.sorted { $0.key < $1.key }.map { number, row in
      Contrast(place: "\(section) \(number)", decides: row.0, test: row.1)
    }
  }
}
