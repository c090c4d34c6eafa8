package import EmuModel
internal import EmuSQLite

extension Table where Entity == Person {
  fileprivate static let ownPeople = people.select(
    "WHERE project_id = ? AND issuer = ? AND deleted_at IS NULL ORDER BY id")
  fileprivate static let ownPersonBySubject = people.select(
    "WHERE project_id = ? AND issuer = ? AND subject = ?")
  fileprivate static let ownPersonByEmail = people.select(
    "WHERE project_id = ? AND issuer = ? AND email = ? ORDER BY id LIMIT 1")
}

extension ReadTransaction {
  /// Returns the people of exactly this scope who were not deleted, in the order of creation.
  package func ownPeople(in scope: PeopleScope) throws -> [Person] {
    try connection.all(Table.ownPeople, scope)
  }

  /// Returns the issuers at which a project, or with 0 the shared scope, has people; sorted.
  package func issuersWithPeople(projectKey: Int64) throws -> [String] {
    try connection.column(
      "SELECT DISTINCT issuer FROM people WHERE project_id = ? ORDER BY issuer", projectKey)
  }

  /// Returns the person of a subject in exactly this scope, without the shared people.
  package func ownPerson(subject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(Table.ownPersonBySubject, scope, subject)
  }

  /// Returns the person of an address in exactly this scope; the oldest, where there are several.
  package func ownPerson(email: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(Table.ownPersonByEmail, scope, email)
  }
}
