package import EmuModel
internal import EmuSQLite

extension Reader {
  /// The person of a subject in exactly this scope: a project does not see the shared people here.
  package func ownPerson(subject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      "SELECT id FROM people WHERE project_id = ? AND issuer = ? AND subject = ?",
      .integer(scope.projectKey), .text(scope.issuer), .text(subject)
    ) { row in row.integer(0) }.flatMap(person(key:))
  }

  /// The person of an address in exactly this scope; the oldest, where there are several.
  package func ownPerson(email: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      """
      SELECT id FROM people WHERE project_id = ? AND issuer = ? AND email = ? ORDER BY id LIMIT 1
      """, .integer(scope.projectKey), .text(scope.issuer), .text(email)
    ) { row in row.integer(0) }.flatMap(person(key:))
  }
}
