internal import EmuCrypto
package import EmuHTTP
package import EmuJSON
package import EmuModel
package import EmuStore

extension TestEmulator {
  /// Makes a client's call, such as `accounts:signUp` or `accounts/mfaSignIn:start`.
  ///
  /// - Parameter version: nil for the first version with the operation.
  /// - Parameter key: nil for one of the test's project, in the query; another is sent as a header.
  package func client(
    _ operation: String, _ body: JSON = [:], version: String? = nil, key: String? = nil
  ) async -> Reply {
    let isNew = operation.hasPrefix("accounts/") || operation.hasSuffix("revokeToken")
    let path = "/identitytoolkit.googleapis.com/\(version ?? (isNew ? "v2" : "v1"))/\(operation)"
    guard let key else { return await post(path + "?key=fake-key", body) }
    return await post(path, body, headers: ["X-Goog-Api-Key": key])
  }

  /// An administrator's call on a project, such as `accounts:lookup` or `v2/config`.
  ///
  /// - Parameter project: nil for the test's own.
  package func admin(
    _ operation: String, _ body: JSON? = [:], method: Method = .post, tenant: String? = nil,
    query: String = "", project: String? = nil
  ) async -> Reply {
    let version = operation.hasPrefix("v2/") ? "v2" : "v1"
    let name = operation.replacing("v2/", with: "")
    let scope = "projects/\(project ?? self.project)" + (tenant.map { "/tenants/\($0)" } ?? "")
    let path = scope + (name.hasPrefix(":") ? name : "/" + name)
    return await call(
      method,
      "/identitytoolkit.googleapis.com/\(version)/\(path)" + (query.isEmpty ? "" : "?" + query),
      body, headers: ["Authorization": "Bearer owner"])
  }

  /// Changes a user as an administrator does.
  package func change(_ uid: String, _ fields: JSONObject) async -> Reply {
    let user: JSONObject = ["localId": .string(uid)]
    return await admin("accounts:update", .object(user.merging(fields)))
  }

  /// Creates another project, where it does not exist, and returns its API key.
  package func key(of project: String) throws -> String {
    ImpliedAPIKey.of(try store.project(making: project).id)
  }

  /// The test's project as requests see it now.
  package func currentProject() throws -> Project { try store.project(making: project) }

  /// The user as the store has it now.
  ///
  /// - Parameter project: nil for the test's own.
  package func user(_ uid: String, in project: String? = nil, tenant: String? = nil) throws -> User?
  {
    try store.read { reader in
      guard
        let known = try reader.project(project ?? self.project)
      else { return nil }
      guard let tenant else {
        return try reader.user(uid: uid, in: AccountScope(project: known, tenant: nil))
      }
      guard let tenant = try reader.tenant(tenant, in: known) else { return nil }
      return try reader.user(uid: uid, in: AccountScope(project: known, tenant: tenant))
    }
  }

  /// A refresh token for new tokens.
  package func refresh(_ refreshToken: String) async -> Reply {
    await call(
      .post, "/securetoken.googleapis.com/v1/token?key=fake-key",
      ["grant_type": "refresh_token", "refresh_token": .string(refreshToken)])
  }

  /// `accounts:signInWithIdp` with unsigned claims, as the official emulator accepts them.
  package func signIn(_ provider: String, claims: JSON, options: JSONObject = [:]) async -> Reply {
    let body: JSONObject = [
      "requestUri": "http://localhost",
      "postBody": .string(
        "providerId=\(provider)&id_token=" + PercentEncoding.queryComponent(claims.serialized())),
      "returnSecureToken": true,
    ]
    return await client("accounts:signInWithIdp", .object(body.merging(options)))
  }

  package func set(_ switches: [Switch: SwitchValue]) throws {
    try write { writer, project, store in
      var set = project.switches
      for (name, value) in switches { set.set(name, to: value) }
      try writer.update(switches: set, of: project, in: store)
    }
  }

  /// Changes fields of the project's published configuration, as a seed does.
  package func configure(_ fields: JSONObject) throws {
    let change = try JSONDecoding.decode(
      Config.self, from: .object(fields), options: .rejectingUnknownFields)
    try write { writer, before, store in
      var project = before
      try project.publishedConfig.merge(change)
      try writer.update(project, from: before, in: store)
    }
  }

  package func configure(testNumbers: [String: String]) throws {
    let codes = try JSONEncoding.tree(of: testNumbers)
    try configure(["signIn": ["phoneNumber": ["testPhoneNumbers": codes]]])
  }

  /// Enforces a password policy with these requirements.
  package func enforcePolicy(_ strength: JSON) throws {
    try configure([
      "passwordPolicyConfig": [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [["customStrengthOptions": strength]],
      ]
    ])
  }

  package func reset() throws { try write { try $0.reset($1, in: $2) } }

  package func configure(provider id: String, _ config: ProviderConfig) throws {
    try write { try $0.upsert(provider: id, config, of: $1, in: $2) }
  }

  /// Changes the test's project in the store.
  private func write(
    _ change: @escaping @Sendable (WriteTransaction, Project, Store) throws -> Void
  ) throws {
    let (store, project) = (store, try store.project(making: project))
    try store.write { writer in try change(writer, project, store) }
  }
}

extension Store {
  /// Returns the project of an id, and creates a missing one.
  package func project(making id: String) throws -> Project {
    _ = try write { writer in try writer.insertProject(id) }
    return try project(id)
  }
}

extension JSONObject {
  package func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other { merged[member.key] = member.value }
    return merged
  }
}

extension JSON {
  package static func claims(ofToken token: String?) -> JSON {
    guard let part = token?.split(separator: ".").dropFirst().first else { return .null }
    return (try? JSON(parsing: Base64URL.decode(String(part)) ?? [])) ?? .null
  }
}
