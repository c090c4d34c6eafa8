internal import EmuModel

extension AccountChanges {
  /// Returns the changed user. The caller ends sessions.
  ///
  /// - Throws: the error of an invalid second factor, or of a second identity of a provider.
  func applied(to original: User, in context: OperationContext) throws(APIError) -> User {
    var user = original
    applyUnlinks(to: &user, in: context)
    applyEmail(to: &user, original, in: context)
    if let password = input.password {
      user.password = .clear(password, context.ids, at: context.now)
    }
    if clears(.password) { user.removePassword() }
    applyProfile(to: &user, context.rules)
    if let number = input.phoneNumber { user.phoneNumber = number.isEmpty ? nil : number }
    user.set(emailVerified: input.emailVerified, disabled: input.disableUser)
    if let claims = input.customAttributes { user.customAttributes = claims.isEmpty ? nil : claims }
    if let validSince = input.validSince {
      user.endSessions(openedUpTo: validSince, at: context.now)
    }
    if let createdAt = input.createdAt { user.createdAt = Timestamp(milliseconds: createdAt) }
    if let moment = input.lastLoginAt { user.lastLoginAt = Timestamp(milliseconds: moment) }
    if let link { try context.link(link, to: &user) }
    if let mfa = input.mfa {
      user.secondFactors = try context.enrolled(mfa.enrollments ?? [], of: original)
      user.emptyFields.remove(.secondFactors)
      if !user.secondFactors.isEmpty { try context.checkCanHaveSecondFactors(user) }
    }
    let removedPasskeys = Set((input.deletePasskey ?? []).map(Passkey.canonicalID))
    user.passkeys.removeAll { removedPasskeys.contains($0.credentialID) }
    if context.rules.showsEmptiedLists, user.providers.isEmpty, !original.providers.isEmpty {
      user.emptyFields.insert(.providers)
    }
    try context.checkLists(of: user, from: original)
    return user
  }

  private func applyProfile(to user: inout User, _ rules: ProfileRules) {
    func stored(_ text: String) -> String? { text.isEmpty && !rules.keepsEmptyTexts ? nil : text }
    if let name = input.displayName { user.displayName = stored(name) }
    if let photo = input.photoUrl { user.photoURL = stored(photo) }
    if clears(.displayName) { user.displayName = nil }
    if clears(.photoURL) { user.photoURL = nil }
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
    if clears(.email) {
      user.email = nil
      user.emailLinkSignIn = false
      if context.rules.keepsAddress {
        user.emptyFields.insert(.emailVerified)
      } else {
        user.emailVerified = false
        user.emptyFields.remove(.emailVerified)
      }
    }
    guard let email = input.email, !email.isIdentical(to: original.email) else { return }
    user.email = email
    // In production, an administrator's change of an address keeps its verification flag.
    guard !context.rules.keepsAddress || !context.caller.isAdmin else { return }
    if user.initialEmail == nil, !original.isAnonymous { user.initialEmail = original.email }
    user.emailVerified = false
  }

  /// True if an administrator's change of the address unverifies it here, and not in production.
  private func changesKnowledge(of original: User, in context: OperationContext) -> Bool {
    guard !context.rules.keepsAddress, context.caller.isAdmin, original.emailVerified,
      input.emailVerified == nil
    else { return false }
    return clears(.email) || input.email.map { !$0.isIdentical(to: original.email) } ?? false
  }

  /// Applies unlinks. The official emulator removes the address with the e-mail provider;
  /// production keeps it.
  private func applyUnlinks(to user: inout User, in context: OperationContext) {
    if clears(.provider) { user.links = [] }
    let unlinks = unlinks
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
