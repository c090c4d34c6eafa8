internal import EmuStore
internal import EmuWire

/// Drops the credential of an earlier answer once it has signed somebody in.
enum DropPendingCredential: IdpStep {
  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    guard let token = signIn.pendingToken, signIn.response?.idToken != nil else { return }
    try store.dropPendingCredential(token: token)
  }
}
