internal import EmuModel
internal import EmuStore

extension SeedRun {
  mutating func store(
    _ seed: SeedUser, of project: ProjectSeed, in scope: AccountScope
  ) throws {
    let existing = try SeedRun.existing(seed, in: scope, writer.reader)
    var user = existing ?? seeder.emptyUser(seed, at: now)
    seeder.apply(seed, to: &user, verified, at: now)
    try check(user, seed, of: project, in: scope)
    if let problem = user.listProblem(from: existing) {
      throw project.error(seed, "localId", "\(problem) Remove some, or reset first")
    }
    guard let existing else {
      _ = try writer.insert(user, in: scope)
      report.created += 1
      return
    }
    guard user != existing else { return }
    if user.password != existing.password {
      // A `validSince` in the seed is stored unchanged, as in an import.
      if seed.document.validSince == nil {
        user.endSessions(at: now)
      } else {
        user.inheritEndedSessions(of: existing, at: now)
      }
    }
    try writer.update(user, from: existing, in: scope)
    report.updated += 1
  }

  /// Returns the existing user of a seed's entry.
  static func existing(
    _ seed: SeedUser, in scope: AccountScope, _ reader: ReadTransaction
  ) throws -> User? {
    if let id = seed.document.localId { return try reader.user(uid: id, in: scope) }
    if let email = seed.email { return try reader.user(email: email, in: scope) }
    if let phone = seed.document.phoneNumber {
      return try reader.user(phoneNumber: phone, in: scope)
    }
    guard let link = seed.links.first else { return nil }
    return try reader.user(providerID: link.providerID, rawID: link.rawID, in: scope)
  }

  /// Checks that no other user has the user's unique values.
  private func check(
    _ user: User, _ seed: SeedUser, of project: ProjectSeed, in scope: AccountScope
  ) throws {
    func refuse(_ owner: User?, _ field: String) throws {
      if let owner, owner.key != user.key {
        throw project.error(
          seed, field, "user \(owner.uid) has this already; change one, or reset first")
      }
    }
    let reader = writer.reader
    if let email = seed.email, !scope.allowsDuplicateEmails {
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
}
