internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Explains what production would have decided, where the project's switches chose otherwise.
enum CompareWithProduction: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    compareRefusal(signIn, context)
    compareTrust(signIn, context)
    compareTakeover(signIn, context)
  }

  private static func compareRefusal(_ signIn: IdpSignIn, _ context: OperationContext) {
    guard signIn.decision == .refuse(.noSuchUser), context.settings.profile == .compatible else {
      return
    }
    context.explain(
      .autoCreate, .warned,
      "production answers USER_NOT_FOUND, at which the Web SDK signs its user out")
  }

  private static func compareTrust(_ signIn: IdpSignIn, _ context: OperationContext) {
    let trust = TrustRule.verdict(
      policy: .provider, profile: signIn.profile,
      standing: context.services.providers.provider(signIn.profile.providerID).standing)
    guard trust.vouches != signIn.question.vouches else { return }
    var strict = signIn.question
    strict.vouches = trust.vouches
    let (other, because) = strict.decide()
    context.explain(
      .switch(.trustPolicy), .warned,
      "production would not take the address as verified, since \(trust.because)"
        + (other == signIn.decision ? "" : "; there \(because)"))
  }

  private static func compareTakeover(_ signIn: IdpSignIn, _ context: OperationContext) {
    guard case .merge(_, _?, _) = signIn.decision, let owner = signIn.question.emailOwner,
      context.settings[.takeoverUnlinks] == .passwordAndPhone
    else { return }
    let untrusted = FindOwners.untrustedLinks(of: owner, in: context)
      .filter { $0 != signIn.profile.providerID }
    guard !untrusted.isEmpty else { return }
    context.explain(
      .switch(.takeoverUnlinks), .warned,
      "production would also unlink \(untrusted.joined(separator: ", ")) in this takeover")
  }
}
