internal import EmuStore

/// Finds the account that the credential is added to, whose session must still stand.
enum FindLinkedAccount: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    signIn.linkTo = try signIn.linkingToken.map { try context.user(of: $0, store.reader) }
  }
}
