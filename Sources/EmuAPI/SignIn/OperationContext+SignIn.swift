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
  /// - Throws: `USER_DISABLED`; what blocking functions refuse with.
  func completeSignIn(
    _ user: User, from original: User?, by factor: FirstFactor, _ store: Writer
  ) throws -> SignInOutcome {
    guard !user.disabled else { throw APIError.userDisabled }
    var user = user
    if original == nil { _ = try ask(.beforeCreate, about: &user, from: nil, by: factor, store) }
    return try finishSignIn(user, from: original, by: factor, store)
  }

  /// Opens the session of a person who has shown all that is asked for.
  private func finishSignIn(
    _ user: User, from original: User?, by factor: FirstFactor, _ store: Writer
  ) throws -> SignInOutcome {
    var user = user
    let answer = try ask(.beforeSignIn, about: &user, from: original, by: factor, store)
    var stamped = user
    var session = openSession(for: &stamped, by: factor)
    session.claims = answer?.sessionClaims ?? session.claims
    stamped = try keep(stamped, unstamped: user, from: original, store)
    return SignInOutcome(
      user: stamped,
      tokens: tokens(
        for: stamped, session, signInAttributes: factor.credential?.profile.signInAttributes))
  }

  /// Asks a blocking function about the account, and changes it as the function wants.
  ///
  /// - Throws: `RefusalAfterChange` when the function disables the account, which lasts.
  private func ask(
    _ event: BlockingEvent, about user: inout User, from original: User?, by factor: FirstFactor,
    _ store: Writer
  ) throws -> BlockingResponse? {
    let current = user
    guard factor.asksFunctions,
      let answer = try ask(event, BlockingQuestion(event, about: current, by: factor, in: self))
    else { return nil }
    user.take(answer)
    guard !user.disabled else {
      if let original {
        try store.update(user, from: original, in: scope)
      } else {
        _ = try insert(user, store)
      }
      throw RefusalAfterChange(.userDisabled)
    }
    return answer
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
    guard let original else { return try insert(stamped, store) }
    // A returning user that nothing else changed costs one small statement.
    if unstamped == original {
      try store.touch(stamped)
    } else {
      try store.update(stamped, from: original, in: scope)
    }
    return stamped
  }
}
