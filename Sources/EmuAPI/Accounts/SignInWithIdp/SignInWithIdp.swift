internal import EmuIssuance
internal import EmuJOSE
internal import EmuModel
internal import EmuProviders
internal import EmuStore
internal import EmuWire

/// `accounts:signInWithIdp`: signs in with a provider's credential, or links it to an account.
///
/// The steps: read the credential (before the transaction), resolve what only the store knows, weigh
/// nonce and replay, decide what the credential means for the accounts, apply that, answer.
enum SignInWithIdp: WriteOperation {
  struct Prepared: Sendable {
    var input: SignInWithIdpRequest
    var credential: PresentedCredential
    var linkTo: PresentedIDToken?
    /// What the app had `createAuthUri` remember.
    var appContext: String?
  }

  static func prepare(
    _ input: SignInWithIdpRequest, in context: OperationContext
  ) throws -> Prepared {
    let linkTo = try ProfileInput.given(input.idToken).map { text in
      try context.presented(idToken: text)
    }
    let uri = try CredentialRequest.uri(of: input)
    guard let token = ProfileInput.given(input.pendingToken) else {
      let request = try CredentialRequest(uri: uri, postBody: input.postBody)
        .bound(to: ProfileInput.given(input.sessionId), requestURI: uri, in: context)
      request.explainLostName(in: context)
      let reader = CredentialReader(context: context, request: request)
      return Prepared(
        input: AutoCreateRule.applied(to: input, with: request, in: context),
        credential: try reader.read(), linkTo: linkTo,
        appContext: request.session?.appContext)
    }
    // A pending token goes before whatever old credential is sent beside it.
    return Prepared(input: input, credential: .pending(token), linkTo: linkTo)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> SignInWithIdpResponse {
    let linkTo = try prepared.linkTo.map { try context.user(of: $0, store.reader) }
    let resolver = CredentialResolver(context: context, store: store)
    let credential = try resolver.resolve(prepared.credential)
    // Its issuer signs the ID token that a code stands for, when the answer is written.
    if let token = credential.issuedIDToken {
      context.services.keys.declare(issuer: token.issuer, algorithms: [token.algorithm])
      try context.prepareKeys(of: token.issuer)
    }
    let flow = SignInFlow(
      context: context, store: store, input: prepared.input, linkingToken: prepared.linkTo,
      credential: credential, pendingToken: prepared.credential.pendingToken)
    let question = try flow.question(linkTo: linkTo)
    let (decision, because) = question.decide()
    context.explain("linking", outcome(of: decision), because)
    flow.compareWithProduction(question, decision)
    var response = try flow.carryOut(decision, question)
    response.context = prepared.appContext ?? ""
    if let token = flow.pendingToken, response.idToken != nil {
      try store.dropPendingCredential(token: token)
    }
    return response
  }

  /// A token that was presented counts as presented, and a code that was good as exchanged, whatever
  /// came of it.
  static func keepAfterRefusal(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws {
    switch prepared.credential {
    case .token(_, let nonce?):
      guard let digest = nonce.digest else { return }
      _ = try store.markUsed(
        digest: digest, in: context.scope, now: context.now, expiresAt: nonce.expiresAt)
    case .code(let code, let request):
      try CodeExchange(context: context, store: store, request: request).spend(code)
    case .verifier(let token, let verifier, let request):
      try RequestTokenExchange(context: context, store: store, request: request)
        .spend(token, verifier: verifier)
    case .token, .pending, .opaque: return
    }
  }

  private static func outcome(of decision: LinkingDecision) -> Decision.Outcome {
    switch decision {
    case .refuse, .needConfirmation: .refused
    default: .chose
    }
  }
}
