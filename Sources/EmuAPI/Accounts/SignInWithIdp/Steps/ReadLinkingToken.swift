internal import EmuWire

/// Reads the ID token of the account that the credential is added to, where there is one.
enum ReadLinkingToken: IdpPreparationStep {
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws {
    signIn.linkingToken = try ProfileInput.given(signIn.input.idToken).map { text in
      try context.presented(idToken: text)
    }
  }
}
