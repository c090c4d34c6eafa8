internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// The passwords of a seed that match users' imported hashes, and users' passwords that match its hashes.
///
/// They are verified before the transaction, because a hash may take a second and the writer must
/// stay available.
struct VerifiedPasswords: Sendable {
  /// Passwords with hash, salt and algorithm.
  private var matches: Set<[String?]> = []

  func fits(_ password: String, _ stored: StoredPassword) -> Bool {
    stored.clearText == password || matches.contains(Self.match(password, stored))
  }

  /// Checks a password against a hash, and records a match.
  mutating func check(_ password: String, _ stored: StoredPassword) {
    guard let text = stored.algorithm,
      let parameters = try? PasswordHashParameters(stored: text),
      let algorithm = try? parameters.algorithm,
      let fits = try? algorithm.verifies(
        password: Array(password.utf8),
        salt: Base64URL.decode(stored.salt ?? "", lenient: true) ?? [],
        hash: Base64URL.decode(stored.hash, lenient: true) ?? []),
      fits
    else { return }
    matches.insert(Self.match(password, stored))
  }

  private static func match(_ password: String, _ stored: StoredPassword) -> [String?] {
    [password, stored.hash, stored.salt, stored.algorithm]
  }
}

extension Seeder {
  /// Checks plaintext passwords against hashes, where a seed has one and the stored user the other.
  ///
  /// Slow hashes make it slow, so never call it on the writer's thread.
  func verifiedPasswords(of seed: Seed) throws -> VerifiedPasswords {
    let now = clock.now
    var slow: [(String, StoredPassword)] = []
    try store.read { reader in
      for project in seed.projects {
        let known = try reader.project(project.id)
        // A project without users, as at the first start, has no hash to compare.
        guard let known, try reader.hasUsers(of: known) else { continue }
        for user in project.users {
          guard user.password != nil || user.common.passwordHash != nil else { continue }
          let tenant = try user.common.tenantId.flatMap { try reader.tenant($0, in: known) }
          if user.common.tenantId != nil, tenant == nil { continue }
          let scope = AccountScope(project: known, tenant: tenant)
          guard let stored = try reader.user(user, in: scope)?.password else { continue }
          if let text = user.password, stored.algorithm != nil {
            slow.append((text, stored))
          } else if let text = stored.clearText, let hash = user.writtenHash(at: now) {
            slow.append((text, hash))
          }
        }
      }
    }
    var verified = VerifiedPasswords()
    for (password, stored) in slow { verified.check(password, stored) }
    return verified
  }
}
