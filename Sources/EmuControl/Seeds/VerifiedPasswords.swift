internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Passwords of a seed that were found to fit the imported hash that a user has.
///
/// Found before the transaction, because a hash may take a second to check and the writer has
/// others to serve.
package struct VerifiedPasswords: Sendable {
  private struct Pair: Hashable {
    var password: String
    var stored: StoredPassword
  }

  private var pairs: Set<Pair> = []

  package init() {}

  /// Whether a password is known to be the stored one.
  func fits(_ password: String, _ stored: StoredPassword) -> Bool {
    stored.clearText == password || pairs.contains(Pair(password: password, stored: stored))
  }

  /// Checks a password against a hash, and remembers it if it fits.
  fileprivate mutating func check(_ password: String, _ stored: StoredPassword) {
    guard let text = stored.algorithm,
      let parameters = try? JSONDecoding.decode(
        PasswordHashParameters.self, from: Array(text.utf8)),
      let algorithm = try? parameters.algorithm(base64: { Base64URL.decode($0, lenient: true) }),
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
  /// Checks the clear passwords of a seed against the imported hashes that users have.
  ///
  /// Takes as long as the hashes are dear: not for the writer's thread.
  package func verifiedPasswords(of seed: Seed) throws -> VerifiedPasswords {
    var dear: [(String, StoredPassword)] = []
    try store.read { reader in
      for project in seed.projects {
        let known = try reader.project(project.id, profile: store.directory.profile)
        // Without users, which a first start has not, there is no hash to compare with.
        guard let known, try reader.hasUsers(of: known) else { continue }
        try project.users.forEach { user in
          guard case .clear(let text) = user.password else { return }
          let tenant = try user.document.tenantId.flatMap { try reader.tenant($0, in: known) }
          if user.document.tenantId != nil, tenant == nil { return }
          let scope = AccountScope(project: known, tenant: tenant)
          if let stored = try SeedRun.existing(user, in: scope, reader)?.password,
            stored.algorithm != nil
          {
            dear.append((text, stored))
          }
        }
      }
    }
    var verified = VerifiedPasswords()
    for (password, stored) in dear { verified.check(password, stored) }
    return verified
  }
}
