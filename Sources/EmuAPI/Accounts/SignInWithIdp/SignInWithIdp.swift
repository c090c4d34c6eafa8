internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// `accounts:signInWithIdp`: signs in with a provider's credential, or links it to an account.
///
/// The result of each step is an argument of the next.
enum SignInWithIdp: WriteOperation {
  /// A request after all checks that need no user.
  struct Prepared: Sendable {
    var input: SignInWithIdpRequest
    /// The ID token of the account to link; nil for a sign-in.
    var linkingToken: PresentedIDToken?
    var presented: PresentedCredential
    /// True if an account may be created; see `IdpForm.autoCreate`.
    var autoCreate: Bool
    /// The context that the app gave `createAuthUri`; nil without that call.
    var appContext: String?
  }

  /// Runs before the transaction, on the connection's thread.
  ///
  /// - Throws: the error of the response; `CallOut` for a request to another server, after which it
  ///   runs again.
  static func prepare(
    _ input: SignInWithIdpRequest, in context: OperationContext
  ) throws -> Prepared {
    let linkingToken = try input.idToken.given.map(context.presented(idToken:))
    let uri = try IdpForm.address(in: input)
    // A pending token has precedence over a credential beside it.
    let pendingToken = input.pendingToken.given
    if let token = pendingToken, try !replaces(token, with: input, at: uri, in: context) {
      return Prepared(
        input: input, linkingToken: linkingToken, presented: .pending(token),
        autoCreate: input.autoCreate ?? true)
    }
    let form = try IdpForm(uri: uri, postBody: input.postBody, in: context)
    let sessionNonce = try form.bindToSession(of: input, in: context)
    form.explainLostName(in: context)
    let autoCreate = form.autoCreate(input.autoCreate, in: context)
    var presented = try CredentialReader(
      context: context, form: form,
      provider: context.provider(form.providerID),
      rawNonce: form.nonce ?? sessionNonce
    ).read()
    // The app has the nonce of the first presentation no more.
    if pendingToken != nil, !context.switches.isOn(.replayProtection),
      case .token(let credential, _) = presented
    {
      presented = .token(credential, nil)
    }
    return Prepared(
      input: input, linkingToken: linkingToken, presented: presented, autoCreate: autoCreate,
      appContext: form.session.map { $0.appContext ?? "" })
  }

  /// Returns true if the credential beside a pending token is read, because that is no longer valid.
  ///
  /// iOS sends both with an updated credential, and apps present that more than once.
  private static func replaces(
    _ token: String, with input: SignInWithIdpRequest, at uri: String,
    in context: OperationContext
  ) throws -> Bool {
    guard context.rules.readsCredentialBesidePendingToken,
      let form = try? IdpForm(uri: uri, postBody: input.postBody, in: context),
      form.idToken ?? form.accessToken != nil,
      try context.services.store.read({ reader in
        try reader.pendingCredential(token: token, in: context.scope, at: context.now)
      }) == nil
    else { return false }
    context.explain(
      .pendingToken, .warned,
      "the pending token was used, replaced, or is over an hour old, so the credential beside it was "
        + "read; production answers \(APIError.invalidPendingToken.message)")
    return true
  }

  /// Runs in the transaction, on the writer's thread.
  ///
  /// - Throws: the error of the response, which rolls back the transaction; `CallOut`, after which
  ///   it runs again.
  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithIdpResponse {
    let users = store.reader.withoutPasskeys
    let linkTo = try prepared.linkingToken.map { try context.user(of: $0, users) }
    let credential = try CredentialResolver(context: context, store: store)
      .resolve(prepared.presented)
    if let token = credential.issuedIDToken {
      // It is signed when the response is written, on a thread that must not wait for keys.
      try context.prepareKeys(of: token.issuer, token.algorithm)
    }
    let question = try LinkingQuestion.about(
      credential.profile, linkTo: linkTo, autoCreate: prepared.autoCreate, in: context, users)
    let decision = question.decide(in: context)
    let answer = IdpAnswer(
      prepared: prepared, credential: credential, question: question, decision: decision,
      context: context, store: store)
    guard let change = try question.change(by: decision, in: context) else {
      return try answer.withoutSession()
    }
    let outcome = try context.completeSignIn(
      change.user, from: change.original,
      by: context.factor(credential).linking(to: prepared.linkingToken),
      gives: context.tokenForm(secure: prepared.input.returnSecureToken), store)
    let response = try answer.after(outcome)
    if let token = prepared.presented.pendingToken, response.signIn.session.idToken != nil {
      try store.dropPendingCredential(token: token)
    }
    return response
  }

  /// Marks a presented token as used and an exchanged code as consumed, also after a refusal.
  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    switch prepared.presented {
    case .token(_, let nonce?):
      guard let digest = nonce.digest else { return nil }
      return { store in
        _ = try store.markUsed(
          digest: digest, in: context.scope, now: context.now, expiresAt: nonce.expiresAt)
      }
    case .code(let code, let form):
      return { store in
        try IssuerExchange(context: context, store: store, form: form).spend(code: code)
      }
    case .verifier(let token, let verifier, let form):
      return { store in
        try IssuerExchange(context: context, store: store, form: form)
          .spend(requestToken: token, verifier: verifier)
      }
    case .token, .pending, .opaque: return nil
    }
  }
}
