internal import EmuModel

/// An account before and after a sign-in with a provider's credential.
struct AccountChange: Sendable {
  /// As it is stored; nil for a new account.
  var original: User?
  /// As it is to be stored.
  var user: User
}

extension LinkingQuestion {
  /// Makes the account look as the decision says; nothing is stored.
  ///
  /// - Returns: nil where no account is signed in.
  func change(
    by decision: LinkingDecision, in context: OperationContext
  ) throws(APIError) -> AccountChange? {
    let isProduction = context.settings.profile == .production
    return switch decision {
    case .signIn: try signIn(isProduction)
    case .merge(_, let takeover, _): try merge(takeover, isProduction, at: context.now)
    case .link: try link(isProduction)
    case .create: create(in: context)
    case .needConfirmation, .refuse: nil
    }
  }

  private func signIn(_ isProduction: Bool) throws(APIError) -> AccountChange {
    guard let original = identityOwner else { throw .internalError }
    var user = original
    user.upsert(profile.link)
    fillEmptyName(&user, isProduction)
    confirmEmail(&user)
    return AccountChange(original: original, user: user)
  }

  private func merge(
    _ takeover: LinkingDecision.Takeover?, _ isProduction: Bool, at now: Timestamp
  ) throws(APIError) -> AccountChange {
    guard let original = emailOwner else { throw .internalError }
    var user = original
    if let takeover {
      if takeover.removesPassword { user.password = nil }
      if takeover.removesPhone { user.phoneNumber = nil }
      user.unlink(takeover.unlinks)
      user.endSessions(at: now)
    }
    user.upsert(profile.link)
    user.emailVerified = true
    if isProduction {
      user.displayName = user.displayName ?? profile.displayName
      user.photoURL = user.photoURL ?? profile.photoURL
    } else {
      // The official emulator takes the profile over whole, what is absent included.
      user.displayName = profile.displayName
      user.photoURL = profile.photoURL
      user.screenName = profile.screenName
    }
    return AccountChange(original: original, user: user)
  }

  private func link(_ isProduction: Bool) throws(APIError) -> AccountChange {
    guard let original = linkTo else { throw .internalError }
    var user = original
    user.upsert(profile.link)
    if user.email == nil, oneAccountPerEmail {
      user.email = profile.email
    }
    fillEmptyName(&user, isProduction)
    if isProduction { user.photoURL = user.photoURL ?? profile.photoURL }
    confirmEmail(&user)
    return AccountChange(original: original, user: user)
  }

  private func create(in context: OperationContext) -> AccountChange {
    var user = User(
      uid: context.newLocalID, tenantID: context.tenant?.id, displayName: profile.displayName,
      photoURL: profile.photoURL, screenName: profile.screenName, createdAt: context.now)
    if oneAccountPerEmail, let email = profile.email {
      user.email = email
      user.emailVerified = vouches
    }
    user.validSince = context.now.seconds
    user.upsert(profile.link)
    return AccountChange(original: nil, user: user)
  }

  /// A name that is sent once is kept; the official emulator leaves names alone on a link.
  private func fillEmptyName(_ user: inout User, _ isProduction: Bool) {
    guard user.displayName == nil, isProduction || profile.sharesName else { return }
    user.displayName = profile.displayName
  }

  private func confirmEmail(_ user: inout User) {
    guard vouches, let email = user.email, email == profile.email else { return }
    user.emailVerified = true
  }
}
