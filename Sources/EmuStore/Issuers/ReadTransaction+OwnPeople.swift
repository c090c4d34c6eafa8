package import EmuModel
internal import EmuSQLite

extension SQL {
  fileprivate static let ownPeople = Table.people.select(
    "WHERE project_id = ? AND issuer = ? AND deleted_at IS NULL ORDER BY id")
}

extension ReadTransaction {
  /// Returns the people of exactly this scope who were not deleted, in the order of creation.
  package func ownPeople(in scope: PeopleScope) throws -> [Person] {
    try connection.all(.ownPeople, .integer(scope.projectKey), .text(scope.issuer)) { row in
      Table.people.read(row)
    }
  }

  /// Returns the issuers at which a project, or with 0 the shared scope, has people; sorted.
  package func issuersWithPeople(projectKey: Int64) throws -> [String] {
    try connection.all(
      "SELECT DISTINCT issuer FROM people WHERE project_id = ? ORDER BY issuer",
      .integer(projectKey)
    ) { row in row.text(0) }
  }

  /// Returns the person of a subject in exactly this scope, without the shared people.
  package func ownPerson(subject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      "SELECT id FROM people WHERE project_id = ? AND issuer = ? AND subject = ?",
      .integer(scope.projectKey), .text(scope.issuer), .text(subject)
    ) { row in row.integer(0) }.flatMap(person(key:))
  }

  /// Returns the person of an address in exactly this scope; the oldest, where there are several.
  package func ownPerson(email: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      """
      SELECT id FROM people WHERE project_id = ? AND issuer = ? AND email = ? ORDER BY id LIMIT 1
      """, .integer(scope.projectKey), .text(scope.issuer), .text(email)
    ) { row in row.integer(0) }.flatMap(person(key:))
  }
}
