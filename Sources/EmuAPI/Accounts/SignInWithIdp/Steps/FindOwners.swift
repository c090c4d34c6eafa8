internal import EmuModel
internal import EmuProviders
internal import EmuStore
internal import EmuWire

/// Finds the accounts that the credential concerns, and how far the provider is trusted about its
/// address: everything that the decision depends on.
enum FindOwners: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    let profile = signIn.profile
    let trust = TrustRule.verdict(
      policy: context.settings[.trustPolicy], profile: profile,
      standing: context.services.providers.provider(profile.providerID).standing)
    context.explain(.switch(.trustPolicy), .chose, trust.because)
    let oneAccountPerEmail = !context.project.config.allowDuplicateEmails
    let identityOwner = try store.reader.user(
      providerID: profile.providerID, rawID: profile.rawID, in: context.scope)
    // Where the identity has an owner the address decides nothing: a returning user costs one search.
    var emailOwner: User?
    if identityOwner == nil, oneAccountPerEmail, let email = profile.email {
      emailOwner = try store.reader.user(email: email, in: context.scope)
    }
    signIn.question = LinkingQuestion(
      profile: profile, vouches: trust.vouches, linkTo: signIn.linkTo,
      identityOwner: identityOwner, emailOwner: emailOwner,
      oneAccountPerEmail: oneAccountPerEmail,
      autoCreate: signIn.input.autoCreate ?? true,
      signUpDisabled: context.project.config.signUpDisabled,
      takeoverUnlinks: context.settings[.takeoverUnlinks] == .untrusted
        ? emailOwner.map { untrustedLinks(of: $0, in: context) } ?? [] : [])
  }

  /// The linked providers that do not vouch for the account's address.
  static func untrustedLinks(of owner: User, in context: OperationContext) -> [String] {
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
