internal import EmuModel

/// The action of `accounts:signInWithIdp` for a valid credential.
///
/// The rows are those of the decision procedure in docs/fidelity/sign-in.md.
enum LinkingDecision: Sendable, Hashable {
  /// The identity is known: sign in to its owner.
  case signIn(uid: String)
  /// The address is known and the provider is trusted: sign in to its owner and add the identity.
  case merge(uid: String, takeover: Takeover?, emailRecycled: Bool)
  /// Append the identity to the account of the ID token.
  case link(uid: String)
  /// The identity is unknown: create an account.
  case create
  /// The address is known but the provider is not trusted: the person must sign in with an existing
  /// provider first.
  case needConfirmation(uid: String)
  case refuse(Refusal)

  enum Refusal: Sendable, Hashable {
    case identityTaken(ownerUID: String)
    case emailTaken(ownerUID: String)
    /// `autoCreate` is false and the identity is unknown.
    case noSuchUser
    case signUpDisabled
  }

  /// The credentials removed from an account whose address was never verified.
  struct Takeover: Sendable, Hashable {
    var removesPassword: Bool
    var removesPhone: Bool
    /// Ordered by provider id.
    var unlinks: [String]

    var names: String {
      let names = (removesPassword ? ["password"] : []) + (removesPhone ? ["phone"] : []) + unlinks
      return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
  }
}

struct LinkingQuestion: Sendable, Hashable {
  var profile: IdpProfile
  /// True when the provider is trusted about the profile's address.
  var isTrusted: Bool
  /// The account of the request's ID token; nil for a sign-in.
  var linkTo: User?
  var identityOwner: User?
  /// The user that has the profile's address; not used where the identity has an owner.
  var emailOwner: User?
  var oneAccountPerEmail = true
  var autoCreate = true
  var signUpDisabled = false
  /// The e-mail owner's federated links that a takeover removes.
  var takeoverUnlinks: [String] = []

  func decide() -> (decision: LinkingDecision, reason: Reason) {
    if let linkTo { decideLink(to: linkTo) } else { decideSignIn() }
  }

  private func decideLink(to user: User) -> (LinkingDecision, Reason) {
    if let identityOwner {
      let whose: Reason =
        identityOwner.uid.isIdentical(to: user.uid)
        ? "is already linked to this very account, user \(user: user)"
        : "belongs to user \(user: identityOwner)"
      return (
        .refuse(.identityTaken(ownerUID: identityOwner.uid)),
        "the \(provider: profile.providerID) identity \(profile.rawID) \(whose)"
      )
    }
    if oneAccountPerEmail, let emailOwner, !emailOwner.uid.isIdentical(to: user.uid) {
      return (
        .refuse(.emailTaken(ownerUID: emailOwner.uid)),
        "one account per e-mail is on and user \(user: emailOwner) has the address "
          + "of the \(provider: profile.providerID) credential"
      )
    }
    return (
      .link(uid: user.uid),
      "no user has the \(provider: profile.providerID) identity, so it is linked to user \(user: user)"
    )
  }

  private func decideSignIn() -> (LinkingDecision, Reason) {
    if let identityOwner {
      return (
        .signIn(uid: identityOwner.uid),
        "user \(user: identityOwner) has the \(provider: profile.providerID) identity"
      )
    }
    if oneAccountPerEmail, let emailOwner {
      if isTrusted { return merge(into: emailOwner) }
      if autoCreate { return needConfirmation(of: emailOwner) }
    }
    guard autoCreate else {
      return (
        .refuse(.noSuchUser),
        "autoCreate is false and no user has the \(provider: profile.providerID) identity"
      )
    }
    guard !signUpDisabled else {
      return (
        .refuse(.signUpDisabled),
        "no user has the \(provider: profile.providerID) identity and sign-up is disabled in this project"
      )
    }
    return (
      .create,
      "no user has the \(provider: profile.providerID) identity"
        + (oneAccountPerEmail ? " or its address" : "; addresses may repeat in this project")
    )
  }

  private func merge(into owner: User) -> (LinkingDecision, Reason) {
    let recycled =
      owner.link(to: profile.providerID).map { !$0.rawID.isIdentical(to: profile.rawID) } ?? false
    guard !owner.emailVerified else {
      return (
        .merge(uid: owner.uid, takeover: nil, emailRecycled: recycled),
        "one account per e-mail is on and user \(user: owner) has this address, verified: the "
          + "\(provider: profile.providerID) identity is added" + replaced(recycled)
          + ", and nothing removed"
      )
    }
    let takeover = LinkingDecision.Takeover(
      removesPassword: owner.hasPassword, removesPhone: owner.phoneNumber != nil,
      unlinks: takeoverUnlinks.filter { $0 != profile.providerID && owner.link(to: $0) != nil })
    return (
      .merge(uid: owner.uid, takeover: takeover, emailRecycled: recycled),
      "one account per e-mail is on and user \(user: owner) has this address, not verified: the "
        + "\(provider: profile.providerID) credential verifies it and takes the account over"
        + replaced(recycled) + "; removed: \(takeover.names)"
    )
  }

  /// Returns the clause about a replaced identity of the same provider.
  private func replaced(_ isReplaced: Bool) -> Reason {
    isReplaced ? ", in place of the one that the account had" : ""
  }

  private func needConfirmation(of owner: User) -> (LinkingDecision, Reason) {
    let with = owner.signInProviders.joined(separator: ", ")
    return (
      .needConfirmation(uid: owner.uid),
      "one account per e-mail is on; user \(user: owner) has this e-mail with "
        + "\(with.isEmpty ? "no provider" : with)"
        + (owner.emailVerified ? ", verified" : ", not verified")
        + "; this \(provider: profile.providerID) credential does not verify it → needConfirmation"
    )
  }
}
