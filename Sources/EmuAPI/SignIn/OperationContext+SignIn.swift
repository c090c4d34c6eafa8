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
  /// - Throws: `USER_DISABLED`, `UNSUPPORTED_FIRST_FACTOR`.
  func completeSignIn(
    _ user: User, from original: User?, by factor: FirstFactor, _ store: Writer
  ) throws -> SignInOutcome {
    // A new account is made here, before it is stored: the place of `beforeCreate`.
    guard !user.disabled else { throw APIError.userDisabled }
    if let original, try isSecondFactorDue(of: user, after: factor) {
      // What the first factor changed stays; the stamps are those of a completed sign-in.
      try store.update(user, from: original, in: scope)
      return SignInOutcome(user: user, step: .secondFactor(try challenge(user, after: factor)))
    }
    return try finishSignIn(
      user, from: original, by: factor, secondFactor: factor.linkedFrom?.secondFactor, store)
  }

  /// Opens the session of a person who has shown all that is asked for.
  func finishSignIn(
    _ user: User, from original: User?, by factor: FirstFactor,
    secondFactor: Session.SecondFactor?, _ store: Writer
  ) throws -> SignInOutcome {
    // Nothing is stored yet, and the session's claims are open: the place of `beforeSignIn`.
    var stamped = user
    stamped.lastLoginAt = now
    stamped.lastRefreshAt = now
    let session = Session(
      uid: user.uid, tenantID: tenant?.id, provider: factor.provider,
      authTime: SessionRule.authTime(now: now, validSince: user.validSince),
      claims: factor.claims, secondFactor: secondFactor)
    stamped = try keep(stamped, unstamped: user, from: original, store)
    return SignInOutcome(
      user: stamped,
      step: .signedIn(
        tokens(
          for: stamped, session, signInAttributes: factor.credential?.profile.signInAttributes)))
  }

  /// Stores the user with the cheapest statement that does.
  private func keep(
    _ stamped: User, unstamped: User, from original: User?, _ store: Writer
  ) throws -> User {
    guard let original else { return try store.insert(stamped, in: scope) }
    // A returning user that nothing else changed costs one small statement.
    if unstamped == original {
      try store.touch(stamped)
    } else {
      try store.update(stamped, from: original, in: scope)
    }
    return stamped
  }
}
