package import EmuModel
package import EmuStore

/// Stores seeds: at start-up, from the command line, and for `POST seed`.
///
/// A seed is stored atomically. Seeding twice changes nothing: users are identified by localId,
/// otherwise by address, number or identity; people by subject, otherwise by address.
package struct Seeder: Sendable {
  let store: Store
  let clock: EmulatorClock
  let ids: IDGenerator

  package init(store: Store, clock: EmulatorClock, ids: IDGenerator) {
    self.store = store
    self.clock = clock
    self.ids = ids
  }

  /// The stored parts of a seed.
  package enum Scope: Sendable {
    case everything
    /// The parts that a reset keeps: API keys, providers, configuration, switches and issuers'
    /// settings.
    case setup
  }

  package struct Report: Codable, Sendable, Hashable {
    /// The number of new users.
    package var created = 0
    /// The number of changed users.
    package var updated = 0
    /// The number of new or changed accounts and options of issuers.
    package var issuers = 0
    /// The number of new or changed provider configurations.
    package var providers = 0
    /// The number of projects with new or changed API keys, switches, configuration or tenants.
    package var settings = 0
  }

  /// Stores a seed and waits for the result; must not be called on the writer's thread.
  ///
  /// - Parameter onExcluded: receives the problem of a user that conflicts with stored ones and is left
  ///   out; nil to throw it.
  /// - Throws: `DocumentError`, `StoreError`.
  package func seed(
    _ seed: Seed, onExcluded: (@Sendable (DocumentError) -> Void)? = nil
  ) throws -> Report {
    let verified = try verifiedPasswords(of: seed)
    return try store.write(as: seed.projects.contains(where: \.isLong) ? .long : .short) {
      try apply(seed, verified: verified, onExcluded: onExcluded, $0)
    }
  }

  /// Stores a seed, or parts of it, within a transaction.
  ///
  /// - Parameters:
  ///   - projects: the projects to store; nil for all, the shared people and issuers' options.
  ///   - verified: the passwords that match stored hashes, see ``verifiedPasswords(of:)``.
  func apply(
    _ seed: Seed, parts: Scope = .everything, projects: Set<String>? = nil,
    verified: VerifiedPasswords = VerifiedPasswords(),
    onExcluded: (@Sendable (DocumentError) -> Void)? = nil, _ writer: WriteTransaction
  ) throws -> Report {
    var run = SeedRun(
      seeder: self, writer: writer, verified: verified, now: clock.now, parts: parts,
      onExcluded: onExcluded)
    for project in seed.projects where projects?.contains(project.id) ?? true {
      try run.store(project)
    }
    if projects == nil {
      for (id, options) in seed.issuerOptions { try run.store(options, ofIssuer: id) }
    }
    if projects == nil, parts == .everything {
      for people in seed.issuers { try run.store(people, projectKey: 0) }
    }
    return run.report
  }
}
