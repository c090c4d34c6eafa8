internal import EmuModel
internal import EmuStore

/// Decides what the credential means for the accounts: sign in, merge, link, create, confirm, refuse.
enum DecideLinking: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    let (decision, because) = signIn.question.decide()
    context.explain(.linking, outcome(of: decision), because)
    signIn.decision = decision
  }

  private static func outcome(of decision: LinkingDecision) -> Decision.Outcome {
    switch decision {
    case .refuse, .needConfirmation: .refused
    default: .chose
    }
  }
}
