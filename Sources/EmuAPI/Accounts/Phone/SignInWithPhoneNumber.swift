internal import EmuModel
internal import EmuStore

/// `accounts:signInWithPhoneNumber`: signs in the owner of a phone, or adds its number to the
/// account of an ID token.
enum SignInWithPhoneNumber: WriteOperation {
  struct Prepared: Sendable {
    var evidence: Evidence
    var linkTo: PresentedIDToken?
    var operation: PhoneOperation

    enum Evidence: Sendable {
      case code(session: String, code: String)
      case proof(String, phoneNumber: String)
    }
  }

  static func prepare(
    _ input: SignInWithPhoneNumberRequest, in context: OperationContext
  ) throws -> Prepared {
    guard context.project.signsInWithPhone else { throw APIError.phoneSignInDisabled }
    let linkTo = try input.idToken.given.map(context.presented(idToken:))
    return Prepared(
      evidence: try evidence(input), linkTo: linkTo, operation: input.operation ?? .unspecified)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithPhoneNumberResponse {
    let users = store.reader.withoutPasskeys
    let linkTo = try prepared.linkTo.map { try context.user(of: $0, users) }
    let (phoneNumber, code) = try verified(prepared.evidence, in: context, store)
    let owner = try users.user(phoneNumber: phoneNumber, in: context.scope)
    let response: SignInWithPhoneNumberResponse
    if let linkTo, let owner, owner.key != linkTo.key {
      context.explain(.link, .refused, "User \(user: owner) has the number \(phoneNumber).")
      guard code != nil else { throw APIError.phoneNumberExists }
      response = try conflict(phoneNumber, in: context, store)
    } else {
      response = try signIn(linkTo ?? owner, phoneNumber, prepared, in: context, store)
    }
    // Last, because a function's refusal of a new account stores that account.
    if let code { try store.markUsed(code, at: context.now) }
    return response
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    guard case .code(let session, let code) = prepared.evidence else { return nil }
    return { store in try context.countIfWrong(session: session, code: code, store) }
  }

  private static func evidence(
    _ input: SignInWithPhoneNumberRequest
  ) throws(APIError) -> Prepared.Evidence {
    if let proof = input.temporaryProof.given {
      let phoneNumber = try input.phoneNumber.given(otherwise: APIError("MISSING_PHONE_NUMBER"))
      return .proof(proof, phoneNumber: phoneNumber)
    }
    let session = try input.sessionInfo.given(otherwise: .missingSessionInfo)
    let code = try input.code.given(otherwise: .missingCode)
    return .code(session: session, code: code)
  }

  /// Returns the number of the evidence, and the code that the caller marks as used. A proof is
  /// consumed.
  private static func verified(
    _ evidence: Prepared.Evidence, in context: OperationContext, _ store: WriteTransaction
  ) throws -> (phoneNumber: String, code: VerificationCode?) {
    switch evidence {
    case .code(let session, let text):
      let code = try context.verifiedCode(session: session, code: text, store.reader) { purpose in
        purpose == .signIn
      }
      return (code.phoneNumber, code)
    case .proof(let text, let phoneNumber):
      guard
        let proof = try store.reader.temporaryProof(
          text, phoneNumber: phoneNumber, in: context.scope)
      else { throw APIError.invalidTemporaryProof }
      let expiresAt = proof.createdAt + TemporaryProof.lifetime
      try context.check(
        .codeExpiry, context.now < expiresAt,
        reason: "the proof expired at \(expiresAt.rfc3339)", otherwise: .invalidTemporaryProof)
      if context.rules.consumesCredentials { try store.delete(proof) }
      return (phoneNumber, nil)
    }
  }

  /// Answers for a number of another user: a proof lets the app sign in as that user without a new
  /// code.
  private static func conflict(
    _ phoneNumber: String, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithPhoneNumberResponse {
    let proof = TemporaryProof(
      proof: context.ids.urlSafe(80), phoneNumber: phoneNumber, createdAt: context.now)
    try store.insert(proof, in: context.scope)
    return SignInWithPhoneNumberResponse(
      phoneNumber: phoneNumber, temporaryProof: proof.proof,
      temporaryProofExpiresIn: String(TemporaryProof.lifetime.components.seconds))
  }

  private static func signIn(
    _ original: User?, _ phoneNumber: String, _ prepared: Prepared,
    in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithPhoneNumberResponse {
    if original == nil {
      guard prepared.operation != .reauthenticate else {
        throw context.refused(.phone, "No user has the number \(phoneNumber).", as: .userNotFound)
      }
      guard context.project.allowsSignUp else { throw APIError.adminOnlyOperation }
    }
    var user = original ?? User(uid: context.newLocalID, createdAt: context.now)
    user.phoneNumber = phoneNumber
    let outcome = try context.completeSignIn(
      user, from: original, by: .phone.linking(to: prepared.linkTo), store)
    context.explain(
      .phone, .chose,
      original == nil
        ? "User \(user: user) is made for \(phoneNumber)."
        : "User \(user: user) signs in with \(phoneNumber).")
    return SignInWithPhoneNumberResponse(
      phoneNumber: phoneNumber, localId: user.uid, isNewUser: original == nil,
      session: try SessionBody(outcome))
  }
}
