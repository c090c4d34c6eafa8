package import EmuModel
package import EmuStore

/// Puts seeds into the store: at start-up, from the command line, and for `POST seed`.
///
/// A seed is stored whole or not at all. Seeding twice changes nothing: users are found again by
/// localId, else by address, number or identity; people by subject, else by address.
package struct Seeder: Sendable {
  let store: Store
  let clock: EmulatorClock
  let ids: IDGenerator

  package init(store: Store, clock: EmulatorClock, ids: IDGenerator) {
    self.store = store
    self.clock = clock
    self.ids = ids
  }

  /// What of a seed is stored.
  package enum Parts: Sendable {
    case everything
    /// What survives a reset: API keys, providers, configuration, switches and issuers' settings.
    case setup
  }

  /// What a seed changed.
  package struct Report: Sendable, Hashable {
    /// Users that are new.
    package var created = 0
    /// Users that differ now.
    package var updated = 0
    /// Accounts at issuers, and settings of issuers, that are new or differ now.
    package var issuers = 0
    /// Configurations of providers that are new or differ now.
    package var providers = 0
    /// Projects whose API keys, switches, configuration or tenants are new or differ now.
    package var settings = 0

    package init() {}
  }

  /// Stores a seed and waits for it; for start-up and the command line.
  ///
  /// - Throws: `SeedError`, `StoreError`.
  package func seed(_ seed: Seed) throws -> Report {
    let verified = try verifiedPasswords(of: seed)
    guard seed.isLong else {
      return try store.write { writer in try apply(seed, verified: verified, writer) }
    }
    return try store.bulkWrite { writer in try apply(seed, verified: verified, writer) }
  }

  /// Stores a seed, or its parts for some projects, as a part of a transaction.
  ///
  /// - Parameters:
  ///   - projects: the projects that are meant; nil for all, the shared people and
  ///     issuers' settings.
  ///   - verified: passwords that were found to fit, see ``verifiedPasswords(of:)``.
  package func apply(
    _ seed: Seed, parts: Parts = .everything, projects: Set<String>? = nil,
    verified: VerifiedPasswords = VerifiedPasswords(), _ writer: Writer
  ) throws -> Report {
    var run = SeedRun(
      seeder: self, writer: writer, verified: verified, now: clock.now, parts: parts)
    for project in seed.projects where projects?.contains(project.id) ?? true {
      try run.store(project)
    }
    if projects == nil {
      for issuer in seed.issuerSettings { try run.store(issuer) }
    }
    if projects == nil, parts == .everything {
      for people in seed.issuers { try run.store(people, projectKey: 0) }
    }
    return run.report
  }
}
