internal import EmuJOSE
internal import EmuModel

extension UserDocument {
  /// Returns a new user of a checked document, which is not stored.
  func newUser(_ ids: IDGenerator, at now: Timestamp) -> User {
    var user = emptyUser(ids, at: now)
    apply(to: &user, VerifiedPasswords(), ids, at: now)
    return user
  }

  /// Returns a user with only its id.
  func emptyUser(_ ids: IDGenerator, at now: Timestamp) -> User {
    var user = User(uid: common.localId ?? ids.localID(), createdAt: now)
    user.providerOrder = [User.passwordProvider]
    return user
  }

  /// Applies the values of a checked document to a user.
  func apply(
    to user: inout User, _ verified: VerifiedPasswords, _ ids: IDGenerator, at now: Timestamp
  ) {
    common.apply(to: &user)
    if providers?.isEmpty == true { user.emptyFields.insert(.providers) }
    if mfa?.isEmpty == true { user.emptyFields.insert(.secondFactors) }
    if let claims = customClaims { user.customAttributes = claims.text }
    if let moment = createdAt?.moment { user.createdAt = moment }
    // These values only increase: a later sign-in or revocation remains.
    if let moment = lastLoginAt?.moment {
      user.lastLoginAt = max(moment, user.lastLoginAt ?? moment)
    }
    if let moment = lastRefreshAt?.moment {
      user.lastRefreshAt = max(moment, user.lastRefreshAt ?? moment)
    }
    if let moment = validSince?.moment { user.validSince = max(moment.seconds, user.validSince) }
    applyPassword(to: &user, verified, ids, at: passwordUpdatedAt?.moment ?? now)
    if user.password == nil, let moment = passwordUpdatedAt?.moment {
      user.passwordUpdatedAt = moment
    }
    user.upsert(providers ?? [])
    if let order = providerOrder { user.providerOrder = order }
    user.upsert(mfa ?? [], ids, at: now)
    user.upsert(passkeys ?? [], at: now)
  }

  private func applyPassword(
    to user: inout User, _ verified: VerifiedPasswords, _ ids: IDGenerator, at moment: Timestamp
  ) {
    if let password {
      if let stored = user.password, verified.fits(password, stored) { return }
      user.password =
        common.salt.map { .clear(password, salt: $0, at: moment) }
        ?? .clear(password, ids, at: moment)
    } else if let written = writtenHash(at: moment) {
      if let stored = user.password,
        stored.isSame(as: written) || stored.clearText.map({ verified.fits($0, written) }) == true
      {
        return
      }
      user.password = written
    }
  }

  func writtenHash(at moment: Timestamp) -> StoredPassword? {
    common.passwordHash.map { text in
      StoredPassword(hash: text, salt: common.salt, algorithm: hash?.stored, updatedAt: moment)
    }
  }
}

extension User {
  /// Adds second factors, and changes existing ones; others remain.
  ///
  /// A factor is identified by its id, otherwise by its number or secret, which are unique.
  fileprivate mutating func upsert(
    _ documents: [UserDocument.FactorDocument], _ ids: IDGenerator, at now: Timestamp
  ) {
    guard !documents.isEmpty else { return }
    let known = Set(secondFactors.map(\.id))
    func names(_ document: UserDocument.FactorDocument) -> Bool {
      document.mfaEnrollmentId.map(known.contains) ?? false
    }
    var meant: [String: UserDocument.FactorDocument] = [:]
    for document in documents where names(document) {
      meant[document.mfaEnrollmentId ?? ""] = document
    }
    var new: [SecondFactor] = []
    for document in documents where !names(document) {
      let same = secondFactors.first { meant[$0.id] == nil && $0.kind == document.kind }
      if let same {
        meant[same.id] = document
      } else if let kind = document.kind {
        var factor = SecondFactor(
          id: document.mfaEnrollmentId ?? ids.uuid(), kind: kind, enrolledAt: now)
        factor.apply(document)
        new.append(factor)
      }
    }
    let kinds = Set(documents.compactMap(\.kind))
    secondFactors = secondFactors.compactMap { factor in
      guard let document = meant[factor.id] else {
        return kinds.contains(factor.kind) ? nil : factor
      }
      var factor = factor
      factor.apply(document)
      return factor
    }
    secondFactors += new
  }

  /// Adds passkeys, and changes existing ones; others remain.
  fileprivate mutating func upsert(
    _ documents: [UserDocument.PasskeyDocument], at now: Timestamp
  ) {
    for document in documents {
      let index = passkeys.firstIndex { $0.credentialID == document.credentialId }
      var passkey =
        index.map { passkeys[$0] } ?? Passkey(credentialID: document.credentialId, createdAt: now)
      if let name = document.name { passkey.name = name }
      if let key = document.key { passkey.publicKey = key }
      // The counter only increases, because a smaller one indicates a copied authenticator.
      passkey.signCount = max(passkey.signCount, document.signCount ?? 0)
      if let isEligible = document.backupEligible { passkey.isBackupEligible = isEligible }
      if let moment = document.createdAt?.moment { passkey.createdAt = moment }
      if let index { passkeys[index] = passkey } else { passkeys.append(passkey) }
    }
  }
}

extension SecondFactor {
  fileprivate mutating func apply(_ document: UserDocument.FactorDocument) {
    if let id = document.mfaEnrollmentId { self.id = id }
    if let name = document.displayName { displayName = name }
    if let moment = document.enrolledAt?.moment { enrolledAt = moment }
    if let kind = document.kind, kind != self.kind {
      self.kind = kind
      // The last code belongs to the previous secret.
      lastStep = nil
    }
  }
}
