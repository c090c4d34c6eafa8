internal import EmuModel
internal import EmuStore

// The one place where sign-ins end, whatever they began with. An operation finds out who the person
// is and how the account looks then; here the account is stored, the session opened and the tokens
// made. Everything may run again in a new transaction, so it takes nothing from outside but the
// context, and a new user's id is the same each time.

extension OperationContext {
  /// Completes a sign-in whose first factor was right.
  ///
  /// - Parameters:
  ///   - user: the account as it is to look; its stamps are set here.
  ///   - original: the account as it is stored; nil for a new one.
  ///   - factor: how the person showed who they are.
  ///   - form: which tokens it ends with.
  /// - Throws: `USER_DISABLED`, `UNSUPPORTED_FIRST_FACTOR`; what blocking functions refuse with.
  func completeSignIn(
    _ user: consuming User, from original: User?, by factor: FirstFactor,
    gives form: TokenForm = .secure, _ store: Writer
  ) throws -> SignInOutcome {
    guard !user.disabled else { throw APIError.userDisabled }
    try checkLists(of: user, from: original)
    let secondFactor = factor.linkedFrom?.secondFactor
    if original == nil {
      _ = try applyFunction(.beforeCreate, to: &user, from: nil, by: factor, secondFactor, store)
    }
    if let original, try isSecondFactorDue(of: user, after: factor) {
      // What the first factor changed stays; the stamps are those of a completed sign-in.
      try store.update(user, from: original, in: scope)
      return SignInOutcome(user: user, step: .secondFactor(try challenge(user, after: factor)))
    }
    return try finishSignIn(
      user, from: original, by: factor, secondFactor: secondFactor, gives: form, store)
  }

  /// Opens the session of a person who has shown all that is asked for.
  func finishSignIn(
    _ user: consuming User, from original: User?, by factor: FirstFactor,
    secondFactor: Session.SecondFactor?, gives form: TokenForm = .secure, _ store: Writer
  ) throws -> SignInOutcome {
    let answer: BlockingResponse?
    do {
      answer = try applyFunction(
        .beforeSignIn, to: &user, from: original, by: factor, secondFactor, store)
    } catch let refusal as APIError where original == nil && rules.keepsRefusedSignUps {
      // The account was made before the function was asked about the sign-in.
      stamp(&user)
      _ = try insert(user, store)
      throw RefusalAfterChange(refusal)
    }
    // Before the stamps, which every sign-in changes.
    let isChanged = original.map { $0 != user } ?? true
    let session = Session(
      uid: user.uid, tenantID: tenant?.id, provider: factor.provider,
      start: user.sessionStart(at: now, rules),
      claims: answer?.sessionClaims ?? factor.claims, secondFactor: secondFactor)
    stamp(&user, form)
    if let original {
      // A returning user that nothing else changed costs one small statement.
      if isChanged {
        try store.update(user, from: original, in: scope)
      } else {
        try store.touch(user)
      }
    } else {
      user = try insert(user, store)
    }
    explain(.session, .chose, sessionReason(of: user.uid, factor, secondFactor))
    let tokens = tokens(
      for: user, session, signInAttributes: factor.credential?.profile.signInAttributes,
      form: form)
    return SignInOutcome(user: user, step: .signedIn(tokens))
  }

  private func stamp(_ user: inout User, _ form: TokenForm = .secure) {
    user.lastLoginAt = now
    if form == .secure { user.lastRefreshAt = now }
  }

  /// Calls a blocking function about the account, and changes the account by its answer.
  ///
  /// - Throws: `RefusalAfterChange` when the function disables the account, which lasts.
  private func applyFunction(
    _ event: BlockingEvent, to user: inout User, from original: User?, by factor: FirstFactor,
    _ secondFactor: Session.SecondFactor?, _ store: Writer
  ) throws -> BlockingResponse? {
    guard factor.asksFunctions,
      let answer = try callFunction(
        for: event,
        BlockingQuestion(
          event, about: user, by: factor, secondFactor: secondFactor, in: self))
    else { return nil }
    user.take(answer)
    guard !user.disabled else {
      if let original {
        try store.update(user, from: original, in: scope)
      } else {
        if rules.keepsRefusedSignUps { stamp(&user) }
        _ = try insert(user, store)
      }
      throw RefusalAfterChange(.userDisabled)
    }
    return answer
  }

  private func sessionReason(
    of uid: String, _ factor: FirstFactor, _ secondFactor: Session.SecondFactor?
  ) -> Sentence {
    if factor.linkedFrom != nil {
      return "User \(uid) has added \(factor.method), and gets tokens of a new session."
    }
    let second: Sentence =
      secondFactor.map { " and a second factor (\($0.kind))" } ?? ""
    return "User \(uid) is signed in with \(factor.method)\(second)."
  }
}
