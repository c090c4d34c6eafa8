/// A project as the current request sees it: a snapshot, replaced at a change.
package struct Project: Sendable, Hashable {
  /// The store's integer key.
  package var key: Int64
  /// The project id, such as `demo-project`.
  package var id: String
  package var switches: Switches
  @Shared package var config: Config
  /// The configuration of the tenant that the project is scoped to.
  @Shared package var tenantConfig: TenantConfig?
  package var providers = Providers()

  /// The configured sign-in providers. The own ones are the tenant's where the project is scoped to
  /// one, and the others the project's, which replace missing ones.
  package struct Providers: Sendable, Hashable {
    package var own: [String: ProviderConfig] = [:]
    package var others: [String: ProviderConfig] = [:]

    package subscript(id: String) -> ProviderConfig? { own[id] ?? others[id] }
  }

  package init(key: Int64, id: String, switches: Switches, config: Config = .initial) {
    self.key = key
    self.id = id
    self.switches = switches
    _config = Shared(wrappedValue: config)
    _tenantConfig = Shared(wrappedValue: nil)
  }

  /// The number that the official emulator assigns to every project.
  package static let number = "12345"

  /// The maximum length of a project id. Google's are at most 30 characters.
  package static let longestID = 100

  /// The message about an invalid project id.
  package static let idProblem =
    "A project id has 1 to \(longestID) letters, digits, '-', '_', '.' and ':', and not only dots; "
    + "use one like demo-project."

  /// Returns true for visible characters that need no escape in a path, and not only dots.
  package static func isPlausible(id: String) -> Bool {
    !id.isDotSegment && id.utf8.count <= longestID
      && id.utf8.allSatisfy { $0.isLetterOrDigit || "-_.:".utf8.contains($0) }
  }
}

/// A tenant as the current request sees it.
package struct Tenant: Sendable, Hashable {
  /// The store's integer key.
  package var key: Int64
  package var id: String
  @Shared package var config: TenantConfig
  /// The sign-in providers that the tenant has configured, by provider id.
  package var providers: [String: ProviderConfig]

  /// The message about an invalid tenant id, without its full stop.
  package static let idProblem = "a tenant id has letters, digits, hyphens and underscores"

  package init(
    key: Int64, id: String, config: TenantConfig = TenantConfig(),
    providers: [String: ProviderConfig] = [:]
  ) {
    self.key = key
    self.id = id
    _config = Shared(wrappedValue: config)
    self.providers = providers
  }
}

package struct AccountScope: Sendable, Hashable {
  package var projectKey: Int64
  /// 0 for the project itself.
  package var tenantKey: Int64
  /// Nil for the project itself.
  package var tenantID: String?
  /// True when two stored users may have the same address.
  package var allowsDuplicateEmails: Bool

  package init(project: Project, tenant: Tenant?) {
    projectKey = project.key
    tenantKey = tenant?.key ?? 0
    tenantID = tenant?.id
    allowsDuplicateEmails = project.allowsDuplicateEmails
  }
}

/// The API key that every existing project has without registration: `emulator-{project}`.
package enum ImpliedAPIKey {
  private static let prefix = "emulator-"

  package static func of(_ project: String) -> String { prefix + project }

  /// Returns the project that a key names, which may not exist; nil for every other key.
  package static func project(of key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }
}
