internal import EmuModel
internal import EmuIdentity
internal import EmuStore

extension LinkingQuestion {
  /// Collects the input of the linking decision: the accounts that a credential concerns, and the
  /// trust in the provider's address.
  ///
  /// - Parameter linkTo: the account that the credential is added to; nil for a sign-in.
  static func about(
    _ profile: IdpProfile, linkTo: User?, autoCreate: Bool, in context: OperationContext,
    _ reader: ReadTransaction
  ) throws -> LinkingQuestion {
    let trust = TrustRule.verdict(
      policy: context.switches[.trustPolicy], profile: profile,
      emailTrust: context.provider(profile.providerID).emailTrust)
    context.explain(.switch(.trustPolicy), .chose, trust.reason)
    let oneAccountPerEmail = !context.project.allowsDuplicateEmails
    let reader = reader.withoutPasskeys
    let identityOwner = try reader.user(
      providerID: profile.providerID, rawID: profile.rawID, in: context.scope)
    // If the identity has an owner, the address is irrelevant: a returning user costs one search.
    var emailOwner: User?
    if identityOwner == nil, oneAccountPerEmail, let email = profile.email {
      emailOwner = try reader.user(email: email, in: context.scope)
    }
    return LinkingQuestion(
      profile: profile, isTrusted: trust.isTrusted, linkTo: linkTo,
      identityOwner: identityOwner, emailOwner: emailOwner,
      oneAccountPerEmail: oneAccountPerEmail, autoCreate: autoCreate,
      signUpDisabled: !context.project.allowsSignUp,
      takeoverUnlinks: context.switches[.takeoverUnlinks] == .untrusted
        ? emailOwner.map { untrustedLinks(of: $0, in: context) } ?? [] : [])
  }

  /// Returns the linked providers that are not trusted about the account's address.
  private static func untrustedLinks(of owner: User, in context: OperationContext) -> [String] {
    owner.links.map(\.providerID).filter { id in
      switch context.provider(id).emailTrust {
      case .trusted: false
      case .untrusted: true
      case .ownDomains(let domains):
        !domains.contains { owner.email?.hasSuffix("@" + $0) ?? false }
      }
    }
  }

  /// Decides the effect of the credential: sign in, merge, link, create, confirm, refuse.
  ///
  /// If the project's switches cause a difference, the explanation has production's decision.
  func decide(in context: OperationContext) -> LinkingDecision {
    let (decision, reason) = decide()
    let outcome: Decision.Outcome =
      switch decision {
      case .refuse, .needConfirmation: .refused
      default: .chose
      }
    context.explain(.linking, outcome, reason)
    compareTrust(decision, context)
    compareTakeover(decision, context)
    return decision
  }

  private func compareTrust(_ decision: LinkingDecision, _ context: OperationContext) {
    let trust = TrustRule.verdict(
      policy: .provider, profile: profile,
      emailTrust: context.provider(profile.providerID).emailTrust)
    guard trust.isTrusted != isTrusted else { return }
    var strict = self
    strict.isTrusted = trust.isTrusted
    let (other, reason) = strict.decide()
    context.explain(
      .switch(.trustPolicy), .warned,
      "production would not take the address as verified, since \(trust.reason)"
        + (other == decision ? "" : "; there \(reason)"),
      production: ProductionDifference(
        .check(.trustPolicy), trust.isTrusted ? "trusts the address" : "does not trust the address")
    )
  }

  private func compareTakeover(_ decision: LinkingDecision, _ context: OperationContext) {
    guard case .merge(_, _?, _) = decision, let emailOwner,
      context.switches[.takeoverUnlinks] == .passwordAndPhone
    else { return }
    let untrusted = Self.untrustedLinks(of: emailOwner, in: context)
      .filter { $0 != profile.providerID }
    guard !untrusted.isEmpty else { return }
    context.explain(
      .switch(.takeoverUnlinks), .warned,
      "production would also unlink \(untrusted.joined(separator: ", ")) in this takeover",
      production: ProductionDifference(.check(.takeoverUnlinks), "unlinks them"))
  }
}
