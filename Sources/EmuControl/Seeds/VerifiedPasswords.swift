internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// The passwords of a seed that match users' imported hashes.
///
/// They are verified before the transaction, because a hash may take a second and the writer must
/// stay available.
package struct VerifiedPasswords: Sendable {
  private struct Pair: Hashable {
    var password: String
    var stored: StoredPassword
  }

  private var pairs: Set<Pair> = []

  package init() {}

  /// Returns true if a password matches the stored one.
  func fits(_ password: String, _ stored: StoredPassword) -> Bool {
    stored.clearText == password || pairs.contains(Pair(password: password, stored: stored))
  }

  /// Checks a password against a hash, and records a match.
  fileprivate mutating func check(_ password: String, _ stored: StoredPassword) {
    guard let text = stored.algorithm,
      let parameters = try? PasswordHashParameters(stored: text),
      let algorithm = try? parameters.algorithm,
      let fits = try? algorithm.verifies(
        password: Array(password.utf8),
        salt: Base64URL.decode(stored.salt ?? "", lenient: true) ?? [],
        hash: Base64URL.decode(stored.hash, lenient: true) ?? []),
      fits
    else { return }
    pairs.insert(Pair(password: password, stored: stored))
  }
}

extension Seeder {
  /// Checks the plaintext passwords of a seed against users' imported hashes.
  ///
  /// Slow hashes make it slow, so never call it on the writer's thread.
  package func verifiedPasswords(of seed: Seed) throws -> VerifiedPasswords {
    var slow: [(String, StoredPassword)] = []
    try store.read { reader in
      for project in seed.projects {
        let known = try reader.project(project.id, profile: store.directory.profile)
        // A project without users, as at the first start, has no hash to compare.
        guard let known, try reader.hasUsers(of: known) else { continue }
        for user in project.users {
          guard let text = user.password else { continue }
          let tenant = try user.common.tenantId.flatMap { try reader.tenant($0, in: known) }
          if user.common.tenantId != nil, tenant == nil { continue }
          let scope = AccountScope(project: known, tenant: tenant)
          if let stored = try reader.user(user, in: scope)?.password,
            stored.algorithm != nil
          {
            slow.append((text, stored))
          }
        }
      }
    }
    var verified = VerifiedPasswords()
    for (password, stored) in slow { verified.check(password, stored) }
    return verified
  }
}
