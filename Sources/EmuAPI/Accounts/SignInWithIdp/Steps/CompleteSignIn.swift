internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Stores the account and opens its session, as every sign-in ends (`SignIn/`).
enum CompleteSignIn: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    guard let change = signIn.change else { return }
    let provider = context.services.providers.provider(signIn.profile.providerID)
    let factor = FirstFactor.provider(provider, signIn.credential)
      .linking(to: signIn.linkingToken)
    signIn.outcome = try context.completeSignIn(
      change.user, from: change.original, by: factor, store)
  }
}
