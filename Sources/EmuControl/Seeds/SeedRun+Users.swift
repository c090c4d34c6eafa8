internal import EmuModel
internal import EmuStore

extension SeedRun {
  mutating func store(
    _ seed: SeedUser, of project: ProjectSeed, in scope: AccountScope
  ) throws {
    let existing = try SeedRun.existing(seed, in: scope, writer.reader)
    var user = existing ?? seeder.emptyUser(seed, at: now)
    seeder.apply(seed, to: &user, verified, at: now)
    guard user != existing else { return }
    if let problem = user.listProblem(from: existing) {
      throw project.error(seed, "localId", "\(problem) Remove some, or reset first")
    }
    if let existing, user.password != existing.password {
      // A `validSince` in the seed is stored unchanged, as in an import.
      if seed.document.validSince == nil {
        user.endSessions(at: now)
      } else {
        user.inheritEndedSessions(of: existing, at: now)
      }
    }
    do {
      try writer.store(user, over: existing, in: scope)
    } catch let conflicts as UserConflicts {
      guard let conflict = conflicts.all.first else { throw conflicts }
      throw project.error(
        seed, seed.path(of: conflict.field),
        "user \(conflict.owner.uid) has this already; change one, or reset first")
    }
    if existing == nil { report.created += 1 } else { report.updated += 1 }
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
}

extension SeedUser {
  /// Returns the path of a unique value.
  fileprivate func path(of field: UserConflicts.Conflict.Field) -> String {
    switch field {
    case .uid: "localId"
    case .email: "email"
    case .phoneNumber: "phoneNumber"
    case .identity(let link):
      "providers[\(links.firstIndex { $0.providerID == link.providerID } ?? 0)].rawId"
    case .passkey(let passkey):
      "passkeys[\(passkeys.firstIndex { $0.id == passkey.credentialID } ?? 0)].credentialId"
    }
  }
}
