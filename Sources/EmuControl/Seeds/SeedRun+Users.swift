internal import EmuModel
internal import EmuStore

extension SeedRun {
  mutating func store(
    _ seed: SeedUser, of project: ProjectSeed, in scope: AccountScope, _ stored: Project
  ) throws {
    let existing = try SeedRun.existing(seed, in: scope, writer.reader)
    var user =
      existing
      ?? User(
        uid: seed.document.localId ?? seeder.ids.localID(), createdAt: now,
        providerOrder: [User.passwordProvider])
    apply(seed, to: &user)
    try check(user, seed, of: project, in: scope, stored.config)
    try checkSecondFactors(user, before: existing?.secondFactors.count ?? 0, seed, of: project)
    guard let existing else {
      _ = try writer.insert(user, in: scope)
      report.created += 1
      return
    }
    guard user != existing else { return }
    if user.password != existing.password {
      // A `validSince` that the seed names stands as it is, as an import's does.
      if seed.document.validSince == nil {
        user.endSessions(at: now)
      } else {
        user.inheritEndedSessions(of: existing, at: now)
      }
    }
    try writer.update(user, from: existing, in: scope)
    report.updated += 1
  }

  /// The user that a seed means, if there is one.
  static func existing(
    _ seed: SeedUser, in scope: AccountScope, _ reader: Reader
  ) throws -> User? {
    if let id = seed.document.localId { return try reader.user(uid: id, in: scope) }
    if let email = seed.email { return try reader.user(email: email, in: scope) }
    if let phone = seed.document.phoneNumber {
      return try reader.user(phoneNumber: phone, in: scope)
    }
    guard let link = seed.links.first else { return nil }
    return try reader.user(providerID: link.providerID, rawID: link.rawID, in: scope)
  }

  private func apply(_ seed: SeedUser, to user: inout User) {
    let document = seed.document
    if let email = seed.email { user.email = email }
    if let verified = document.emailVerified { user.emailVerified = verified }
    if let signsIn = document.emailLinkSignin { user.emailLinkSignIn = signsIn }
    if let email = seed.initialEmail { user.initialEmail = email }
    if let name = document.displayName { user.displayName = name }
    if let url = document.photoUrl { user.photoURL = url }
    if let name = document.screenName { user.screenName = name }
    if let phone = document.phoneNumber { user.phoneNumber = phone }
    if let disabled = document.disabled { user.disabled = disabled }
    if let isCustom = document.customAuth { user.customAuth = isCustom }
    if let claims = seed.customAttributes { user.customAttributes = claims == "{}" ? nil : claims }
    if let moment = document.createdAt?.moment { user.createdAt = moment }
    // These only go forward: a later sign-in or revocation stands.
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
      apply(password, changedAt: document.passwordUpdatedAt?.moment ?? now, to: &user)
    }
    for link in seed.links { user.upsert(link) }
    if let order = document.providerOrder { user.providerOrder = order }
    user.enrol(seed.secondFactors, ids: seeder.ids, at: now)
    user.upsert(seed.passkeys, at: now)
  }

  private func apply(
    _ password: SeedUser.Password, changedAt: Timestamp, to user: inout User
  ) {
    switch password {
    case .clear(let text):
      if let stored = user.password, verified.fits(text, stored) { return }
      user.password = .clear(
        text, salt: "fakeSalt" + seeder.ids.alphanumeric(20), at: changedAt)
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

  /// What one user has, no other user may have.
  private func check(
    _ user: User, _ seed: SeedUser, of project: ProjectSeed, in scope: AccountScope,
    _ config: ProjectConfig
  ) throws {
    func refuse(_ owner: User?, _ field: String) throws {
      if let owner, owner.uid != user.uid {
        throw project.error(
          seed, field, "user \(owner.uid) has this already; change one, or reset first")
      }
    }
    let reader = writer.reader
    if let email = seed.email, !config.allowDuplicateEmails {
      try refuse(try reader.user(email: email, in: scope), "email")
    }
    if let phone = seed.document.phoneNumber {
      try refuse(try reader.user(phoneNumber: phone, in: scope), "phoneNumber")
    }
    for (index, link) in seed.links.enumerated() {
      try refuse(
        try reader.user(providerID: link.providerID, rawID: link.rawID, in: scope),
        "providers[\(index)].rawId")
    }
    for (index, passkey) in seed.passkeys.enumerated() {
      try refuse(
        try reader.user(passkey: passkey.id, in: scope), "passkeys[\(index)].credentialId")
    }
  }

  /// A seed adds no more second factors than a user may have; more that were there stay.
  private func checkSecondFactors(
    _ user: User, before: Int, _ seed: SeedUser, of project: ProjectSeed
  ) throws {
    let (count, most) = (user.secondFactors.count, SecondFactorRule.most)
    guard count > most, count > before else { return }
    throw project.error(
      seed, "mfa",
      "the user has \(before) already and would have \(count), and a user has at most \(most) "
        + "second factors; change one of them by its mfaEnrollmentId, or reset first")
  }
}
