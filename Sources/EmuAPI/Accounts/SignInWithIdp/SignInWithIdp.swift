internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:signInWithIdp`: signs in with a provider's credential, or links it to an account.
///
/// The steps stand here in their order, and one file each in `Steps/`; all work on one
/// ``IdpSignIn``.
enum SignInWithIdp: WriteOperation {
  /// Before the transaction: what the request presents, as far as no user must be looked up.
  static let preparation: [any IdpPreparationStep.Type] = [
    ReadLinkingToken.self,
    ReadForm.self,
    BindToSession.self,
    ExplainLostName.self,
    HonorAutoCreate.self,
    ReadCredential.self,
  ]

  /// In the transaction: what the credential means for the accounts, and the answer.
  static let steps: [any IdpStep.Type] = [
    FindLinkedAccount.self,
    ResolveCredential.self,
    PrepareIssuerKeys.self,
    FindOwners.self,
    DecideLinking.self,
    CompareWithProduction.self,
    ChangeAccount.self,
    CompleteSignIn.self,
    WriteAnswer.self,
    DropPendingCredential.self,
  ]

  static func prepare(
    _ input: SignInWithIdpRequest, in context: OperationContext
  ) throws -> IdpSignIn {
    var signIn = IdpSignIn(input)
    for step in preparation { try step.run(&signIn, in: context) }
    return signIn
  }

  static func run(
    _ prepared: IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws -> SignInWithIdpResponse {
    var signIn = prepared
    for step in steps { try step.run(&signIn, in: context, store) }
    guard let response = signIn.response.take() else { throw APIError.internalError }
    return response
  }

  /// A token that was presented counts as presented, and a code that was good as exchanged, whatever
  /// came of it.
  static func keepAfterRefusal(
    _ prepared: IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    switch prepared.presented {
    case .token(_, let nonce?):
      guard let digest = nonce.digest else { return }
      _ = try store.markUsed(
        digest: digest, in: context.scope, now: context.now, expiresAt: nonce.expiresAt)
    case .code(let code, let form):
      try CodeExchange(context: context, store: store, form: form).spend(code)
    case .verifier(let token, let verifier, let form):
      try RequestTokenExchange(context: context, store: store, form: form)
        .spend(token, verifier: verifier)
    case .token, .pending, .opaque: return
    }
  }
}
