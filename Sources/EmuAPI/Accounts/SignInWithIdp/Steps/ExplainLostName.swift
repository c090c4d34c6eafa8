internal import EmuModel
internal import EmuProviders

/// Explains that a name is lost, which nothing else would show: the sign-in goes on without it.
enum ExplainLostName: IdpPreparationStep {
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws {
    guard let form = signIn.form,
      let sharing = context.services.providers.provider(form.providerID).oneTimeSharing,
      let loss = form.user.flatMap(sharing.loss(in:))
    else { return }
    context.explain(.field(sharing.field), .warned, Sentence(loss))
  }
}
