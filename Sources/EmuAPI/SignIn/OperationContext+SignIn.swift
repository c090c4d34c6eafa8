internal import EmuModel
internal import EmuStore

// All sign-ins end here. An operation determines the user and the changed account. These functions
// store the account, open the session and create the tokens. They may run again in a new
// transaction, so they use no external data except the context. A new user's id is the same in each
// run.

extension OperationContext {
  /// Completes a sign-in after a valid first factor.
  ///
  /// - Parameters:
  ///   - user: the changed account; its timestamps are set here.
  ///   - original: the stored account; nil for a new one.
  ///
  /// - Throws: `USER_DISABLED`, `UNSUPPORTED_FIRST_FACTOR`; the errors of blocking functions.
  func completeSignIn(
    _ user: consuming User, from original: User?, by factor: FirstFactor,
    gives form: IDTokenVersion = .secure, _ store: WriteTransaction
  ) throws -> SignInResult {
    guard !user.disabled else { throw APIError.userDisabled }
    try checkLists(of: user, from: original)
    let secondFactor = factor.linkedFrom?.secondFactor
    if original == nil {
      _ = try applyFunction(.beforeCreate, to: &user, from: nil, by: factor, secondFactor, store)
    }
    if let original, try isSecondFactorDue(of: user, after: factor) {
      // The first factor's changes are stored now, the timestamps only after the second factor.
      try store.update(user, from: original, in: scope)
      return SignInResult(user: user, step: try challenge(user, after: factor))
    }
    return try finishSignIn(
      user, from: original, by: factor, secondFactor: secondFactor, gives: form, store)
  }

  /// Opens the session after all required factors.
  func finishSignIn(
    _ user: consuming User, from original: User?, by factor: FirstFactor,
    secondFactor: Session.SecondFactor?, gives form: IDTokenVersion = .secure,
    _ store: WriteTransaction
  ) throws -> SignInResult {
    let answer: BlockingResponse?
    do {
      answer = try applyFunction(
        .beforeSignIn, to: &user, from: original, by: factor, secondFactor, store)
    } catch let refusal as APIError where original == nil {
      guard rules.keepsRejectedSignUps else {
        explain(
          .refusedSignUp, "production has created the account before beforeSignIn refuses",
          production: "keeps the account")
        throw refusal
      }
      // The account existed before the function was called for the sign-in.
      stamp(&user)
      _ = try insert(user, store)
      throw RefusalAfterChange(refusal: refusal)
    }
    // Compared before the timestamps, which every sign-in changes.
    let isChanged = original.map { $0 != user } ?? true
    let session = Session(
      uid: user.uid, tenantID: tenant?.id, provider: factor.provider,
      start: user.sessionStart(at: now, rules),
      claims: answer?.sessionClaims ?? factor.claims,
      signInAttributes: factor.credential?.profile.signInAttributes, secondFactor: secondFactor)
    stamp(&user, form)
    if let original {
      // A returning user without other changes costs one small statement.
      if isChanged {
        try store.update(user, from: original, in: scope)
      } else {
        try store.touch(user)
      }
    } else {
      user = try insert(user, store)
    }
    explain(.session, .chose, sessionReason(of: user, factor, secondFactor))
    let tokens = tokens(for: user, session, form: form)
    return SignInResult(user: user, step: .signedIn(tokens))
  }

  private func stamp(_ user: inout User, _ form: IDTokenVersion = .secure) {
    user.lastLoginAt = now
    if form != .legacy { user.lastRefreshAt = now }
  }

  /// Calls a blocking function about the account, and applies its response.
  ///
  /// - Throws: `RefusalAfterChange` if the function disables the account, which is stored.
  private func applyFunction(
    _ event: BlockingEvent, to user: inout User, from original: User?, by factor: FirstFactor,
    _ secondFactor: Session.SecondFactor?, _ store: WriteTransaction
  ) throws -> BlockingResponse? {
    guard factor.callsFunctions,
      let answer = try callFunction(
        for: event,
        BlockingRequest(
          event, about: user, by: factor, secondFactor: secondFactor, in: self))
    else { return nil }
    for change in answer.changes { change(&user) }
    guard !user.disabled else {
      if let original {
        try store.update(user, from: original, in: scope)
      } else {
        if rules.keepsRejectedSignUps { stamp(&user) }
        _ = try insert(user, store)
      }
      throw RefusalAfterChange(refusal: .userDisabled)
    }
    return answer
  }

  private func sessionReason(
    of user: User, _ factor: FirstFactor, _ secondFactor: Session.SecondFactor?
  ) -> Reason {
    if factor.linkedFrom != nil {
      return "User \(user: user) has added \(factor.method), and gets tokens of a new session."
    }
    let second = secondFactor.map { " and a second factor (\($0.kind))" } ?? ""
    return "User \(user: user) is signed in with \(method: factor.method + second)."
  }
}
