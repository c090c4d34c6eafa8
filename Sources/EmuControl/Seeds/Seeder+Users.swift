internal import EmuModel

extension Seeder {
  /// Returns a new user, which is not stored.
  func newUser(_ seed: SeedUser, at now: Timestamp) -> User {
    var user = emptyUser(seed, at: now)
    apply(seed, to: &user, VerifiedPasswords(), at: now)
    return user
  }

  /// Returns a user with only its id.
  func emptyUser(_ seed: SeedUser, at now: Timestamp) -> User {
    User(
      uid: seed.document.localId ?? ids.localID(), createdAt: now,
      providerOrder: Self.newOrder)
  }

  private static let newOrder = [User.passwordProvider]

  /// Applies a seed's values to a user.
  ///
  /// - Parameter verified: the passwords that match stored hashes.
  func apply(
    _ seed: SeedUser, to user: inout User, _ verified: VerifiedPasswords, at now: Timestamp
  ) {
    let document = seed.document
    if let email = seed.email { user.email = email }
    if let verified = document.emailVerified {
      user.emailVerified = verified
      user.emptyFields.insert(.emailVerified)
    }
    if let email = seed.initialEmail { user.initialEmail = email }
    if let phone = document.phoneNumber { user.phoneNumber = phone }
    user.texts.merge(document.texts)
    document.common.applyFlags(to: &user)
    if document.disabled != nil { user.emptyFields.insert(.disabled) }
    if document.providers?.isEmpty == true { user.emptyFields.insert(.providers) }
    if document.mfa?.isEmpty == true { user.emptyFields.insert(.secondFactors) }
    if let claims = seed.customAttributes { user.customAttributes = claims }
    if let moment = document.createdAt?.moment { user.createdAt = moment }
    // These values only increase: a later sign-in or revocation remains.
    if let moment = document.lastLoginAt?.moment {
      user.lastLoginAt = max(moment, user.lastLoginAt ?? moment)
    }
    if let moment = document.lastRefreshAt?.moment {
      user.lastRefreshAt = max(moment, user.lastRefreshAt ?? moment)
    }
    if let moment = document.validSince?.moment {
      user.validSince = max(moment.seconds, user.validSince)
    }
    if let password = seed.password {
      apply(
        password, verified, changedAt: document.passwordUpdatedAt?.moment ?? now, to: &user)
    }
    if user.password == nil, let moment = document.passwordUpdatedAt?.moment {
      user.passwordUpdatedAt = moment
    }
    user.upsert(seed.links)
    if let order = document.providerOrder { user.providerOrder = order }
    user.enrol(seed.secondFactors, ids: ids, at: now)
    user.upsert(seed.passkeys, at: now)
  }

  private func apply(
    _ password: SeedUser.Password, _ verified: VerifiedPasswords, changedAt: Timestamp,
    to user: inout User
  ) {
    switch password {
    case .clear(let text, let salt):
      if let stored = user.password, verified.fits(text, stored) { return }
      user.password =
        salt.map { .clear(text, salt: $0, at: changedAt) } ?? .clear(text, ids, at: changedAt)
    case .hashed(let hash, let salt, let algorithm):
      if let stored = user.password, stored.hash == hash, stored.salt == salt,
        stored.algorithm == algorithm
      {
        return
      }
      user.password = StoredPassword(
        hash: hash, salt: salt, algorithm: algorithm, updatedAt: changedAt)
    }
  }
}
