package import EmuHTTP
internal import EmuJSON

/// A random state of an emulator: the calls that create it, in order.
///
/// Administrators' calls store users, configuration, tenants and providers; control calls store people,
/// options of issuers, switches and API keys. Each call is one that an emulator accepts. The same seed has
/// the same calls.
///
/// A format that cannot hold all of it leaves calls out by their ``Part``.
package struct RandomState: Sendable {
  /// The kind of data that a call stores.
  package enum Part: Sendable, Hashable, CaseIterable {
    case users, config, tenants, providers, switches, people, issuers
  }

  package struct Call: Sendable {
    package let part: Part
    package let method: Method
    /// The path with its query.
    package let target: String
    package let body: [UInt8]
  }

  package private(set) var calls: [Call] = []
  package let project: String
  /// The ids of the tenants with users.
  package private(set) var tenants: [String] = []
  var values: RandomValues

  /// - Parameter mostUsers: the most users of the project, and of each tenant.
  package init(seed: Int, project: String = "demo-project", mostUsers: Int = 6) {
    self.project = project
    values = RandomValues(seed: seed)
    for index in 0..<values.number(0...2) {
      tenants.append(values.one(of: ["acme", "Beta-2", "t_x", "zeta"]) + "-\(index)")
    }
    for tenant in [nil] + tenants.map(Optional.some) { addUsers(of: tenant, most: mostUsers) }
    addConfig()
    for tenant in tenants { addTenant(tenant) }
    addProviders()
    addSwitches()
    addPeople()
    addIssuers()
  }

  // MARK: - Calls

  /// Adds an administrator's call on the project or a tenant.
  mutating func admin(
    _ part: Part, _ method: Method, _ version: String, _ suffix: String, tenant: String? = nil,
    _ body: JSON
  ) {
    let scope = "projects/\(project)" + (tenant.map { "/tenants/\($0)" } ?? "")
    add(part, method, "/identitytoolkit.googleapis.com/\(version)/\(scope)\(suffix)", body)
  }

  mutating func control(_ part: Part, _ method: Method, _ path: String, _ body: JSON) {
    add(part, method, "/emulator/v1/" + path, body)
  }

  mutating func add(_ part: Part, _ method: Method, _ target: String, _ body: JSON) {
    calls.append(Call(part: part, method: method, target: target, body: body.serializedBytes()))
  }

  /// Adds a seed document with parts of the project.
  mutating func seed(_ part: Part, _ document: JSONObject) {
    control(part, .post, "seed", ["version": 1, "projects": [project: .object(document)]])
  }
}

extension RandomState.Call {
  /// The request, as an administrator sends it.
  package func request(to host: String) -> Request {
    let (path, query) = Request.split(target: target)
    return Request(
      method: method, path: path, rawQuery: query,
      headers: [
        "Host": host, "Authorization": "Bearer owner", "Content-Type": "application/json",
      ], body: body)
  }
}
