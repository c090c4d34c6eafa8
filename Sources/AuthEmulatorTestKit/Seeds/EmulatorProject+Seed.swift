extension EmulatorProject {
  /// Stores users, people, providers, tenants and switches atomically.
  ///
  /// Nothing is deleted, and seeding twice changes nothing. The people are accounts at the fake
  /// providers that only this project sees.
  ///
  /// - Throws: ``AuthEmulatorError`` with the path of the invalid member.
  @discardableResult
  public func seed(
    users: [SeedUser] = [], people: [SeedPerson] = [], providers: [SeedProvider] = [],
    tenants: [SeedTenant] = [], settings: EmulatorSettings? = nil
  ) async throws -> SeedResult {
    let peopleById = Dictionary(grouping: people, by: \.providerId).mapValues {
      JSONValue.array($0.map(\.json))
    }
    return try await seed(
      raw: .members([
        "users": users.isEmpty ? nil : .array(users.map(\.json)),
        "people": peopleById.isEmpty ? nil : .object(peopleById),
        "providers": SeedResult.byId(providers),
        "tenants": tenants.isEmpty ? nil : .array(tenants.map(\.json)),
        "settings": try settings.map { try JSONValue(encoding: $0, without: "warnings") },
      ]))
  }

  /// Stores a seed document's contents for one project: the value of a member of `projects`.
  @discardableResult
  public func seed(raw: JSONValue) async throws -> SeedResult {
    try await emulator.seed(["version": 1, "projects": .object([id: raw])])
  }

  /// Returns the project as a seed document; plaintext passwords are included only on request.
  public func export(plainPasswords: Bool = false) async throws -> JSONValue {
    try await connection.control(
      "GET", "/export", query: ["project": id, "plainPasswords": plainPasswords ? "true" : nil])
  }
}
