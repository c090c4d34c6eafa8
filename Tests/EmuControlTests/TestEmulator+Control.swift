import EmuStore
import EmuTestSupport

enum Seed {
  static func of(_ project: String, _ members: String) -> String {
    #"{version:1,projects:{"\#(project)":{\#(members)}}}"#
  }

  static func users(_ users: String...) -> String {
    of("demo", "users:[\(users.joined(separator: ","))]")
  }
}

extension TestEmulator {
  func seed(_ document: String) async -> Reply { await control(.post, "seed", document) }

  func seed(project members: String) async -> Reply { await seed(Seed.of(project, members)) }

  func importing(_ document: String, _ query: String = "") async -> Reply {
    await control(
      .post, "projects/\(project)/import" + (query.isEmpty ? "" : "?" + query), document)
  }

  func userIDs(tenant: String? = nil) async -> [String] {
    let page = await admin(
      "accounts:batchGet", nil, method: .get, tenant: tenant, query: "maxResults=-1")
    return page["users"]?.array?.compactMap { $0["localId"]?.string } ?? []
  }

  /// Returns the entries of the request log, the newest first.
  func logged(_ query: String = "") async -> [JSON] {
    await control(.get, "requests" + query)["requests"]?.array ?? []
  }

  func settings(_ body: String, of project: String = "demo") async -> Reply {
    await control(.patch, "projects/\(project)/settings", body)
  }

  func signUp(_ email: String) async -> Reply {
    await client(
      "accounts:signUp",
      ["email": .string(email), "password": "secret1", "returnSecureToken": true])
  }

  func signIn(_ email: String, _ password: JSON = "secret1") async -> Reply {
    await client(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": password, "returnSecureToken": true])
  }

  func signIn(form: String, _ more: JSONObject = [:]) async -> Reply {
    let body: JSONObject = [
      "requestUri": "http://localhost", "returnSecureToken": true, "postBody": .string(form),
    ]
    return await client("accounts:signInWithIdp", .object(body.merging(more)))
  }

  /// Returns the people of an issuer: a project's, or without a project the shared ones.
  func people(_ issuer: String, in project: String? = nil) throws -> [Person] {
    try store.read { reader in
      let key = try project.flatMap { try reader.project($0) }?.key ?? 0
      return try reader.people(in: PeopleScope(projectKey: key, issuer: issuer))
    }
  }
}
