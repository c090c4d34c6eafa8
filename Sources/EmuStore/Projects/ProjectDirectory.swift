package import EmuModel
internal import Synchronization

/// The projects, tenants and options of issuers as requests see them, cached in memory.
///
/// A request reads one snapshot at its start. After a commit, a snapshot gets the new value, or is
/// dropped; the next request then loads it again.
package final class ProjectDirectory: Sendable {
  /// The profile of projects without stored switches.
  package let profile: Profile

  struct State: Sendable {
    var projects: [String: Project] = [:]
    var tenants: [TenantKey: Tenant] = [:]
    /// By provider id; a provider that no project has configured is absent.
    var places: [String: ProviderPlaces] = [:]
    var apiKeys: [String: String]?
    var options: [String: IssuerOptions]?
    /// Counts changes, so that a snapshot read before a change is not cached after it.
    fileprivate var version = 0
  }

  struct TenantKey: Hashable {
    var projectKey: Int64
    var id: String
  }

  private let state = Mutex(State())

  init(profile: Profile) { self.profile = profile }

  /// Drops everything.
  func invalidate() { update { $0 = State() } }

  /// Replaces or drops what a commit has changed.
  func update(_ change: (inout State) -> Void) {
    state.withLock { state in
      let version = state.version + 1
      change(&state)
      state.version = version
    }
  }

  /// Returns a cached value; reads and caches a missing one.
  fileprivate func value<Value: Sendable>(
    _ cached: (State) -> Value?, read: () throws -> Value?, keep: (inout State, Value) -> Void
  ) rethrows -> Value? {
    let (known, version) = state.withLock { (cached($0), $0.version) }
    if let known { return known }
    guard let value = try read() else { return nil }
    state.withLock { if $0.version == version { keep(&$0, value) } }
    return value
  }
}

extension Store {
  /// Returns the project of an id.
  ///
  /// - Throws: `MissingTarget` for one that was never named before.
  package func project(_ id: String) throws -> Project {
    guard let project = try existingProject(id) else { throw MissingTarget.project(id) }
    return project
  }

  /// The project of an id; nil for one that was never named before.
  package func existingProject(_ id: String) throws -> Project? {
    try directory.value {
      $0.projects[id]
    } read: {
      try read { reader in try reader.project(id, withProviders: true) }
    } keep: {
      $0.projects[id] = $1
    }
  }

  package func tenant(_ id: String, in project: Project) throws -> Tenant? {
    let key = ProjectDirectory.TenantKey(projectKey: project.key, id: id)
    return try directory.value {
      $0.tenants[key]
    } read: {
      try read { reader in try reader.tenant(id, in: project, withProviders: true) }
    } keep: {
      $0.tenants[key] = $1
    }
  }

  /// The projects and tenants that have configured a provider.
  package func places(ofProvider id: String) throws -> ProviderPlaces {
    try directory.value(
      { $0.places[id] }, read: { try read { reader in try reader.places(ofProvider: id) } },
      keep: { $0.places[id] = $1 }) ?? ProviderPlaces()
  }

  /// The project that an API key selects; nil for any other key.
  ///
  /// It is the one that the key is registered to, else the one that `emulator-{id}` names, if it
  /// exists or its id is one of a demo project. Public code has keys such as `emulator-key`.
  package func projectID(selectedBy key: String) throws -> String? {
    if let owner = try projectID(ofAPIKey: key) { return owner }
    guard let id = ImpliedAPIKey.project(of: key), Project.isPlausible(id: id) else { return nil }
    return try id.hasPrefix("demo-") ? id : existingProject(id)?.id
  }

  /// The project that an API key was registered to; nil when it is any other key.
  package func projectID(ofAPIKey apiKey: String) throws -> String? {
    try directory.value(
      \.apiKeys, read: { try read { reader in try reader.apiKeys() } }, keep: { $0.apiKeys = $1 })?[
        apiKey]
  }

  /// The options of the issuers, since every token reads them; nil when the store cannot be read,
  /// which then fails the request with its own error.
  private var issuerOptions: [String: IssuerOptions]? {
    directory.value(
      \.options, read: { try? read { reader in try reader.issuerOptions() } },
      keep: { $0.options = $1 })
  }

  package func options(ofIssuer id: String) -> IssuerOptions {
    issuerOptions?[id] ?? IssuerOptions()
  }

  /// Every issuer that has options, in the order of the ids.
  package var issuersWithOptions: [String] { issuerOptions?.keys.sorted() ?? [] }
}
