package import EmuModel
internal import EmuSQLite

/// The transfer of a person from one Apple team to another.
package struct AppleTransfer: Sendable, Hashable {
  /// The id that travels between the teams.
  package var subject: String
  package var personKey: Int64
  /// The receiving team.
  package var teamID: String
  package var createdAt: Timestamp
  /// The time at which the new team accepted the person.
  package var completedAt: Timestamp?

  package init(subject: String, personKey: Int64, teamID: String, createdAt: Timestamp) {
    self.subject = subject
    self.personKey = personKey
    self.teamID = teamID
    self.createdAt = createdAt
  }
}

extension Table where Entity == AppleTransfer {
  static let appleTransfers = Table(
    "apple_transfers",
    empty: AppleTransfer(subject: "", personKey: 0, teamID: "", createdAt: .epoch),
    [
      Column("subject", isFixed: true, { $0.subject }, { $0.subject = $1 }),
      Column("person_id", isFixed: true, { $0.personKey }, { $0.personKey = $1 }),
      Column("team_id", isFixed: true, { $0.teamID }, { $0.teamID = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
      Column("completed_at", { $0.completedAt }, { $0.completedAt = $1 }),
    ])

  fileprivate static let transfer = appleTransfers.select("WHERE subject = ?")
  fileprivate static let transfersOfPerson = appleTransfers.select(
    "WHERE person_id = ? ORDER BY created_at")
}

extension Table where Entity == Person {
  fileprivate static let personByRelay = people.select(
    """
    WHERE project_id IN (?, ?) AND issuer = ? AND relay_email = ?
    ORDER BY project_id DESC, id LIMIT 1
    """)
  fileprivate static let personByTransfer = people.select(
    "WHERE transfer_subject = ? AND issuer = ? AND project_id = ?")
}

extension ReadTransaction {
  /// Returns the owner of a relay address, among the people that a project sees.
  package func person(relayEmail: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(Table.personByRelay, scope, relayEmail)
  }

  /// Returns the person that a transfer id brought into a project.
  package func person(transferSubject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(Table.personByTransfer, transferSubject, scope.issuer, scope.projectKey)
  }

  package func appleTransfer(_ subject: String) throws -> AppleTransfer? {
    try connection.first(Table.transfer, subject)
  }

  /// Returns the transfers of a person, the oldest first.
  package func appleTransfers(of person: Person) throws -> [AppleTransfer] {
    try connection.all(Table.transfersOfPerson, person.key)
  }
}

extension WriteTransaction {
  /// Stores a transfer, replacing an older one to the same team.
  package func upsert(_ transfer: AppleTransfer) throws {
    try connection.run(
      "DELETE FROM apple_transfers WHERE person_id = ? AND team_id = ?", transfer.personKey,
      transfer.teamID)
    try connection.insert(transfer, into: .appleTransfers)
  }
}
