internal import EmuModel
internal import EmuStore

/// Makes the account look as the decision says; it is stored by ``CompleteSignIn``.
struct ChangeAccount: IdpStep {
  let context: OperationContext
  let state: IdpSignIn

  // Lent, since a copy costs a reference count for each text.
  private var question: LinkingQuestion { _read { yield state.question } }
  private var profile: IdpProfile { _read { yield state.credential.profile } }
  private var isProduction: Bool { context.settings.profile == .production }

  static func run(
    _ signIn: inout IdpSignIn, in context: OperationContext, _ store: Writer
  ) throws {
    let accounts = ChangeAccount(context: context, state: signIn)
    signIn.change =
      switch signIn.decision {
      case .signIn: try accounts.signIn()
      case .merge(_, let takeover, _): try accounts.merge(takeover)
      case .link: try accounts.link()
      case .create: accounts.create()
      case .needConfirmation, .refuse: nil
      }
  }

  private func signIn() throws(APIError) -> IdpSignIn.AccountChange {
    guard let original = question.identityOwner else { throw .internalError }
    var user = original
    user.upsert(profile.link)
    fillEmptyName(&user)
    confirmEmail(&user)
    return IdpSignIn.AccountChange(original: original, user: user)
  }

  private func merge(
    _ takeover: LinkingDecision.Takeover?
  ) throws(APIError) -> IdpSignIn.AccountChange {
    guard let original = question.emailOwner else { throw .internalError }
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
    return IdpSignIn.AccountChange(original: original, user: user)
  }

  private func link() throws(APIError) -> IdpSignIn.AccountChange {
    guard let original = question.linkTo else { throw .internalError }
    var user = original
    user.upsert(profile.link)
    if user.email == nil, question.oneAccountPerEmail {
      user.email = profile.email
    }
    fillEmptyName(&user)
    if isProduction { user.photoURL = user.photoURL ?? profile.photoURL }
    confirmEmail(&user)
    return IdpSignIn.AccountChange(original: original, user: user)
  }

  private func create() -> IdpSignIn.AccountChange {
    var user = User(
      uid: context.newLocalID, tenantID: context.tenant?.id, displayName: profile.displayName,
      photoURL: profile.photoURL, screenName: profile.screenName, createdAt: context.now)
    if question.oneAccountPerEmail, let email = profile.email {
      user.email = email
      user.emailVerified = question.vouches
    }
    user.validSince = context.now.seconds
    user.upsert(profile.link)
    return IdpSignIn.AccountChange(original: nil, user: user)
  }

  /// A name that is sent once is kept; the official emulator leaves names alone on a link.
  private func fillEmptyName(_ user: inout User) {
    guard user.displayName == nil, isProduction || profile.sharesName else { return }
    user.displayName = profile.displayName
  }

  private func confirmEmail(_ user: inout User) {
    guard question.vouches, let email = user.email, email == profile.email else { return }
    user.emailVerified = true
  }
}
