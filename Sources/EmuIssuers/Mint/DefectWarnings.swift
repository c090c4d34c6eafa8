internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The defects of a minted ID token without effect on a sign-in.
struct DefectWarnings {
  let draft: IDTokenDraft
  /// The switches of the project in which the token is presented.
  let switches: Switches
  let now: Timestamp

  /// A sentence for each defect that `accounts:signInWithIdp` neither rejects nor shows.
  var sentences: [String] {
    draft.defects.all.compactMap { defect in
      reason(defect).map { "\(defect.rawValue) has no effect: \($0)." }
    }
  }

  private var provider: any IdentityProvider { draft.issuer.provider }

  private func reason(_ defect: Defect) -> String? {
    if !provider.acceptsIDTokens, switches.isOn(.verifyCredentials) {
      return "accounts:signInWithIdp refuses every ID token of \(provider.id) while "
        + "verifyCredentials is on, and accepts only the code of a redirect"
    }
    let (good, bad) = (claims(nil), claims(defect))
    if good == bad, !defect.breaksSignature, defect != .missingKey {
      return "the token has nothing that it changes"
    }
    return switch defect {
    case .futureNotBefore: "accounts:signInWithIdp does not check nbf"
    case .stale: "accounts:signInWithIdp refuses an iat in the future alone, and an exp in the past"
    case .missingKey: "accounts:signInWithIdp tries every key of \(provider.id)"
    case .audienceArray: "an array that contains the client is a valid aud"
    case .extraAudience: "accounts:signInWithIdp accepts an aud that contains the client"
    case .wrongHash, .missingHash: "accounts:signInWithIdp does not check at_hash and c_hash"
    case .missingNonce: "accounts:signInWithIdp accepts a token without a nonce"
    case .wrongNonce: nonceReason
    case .missingSubject:
      profile(bad).map { _ in
        "an account of \(provider.id) is known by another claim than sub"
      }
    case .unverifiedEmail: trustReason(good, bad)
    case .textEmailVerified: "accounts:signInWithIdp reads email_verified as a text too"
    default: nil
    }
  }

  private var nonceReason: String? {
    guard provider.checksNonce else {
      return "accounts:signInWithIdp does not compare the nonce of \(provider.id)"
    }
    return switch switches[.checkNonce] {
    case .off, .warn: "the switch checkNonce is \(switches[.checkNonce].rawValue) in the project"
    default: nil
    }
  }

  private func trustReason(_ good: JSONObject, _ bad: JSONObject) -> String? {
    let verdicts = [good, bad].compactMap(profile).map { profile in
      TrustRule.verdict(
        policy: switches[.trustPolicy], profile: profile, emailTrust: provider.emailTrust)
    }
    guard verdicts.count == 2, verdicts[0].isTrusted == verdicts[1].isTrusted else { return nil }
    return "\(verdicts[0].reason)"
  }

  private func profile(_ claims: JSONObject) -> IdpProfile? {
    try? provider.profile(fromOwn: claims)
  }

  private func claims(_ defect: Defect?) -> JSONObject {
    var draft = draft
    draft.defects.all = defect.map { [$0] } ?? []
    return draft.unsigned(now: now).claims
  }
}
