internal import EmuModel

extension AccountChanges {
  /// Returns the changed user. The caller ends sessions.
  ///
  /// - Throws: the error of an invalid second factor, or of a second identity of a provider.
  func applied(to original: User, in context: OperationContext) throws(APIError) -> User {
    var user = original
    applyUnlinks(to: &user, in: context)
    applyEmail(to: &user, original, in: context)
    if let password { user.password = .clear(password, context.ids, at: context.now) }
    if clearsPassword { user.removePassword() }
    if let displayName { user.displayName = displayName.value }
    if let photoURL { user.photoURL = photoURL.value }
    if let phoneNumber { user.phoneNumber = phoneNumber.value }
    user.set(emailVerified: emailVerified, disabled: disabled)
    if let customAttributes { user.customAttributes = customAttributes.value }
    if let validSince { user.endSessions(openedUpTo: validSince, at: context.now) }
    if let createdAt { user.createdAt = createdAt }
    if let lastLoginAt { user.lastLoginAt = lastLoginAt }
    if let link { try context.link(link, to: &user) }
    if let secondFactors {
      user.secondFactors = try context.enrolled(
        secondFactors, known: original.secondFactors, makesIDs: false)
      user.emptyFields.remove(.secondFactors)
      if !user.secondFactors.isEmpty { try context.checkCanHaveSecondFactors(user) }
    }
    user.passkeys.removeAll { removedPasskeys.contains($0.credentialID) }
    if context.rules.showsEmptiedLists, user.providers.isEmpty, !original.providers.isEmpty {
      user.emptyFields.insert(.providers)
    }
    try context.checkLists(of: user, from: original)
    return user
  }

  private func applyEmail(
    to user: inout User, _ original: User, in context: OperationContext
  ) {
    if changesKnowledge(of: original, in: context) {
      context.explain(
        .changedAddress,
        "production leaves emailVerified as it is when an administrator changes the address",
        production: "keeps emailVerified")
    }
    if clearsEmail {
      user.email = nil
      user.emailLinkSignIn = false
      if context.rules.keepsAddress {
        user.emptyFields.insert(.emailVerified)
      } else {
        user.emailVerified = false
        user.emptyFields.remove(.emailVerified)
      }
    }
    guard let email, !email.isIdentical(to: original.email) else { return }
    user.email = email
    // In production, an administrator's change of an address keeps its verification flag.
    guard !context.rules.keepsAddress || !context.caller.isAdmin else { return }
    if user.initialEmail == nil, !original.isAnonymous { user.initialEmail = original.email }
    user.emailVerified = false
  }

  /// True if an administrator's change of the address unverifies it here, and not in production.
  private func changesKnowledge(of original: User, in context: OperationContext) -> Bool {
    guard !context.rules.keepsAddress, context.caller.isAdmin, original.emailVerified,
      emailVerified == nil
    else { return false }
    return clearsEmail || email.map { !$0.isIdentical(to: original.email) } ?? false
  }

  /// Applies unlinks. The official emulator removes the address with the e-mail provider;
  /// production keeps it.
  private func applyUnlinks(to user: inout User, in context: OperationContext) {
    if unlinksEverything { user.links = [] }
    user.unlink(unlinks)
    if unlinks.contains("phone") { user.phoneNumber = nil }
    guard unlinks.contains("password") || unlinks.contains("emailLink") else { return }
    user.emailLinkSignIn = false
    user.removePassword()
    guard !context.rules.keepsAddress else { return }
    if let email = user.email {
      context.explain(
        .unlinkedPassword, "production leaves the address \(email) with the user",
        production: "keeps the address")
    }
    user.email = nil
    user.emailVerified = false
    user.emptyFields.remove(.emailVerified)
  }
}
