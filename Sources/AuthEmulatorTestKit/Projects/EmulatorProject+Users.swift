extension EmulatorProject {
  /// Every user of the project or of one of its tenants, in the order of their ids.
  public func users(tenant: String? = nil) async throws -> [EmulatorUser] {
    var users: [EmulatorUser] = []
    var page: String?
    repeat {
      let answer = try await connection.admin(
        "GET", "/v1\(path(tenant: tenant))/accounts:batchGet",
        query: ["maxResults": "1000", "nextPageToken": page])
      users += try (answer["users"]?.array ?? []).map { try EmulatorUser($0) }
      page = answer["nextPageToken"]?.string
    } while page?.isEmpty == false
    return users
  }

  /// Returns the user with an id.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound` if there is none.
  public func user(uid: String, tenant: String? = nil) async throws -> EmulatorUser {
    try await user("id \(uid)", ["localId": [.string(uid)]], tenant)
  }

  /// Returns the user with an address.
  ///
  /// - Throws: ``AuthEmulatorError`` of the kind `notFound` if there is none.
  public func user(email: String, tenant: String? = nil) async throws -> EmulatorUser {
    try await user("address \(email)", ["email": [.string(email)]], tenant)
  }

  private func user(_ name: String, _ query: JSONValue, _ tenant: String?) async throws
    -> EmulatorUser
  {
    let answer = try await connection.admin(
      "POST", "/v1\(path(tenant: tenant))/accounts:lookup", query)
    guard let found = answer["users"]?.array?.first else {
      throw AuthEmulatorError(
        .notFound, "Project \(id) has no user with the \(name).",
        nextStep: "`users()` returns those that it has.")
    }
    return try EmulatorUser(found)
  }
}
