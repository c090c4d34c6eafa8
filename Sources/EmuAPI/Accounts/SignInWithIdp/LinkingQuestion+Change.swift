internal import EmuModel

extension LinkingQuestion {
  /// The account to store, and the stored one; nil for a new one.
  typealias AccountChange = (user: User, original: User?)

  /// Returns the account that the decision results in; stores nothing.
  ///
  /// - Returns: nil if the decision signs in no account.
  func change(
    by decision: LinkingDecision, in context: OperationContext
  ) throws(APIError) -> AccountChange? {
    return switch decision {
    case .signIn: try signIn(in: context)
    case .merge(_, let takeover, _): try merge(takeover, at: context.now)
    case .link: try link(in: context)
    case .create: create(in: context)
    case .needConfirmation, .refuse: nil
    }
  }

  private func signIn(in context: OperationContext) throws(APIError) -> AccountChange {
    guard let original = identityOwner else { throw .internalError }
    var user = original
    // In production a returning user of an `oidc.*` provider keeps the stored profile.
    let isOwn = ProviderFamily(of: profile.providerID) == .oidc
    if !context.rules.keepsStoredProfile || !isOwn {
      user.upsert(profile.link)
      if context.rules.fillsNameOnSignIn || profile.sharesName { fillEmptyName(&user) }
      if isOwn, user != original {
        context.explain(
          .keptProfile,
          "production keeps the stored profile of a returning user of \(provider: profile.providerID)",
          production: "keeps the stored profile")
      }
    }
    confirmEmail(&user)
    return (user, original)
  }

  private func merge(
    _ takeover: LinkingDecision.Takeover?, at now: Timestamp
  ) throws(APIError) -> AccountChange {
    guard let original = emailOwner else { throw .internalError }
    var user = original
    if let takeover {
      if takeover.removesPassword { user.removePassword() }
      if takeover.removesPhone { user.phoneNumber = nil }
      user.unlink(takeover.unlinks)
      user.endSessions(at: now)
    }
    user.upsert(profile.link)
    user.emailVerified = true
    // The whole profile is replaced, absent values included.
    user.texts = profile.texts
    return (user, original)
  }

  private func link(in context: OperationContext) throws(APIError) -> AccountChange {
    guard let original = linkTo else { throw .internalError }
    var user = original
    try context.link(profile.link, to: &user)
    if user.email == nil, oneAccountPerEmail {
      user.email = profile.email
    }
    if context.rules.fillsNameOnLink, profile.sharesName { fillEmptyName(&user) }
    if user.displayName != original.displayName {
      context.explain(
        .filledName, "production fills the provider's entry alone on a link",
        production: "leaves the user's name")
    }
    confirmEmail(&user)
    return (user, original)
  }

  private func create(in context: OperationContext) -> AccountChange {
    var user = User(uid: context.newLocalID, createdAt: context.now)
    user.tenantID = context.tenant?.id
    user.texts = profile.texts
    if oneAccountPerEmail, let email = profile.email {
      user.email = email
      user.emailVerified = isTrusted
    }
    user.validSince = context.now.seconds
    user.upsert(profile.link)
    return (user, nil)
  }

  private func fillEmptyName(_ user: inout User) {
    user.displayName = user.displayName ?? profile.displayName
  }

  private func confirmEmail(_ user: inout User) {
    guard isTrusted, let email = user.email, email == profile.email else { return }
    user.emailVerified = true
  }
}
