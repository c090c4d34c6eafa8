package import EmuModel
internal import Synchronization

/// The projects and tenants as requests see them, cached in memory.
///
/// A request reads one snapshot at its start. A change of a project drops it after the commit; the
/// next request loads it again.
package final class ProjectDirectory: Sendable {
  /// The profile of projects without stored switches.
  package let profile: Profile

  private struct State {
    var projects: [String: Project] = [:]
    var tenants: [TenantKey: Tenant] = [:]
    var tenantsByProvider: [String: [TenantReference]]?
    var apiKeys: [String: String]?
    /// Counts changes, so that a snapshot read before a change is not cached after it.
    var version = 0
  }

  private struct TenantKey: Hashable {
    var projectKey: Int64
    var id: String
  }

  private let state = Mutex(State())

  init(profile: Profile) { self.profile = profile }

  /// Invalidates the cache, after a commit that changed it.
  package func invalidate() {
    state.withLock { state in
      state = State(version: state.version + 1)
    }
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
  private func existingProject(_ id: String) throws -> Project? {
    if let known = directory.cached(project: id) { return known }
    let version = directory.version
    let profile = directory.profile
    guard let project = try read({ reader in try reader.project(id, profile: profile) }) else {
      return nil
    }
    directory.keep(project, version: version)
    return project
  }

  /// Returns the project of an id; creates a missing one, and waits for the writer then.
  package func project(making id: String) throws -> Project {
    do {
      return try project(id)
    } catch is MissingTarget {
      let profile = directory.profile
      return try write { writer in try writer.insertProject(id, profile: profile) }
    }
  }

  /// Returns the tenant of an id; nil when there is none.
  package func tenant(_ id: String, in project: Project) throws -> Tenant? {
    if let known = directory.cached(tenant: id, of: project) { return known }
    let version = directory.version
    guard let tenant = try read({ reader in try reader.tenant(id, in: project) }) else {
      return nil
    }
    directory.keep(tenant, of: project, version: version)
    return tenant
  }

  /// The tenants that have set up a provider, of all projects, in order.
  package func tenants(configuring provider: String) throws -> [TenantReference] {
    if let known = directory.cachedTenants { return known[provider] ?? [] }
    let version = directory.version
    let tenants = try read { reader in try reader.tenantsByProvider() }
    directory.keep(tenants, version: version)
    return tenants[provider] ?? []
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
    if let keys = directory.cachedAPIKeys { return keys[apiKey] }
    let version = directory.version
    let keys = try read { reader in try reader.apiKeys() }
    directory.keep(apiKeys: keys, version: version)
    return keys[apiKey]
  }
}

/// The names of a tenant and its project.
package struct TenantReference: Sendable, Hashable {
  package var project: String
  package var tenant: String
}

extension ProjectDirectory {
  fileprivate var version: Int { state.withLock { $0.version } }

  fileprivate func cached(project id: String) -> Project? {
    state.withLock { $0.projects[id] }
  }

  fileprivate func cached(tenant id: String, of project: Project) -> Tenant? {
    state.withLock { $0.tenants[TenantKey(projectKey: project.key, id: id)] }
  }

  fileprivate var cachedTenants: [String: [TenantReference]]? {
    state.withLock { $0.tenantsByProvider }
  }

  fileprivate var cachedAPIKeys: [String: String]? { state.withLock { $0.apiKeys } }

  fileprivate func keep(_ project: Project, version: Int) {
    state.withLock { if $0.version == version { $0.projects[project.id] = project } }
  }

  fileprivate func keep(_ tenant: Tenant, of project: Project, version: Int) {
    let name = TenantKey(projectKey: project.key, id: tenant.id)
    state.withLock { if $0.version == version { $0.tenants[name] = tenant } }
  }

  fileprivate func keep(_ tenants: [String: [TenantReference]], version: Int) {
    state.withLock { if $0.version == version { $0.tenantsByProvider = tenants } }
  }

  fileprivate func keep(apiKeys: [String: String], version: Int) {
    state.withLock { if $0.version == version { $0.apiKeys = apiKeys } }
  }
}
