package import EmuServer
internal import EmuHTTP
internal import EmuJSON

/// A random state of an emulator: the calls that create it, in order.
///
/// Administrators' calls store users, configuration, tenants and providers; control calls store people,
/// options of issuers, switches and API keys. Each call is one that an emulator accepts. The same seed has
/// the same calls.
package struct RandomState: Sendable {
  let project = "demo-project"
  private var calls: [Request] = []
  /// The ids of the tenants with users.
  private(set) var tenants: [String] = []
  var values: RandomValues

  package init(seed: Int) {
    values = RandomValues(seed: seed)
    for index in 0..<values.number(0...2) {
      tenants.append(values.one(of: ["acme", "Beta-2", "t_x", "zeta"]) + "-\(index)")
    }
    for tenant in [nil] + tenants.map(Optional.some) { addUsers(of: tenant) }
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
    _ method: Method, _ version: String, _ suffix: String, tenant: String? = nil, _ body: JSON
  ) {
    let scope = "projects/\(project)" + (tenant.map { "/tenants/\($0)" } ?? "")
    add(method, "/identitytoolkit.googleapis.com/\(version)/\(scope)\(suffix)", body)
  }

  mutating func control(_ method: Method, _ path: String, _ body: JSON) {
    add(method, "/emulator/v1/" + path, body)
  }

  mutating func add(_ method: Method, _ target: String, _ body: JSON) {
    let (path, query) = Request.split(target: target)
    let request = Request(
      method: method, path: path, rawQuery: query,
      headers: [
        "Host": "localhost:9099", "Authorization": "Bearer owner",
        "Content-Type": "application/json",
      ], body: body.serializedBytes())
    calls.append(request)
  }

  /// Adds a seed document with parts of the project.
  mutating func seed(_ document: JSONObject) {
    control(.post, "seed", ["version": 1, "projects": [project: .object(document)]])
  }

  /// Makes the calls.
  ///
  /// - Returns: the calls that were refused, with their answers; none where the generator is right.
  package func apply(to emulator: Emulator) -> [String] {
    calls.compactMap { request in
      let reply = PendingReply(emulator.respond(to: request)).reply()
      // An import answers 200 and lists the users that it did not store.
      guard reply.status != 200 || reply["error"]?.array?.isEmpty == false else { return nil }
      let body = String(decoding: request.body, as: UTF8.self)
      return "\(reply.status) \(reply.text): \(request.path) \(body)"
    }
  }
}
