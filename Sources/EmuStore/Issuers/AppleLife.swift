package import EmuModel
internal import EmuSQLite

/// A person of one Apple team on the way to another.
package struct AppleTransfer: Sendable, Hashable {
  /// The id that travels between the teams.
  package var subject: String
  package var personKey: Int64
  /// The team that the person goes to.
  package var teamID: String
  package var createdAt: Timestamp
  /// When the new team took the person over.
  package var completedAt: Timestamp?

  package init(
    subject: String, personKey: Int64, teamID: String, createdAt: Timestamp,
    completedAt: Timestamp? = nil
  ) {
    self.subject = subject
    self.personKey = personKey
    self.teamID = teamID
    self.createdAt = createdAt
    self.completedAt = completedAt
  }

  fileprivate init(_ row: borrowing Row) {
    self.init(
      subject: row.text(0), personKey: row.integer(1), teamID: row.text(2),
      createdAt: Timestamp(milliseconds: row.integer(3)),
      completedAt: row.optionalInteger(4).map(Timestamp.init(milliseconds:)))
  }
}

extension Reader {
  /// Whose relay address it is, among the people that a project sees.
  package func person(relayEmail: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      """
      SELECT id FROM people WHERE issuer = ? AND relay_email = ? AND project_id IN (?, 0)
      ORDER BY project_id DESC, id LIMIT 1
      """, .text(scope.issuer), .text(relayEmail), .integer(scope.projectKey)
    ) { row in row.integer(0) }.flatMap(person(key:))
  }

  /// Who came into a project under the id of a transfer.
  package func person(transferSubject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      "SELECT id FROM people WHERE transfer_subject = ? AND issuer = ? AND project_id = ?",
      .text(transferSubject), .text(scope.issuer), .integer(scope.projectKey)
    ) { row in row.integer(0) }.flatMap(person(key:))
  }

  package func appleTransfer(_ subject: String) throws -> AppleTransfer? {
    try connection.first(
      """
      SELECT subject, person_id, team_id, created_at, completed_at FROM apple_transfers
      WHERE subject = ?
      """, .text(subject)
    ) { row in AppleTransfer(row) }
  }

  /// The transfers of a person, the oldest first.
  package func appleTransfers(of person: Person) throws -> [AppleTransfer] {
    try connection.all(
      """
      SELECT subject, person_id, team_id, created_at, completed_at FROM apple_transfers
      WHERE person_id = ? ORDER BY created_at
      """, .integer(person.key)
    ) { row in AppleTransfer(row) }
  }
}

extension Writer {
  /// Keeps a transfer, in place of an older one to the same team.
  package func upsert(_ transfer: AppleTransfer) throws {
    try connection.run(
      "DELETE FROM apple_transfers WHERE person_id = ? AND team_id = ?",
      .integer(transfer.personKey), .text(transfer.teamID))
    try connection.run(
      """
      INSERT INTO apple_transfers (subject, person_id, team_id, created_at, completed_at)
      VALUES (?, ?, ?, ?, ?)
      """, .text(transfer.subject), .integer(transfer.personKey), .text(transfer.teamID),
      .integer(transfer.createdAt.milliseconds), .integer(transfer.completedAt?.milliseconds))
  }
}
