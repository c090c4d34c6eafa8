internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Makes the account look as the decision says.
struct AccountMatching {
  let flow: SignInFlow
  let question: LinkingQuestion

  private var context: OperationContext { flow.context }
  private var profile: IdpProfile { flow.profile }
  private var isProduction: Bool { context.settings.profile == .production }

  func signIn() throws -> SignInOutcome {
    guard let original = question.identityOwner else { throw APIError.internalError }
    var user = original
    user.upsert(profile.link)
    fillEmptyName(&user)
    confirmEmail(&user)
    return try complete(user, from: original)
  }

  func merge(_ takeover: LinkingDecision.Takeover?) throws -> SignInOutcome {
    guard let original = question.emailOwner else { throw APIError.internalError }
    var user = original
    if let takeover {
      if takeover.removesPassword { user.password = nil }
      if takeover.removesPhone { user.phoneNumber = nil }
      user.unlink(takeover.unlinks)
      user.endSessions(at: context.now)
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
    return try complete(user, from: original)
  }

  func link() throws -> SignInOutcome {
    guard let original = question.linkTo else { throw APIError.internalError }
    var user = original
    user.upsert(profile.link)
    if user.email == nil, question.oneAccountPerEmail {
      user.email = profile.email
    }
    fillEmptyName(&user)
    if isProduction { user.photoURL = user.photoURL ?? profile.photoURL }
    confirmEmail(&user)
    return try complete(user, from: original)
  }

  func create() throws -> SignInOutcome {
    var user = User(
      uid: context.newLocalID, tenantID: context.tenant?.id, displayName: profile.displayName,
      photoURL: profile.photoURL, screenName: profile.screenName, createdAt: context.now)
    if question.oneAccountPerEmail, let email = profile.email {
      user.email = email
      user.emailVerified = question.vouches
    }
    user.validSince = context.now.seconds
    user.upsert(profile.link)
    return try complete(user, from: nil)
  }

  private func complete(_ user: User, from original: User?) throws -> SignInOutcome {
    let provider = context.services.providers.provider(profile.providerID)
    let factor = FirstFactor.provider(provider, flow.credential).linking(to: flow.linkingToken)
    return try context.completeSignIn(user, from: original, by: factor, flow.store)
  }

  /// A name that is told once is kept; the official emulator leaves names alone on a link.
  private func fillEmptyName(_ user: inout User) {
    guard user.displayName == nil, isProduction || profile.sharesName else { return }
    user.displayName = profile.displayName
  }

  private func confirmEmail(_ user: inout User) {
    guard question.vouches, let email = user.email, email == profile.email else { return }
    user.emailVerified = true
  }
}
