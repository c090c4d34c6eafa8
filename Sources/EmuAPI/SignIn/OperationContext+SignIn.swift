internal import EmuModel
internal import EmuStore

// The one place where sign-ins end, whatever they began with. An operation finds out who the person
// is and how the account looks then; here the account is stored, the session opened and the tokens
// made. Everything may run again in a new transaction, so it takes nothing from outside but the
// context, and a new user's id is the same each time.

extension OperationContext {
  /// Completes a sign-in.
  ///
  /// - Parameters:
  ///   - user: the account as it is to look; its stamps are set here.
  ///   - original: the account as it is stored; nil for a new one.
  ///   - factor: how the person showed who they are.
  /// - Throws: `USER_DISABLED`.
  func completeSignIn(
    _ user: User, from original: User?, by factor: FirstFactor, _ store: Writer
  ) throws -> SignInOutcome {
    // A new account is made here, before it is stored: the place of `beforeCreate`.
    guard !user.disabled else { throw APIError.userDisabled }
    return try finishSignIn(user, from: original, by: factor, store)
  }

  /// Opens the session of a person who has shown all that is asked for.
  private func finishSignIn(
    _ user: User, from original: User?, by factor: FirstFactor, _ store: Writer
  ) throws -> SignInOutcome {
    // Nothing is stored yet, and the session's claims are open: the place of `beforeSignIn`.
    var stamped = user
    let session = openSession(for: &stamped, by: factor)
    stamped = try keep(stamped, unstamped: user, from: original, store)
    return SignInOutcome(
      user: stamped,
      tokens: tokens(
        for: stamped, session, signInAttributes: factor.credential?.profile.signInAttributes))
  }

  /// Opens a session and stamps the user with it.
  private func openSession(for user: inout User, by factor: FirstFactor) -> Session {
    user.lastLoginAt = now
    user.lastRefreshAt = now
    return Session(
      uid: user.uid, tenantID: tenant?.id, provider: factor.provider,
      authTime: SessionRule.authTime(now: now, validSince: user.validSince),
      claims: factor.claims, secondFactor: factor.linkedFrom?.secondFactor)
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
