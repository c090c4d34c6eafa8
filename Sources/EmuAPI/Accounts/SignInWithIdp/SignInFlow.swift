internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore
internal import EmuWire

/// Decides what a good credential means for the accounts, and carries it out.
struct SignInFlow {
  let context: OperationContext
  let store: Writer
  let input: SignInWithIdpRequest
  /// The ID token of the account that the credential is linked to; nil for a sign-in.
  let linkingToken: PresentedIDToken?
  let credential: IdpCredential
  /// The token under which the credential was presented; nil when it came itself.
  let pendingToken: String?

  var oneAccountPerEmail: Bool { !context.project.config.allowDuplicateEmails }
  var profile: IdpProfile { credential.profile }
  private var provider: any IdentityProvider {
    context.services.providers.provider(profile.providerID)
  }

  /// Everything that the decision depends on, read in this transaction.
  func question(linkTo: User?) throws -> LinkingQuestion {
    let trust = TrustRule.verdict(
      policy: context.settings[.trustPolicy], profile: profile, standing: provider.standing)
    context.explain("trustPolicy", .chose, trust.because)
    let reader = store.reader
    let emailOwner =
      oneAccountPerEmail
      ? try profile.email.flatMap { try reader.user(email: $0, in: context.scope) } : nil
    return LinkingQuestion(
      profile: profile, vouches: trust.vouches, linkTo: linkTo,
      identityOwner: try reader.user(
        providerID: profile.providerID, rawID: profile.rawID, in: context.scope),
      emailOwner: emailOwner, oneAccountPerEmail: oneAccountPerEmail,
      autoCreate: input.autoCreate ?? true,
      signUpDisabled: context.project.config.signUpDisabled,
      takeoverUnlinks: context.settings[.takeoverUnlinks] == .untrusted
        ? emailOwner.map(untrustedLinks) ?? [] : [])
  }

  func carryOut(
    _ decision: LinkingDecision, _ question: LinkingQuestion
  ) throws -> SignInWithIdpResponse {
    let accounts = AccountMatching(flow: self, question: question)
    switch decision {
    case .signIn:
      return try answer(try accounts.signIn())
    case .merge(_, let takeover, let emailRecycled):
      var response = try answer(try accounts.merge(takeover))
      if emailRecycled { response.emailRecycled = true }
      return response
    case .link:
      return try answer(try accounts.link())
    case .create:
      var response = try answer(try accounts.create())
      response.isNewUser = true
      return response
    case .needConfirmation(let uid):
      var response = try IdpResponse(flow: self).conflict()
      response.needConfirmation = true
      response.localId = uid
      response.verifiedProvider = question.emailOwner?.signInProviders ?? []
      return response
    case .refuse(let refusal):
      let error = apiError(for: refusal)
      guard input.returnIdpCredential == true else { throw error }
      var response = try IdpResponse(flow: self).conflict()
      // The contract wants the code without a detail here, and USER_NOT_FOUND in both profiles.
      response.errorMessage =
        refusal == .noSuchUser ? APIError.userNotFound.code : error.code
      return response
    }
  }

  private func answer(
    _ outcome: SignInOutcome
  ) throws -> SignInWithIdpResponse {
    try IdpResponse(flow: self).success(outcome)
  }

  /// The code that a refusal is answered with.
  func apiError(for refusal: LinkingDecision.Refusal) -> APIError {
    switch refusal {
    case .identityTaken: .federatedUserIDAlreadyLinked
    case .emailTaken: .emailExists
    case .signUpDisabled: .adminOnlyOperation
    // USER_NOT_FOUND makes the Web SDK sign the current user out, where the official emulator
    // ends in a mismatch.
    case .noSuchUser:
      context.settings.profile == .production ? .userNotFound : .userMismatch
    }
  }

  /// Tells what production would have decided, where the project's switches chose otherwise.
  func compareWithProduction(_ question: LinkingQuestion, _ decision: LinkingDecision) {
    var strict = question
    let trust = TrustRule.verdict(
      policy: .provider, profile: profile, standing: provider.standing)
    strict.vouches = trust.vouches
    if decision == .refuse(.noSuchUser), context.settings.profile == .compatible {
      context.explain(
        "autoCreate", .warned,
        "production answers USER_NOT_FOUND, at which the Web SDK signs its user out")
    }
    if trust.vouches != question.vouches {
      let (other, because) = strict.decide()
      context.explain(
        Switch.trustPolicy.rawValue, .warned,
        "production would not take the address as verified, since \(trust.because)"
          + (other == decision ? "" : "; there \(because)"))
    }
    guard case .merge(_, _?, _) = decision, let owner = question.emailOwner,
      context.settings[.takeoverUnlinks] == .passwordAndPhone
    else { return }
    let untrusted = untrustedLinks(of: owner).filter { $0 != profile.providerID }
    guard !untrusted.isEmpty else { return }
    context.explain(
      Switch.takeoverUnlinks.rawValue, .warned,
      "production would also unlink \(untrusted.joined(separator: ", ")) in this takeover")
  }

  /// The linked providers that do not vouch for the account's address.
  private func untrustedLinks(of owner: User) -> [String] {
    owner.links.map(\.providerID).filter { id in
      switch context.services.providers.provider(id).standing {
      case .trusted: false
      case .untrusted: true
      case .ownDomains(let domains):
        !domains.contains { owner.email?.hasSuffix("@" + $0) ?? false }
      }
    }
  }
}
