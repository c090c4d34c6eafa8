package import EmuModel
internal import EmuSQLite

/// Whose people are meant: those that a project seeded, and those that all projects share.
package struct PeopleScope: Sendable, Hashable {
  /// 0 for the shared ones.
  package var projectKey: Int64
  package var issuer: String

  package init(projectKey: Int64, issuer: String) {
    self.projectKey = projectKey
    self.issuer = issuer
  }
}

extension Reader {
  /// The people that a project sees at an issuer, its own before the shared ones.
  package func people(in scope: PeopleScope) throws -> [Person] {
    try connection.all(
      """
      SELECT id, issuer, subject, email, email_verified, full_name, given_name, family_name,
        picture, hide_email, relay_email, tenant, claims,
        relay_forwards, deleted_at, transfer_subject, transferred_at
      FROM people WHERE project_id IN (?, 0) AND issuer = ? ORDER BY project_id DESC, id
      """, .integer(scope.projectKey), .text(scope.issuer)
    ) { row in Person(row) }
  }

  /// The first of the people that a project sees at an issuer and that can sign in, its own before
  /// the shared ones, each in the order in which they came.
  package func people(in scope: PeopleScope, limit: Int) throws -> [Person] {
    var found: [Person] = []
    for project in Set([scope.projectKey, 0]).sorted(by: >) {
      found += try connection.all(
        """
        SELECT id, issuer, subject, email, email_verified, full_name, given_name, family_name,
          picture, hide_email, relay_email, tenant, claims,
          relay_forwards, deleted_at, transfer_subject, transferred_at
        FROM people WHERE project_id = ? AND issuer = ? AND deleted_at IS NULL
        ORDER BY id LIMIT ?
        """, .integer(project), .text(scope.issuer), .integer(Int64(limit - found.count))
      ) { row in Person(row) }
    }
    return found
  }

  package func person(subject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      """
      SELECT id, issuer, subject, email, email_verified, full_name, given_name, family_name,
        picture, hide_email, relay_email, tenant, claims,
        relay_forwards, deleted_at, transfer_subject, transferred_at
      FROM people WHERE project_id IN (?, 0) AND issuer = ? AND subject = ?
      ORDER BY project_id DESC LIMIT 1
      """, .integer(scope.projectKey), .text(scope.issuer), .text(subject)
    ) { row in Person(row) }
  }

  package func person(email: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(
      """
      SELECT id, issuer, subject, email, email_verified, full_name, given_name, family_name,
        picture, hide_email, relay_email, tenant, claims,
        relay_forwards, deleted_at, transfer_subject, transferred_at
      FROM people WHERE project_id IN (?, 0) AND issuer = ? AND email = ?
      ORDER BY project_id DESC, id LIMIT 1
      """, .integer(scope.projectKey), .text(scope.issuer), .text(email)
    ) { row in Person(row) }
  }

  package func person(key: Int64) throws -> Person? {
    try connection.first(
      """
      SELECT id, issuer, subject, email, email_verified, full_name, given_name, family_name,
        picture, hide_email, relay_email, tenant, claims,
        relay_forwards, deleted_at, transfer_subject, transferred_at
      FROM people WHERE id = ?
      """, .integer(key)
    ) { row in Person(row) }
  }
}

extension Reader {
  /// The id of the project that a person belongs to; nil for one that all projects share.
  package func projectID(ofPerson key: Int64) throws -> String? {
    try connection.first(
      """
      SELECT name FROM projects JOIN people ON people.project_id = projects.id
      WHERE people.id = ?
      """, .integer(key)
    ) { row in row.text(0) }
  }
}

extension Writer {
  /// Stores a person, in place of one of the same subject.
  ///
  /// - Returns: the person with its key.
  package func upsert(_ person: Person, in scope: PeopleScope) throws -> Person {
    try connection.run(
      """
      INSERT INTO people (project_id, issuer, subject, email, email_verified, full_name,
        given_name, family_name, picture, hide_email, relay_email, tenant, claims, relay_forwards,
        deleted_at, transfer_subject, transferred_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (project_id, issuer, subject) DO UPDATE SET
        email = excluded.email, email_verified = excluded.email_verified,
        full_name = excluded.full_name, given_name = excluded.given_name,
        family_name = excluded.family_name, picture = excluded.picture,
        hide_email = excluded.hide_email, relay_email = excluded.relay_email,
        tenant = excluded.tenant, claims = excluded.claims,
        relay_forwards = excluded.relay_forwards, deleted_at = excluded.deleted_at,
        transfer_subject = excluded.transfer_subject, transferred_at = excluded.transferred_at
      """, .integer(scope.projectKey), .text(scope.issuer), .text(person.subject),
      .text(person.email), .bool(person.emailVerified), .text(person.name.full),
      .text(person.name.given), .text(person.name.family), .text(person.picture),
      .bool(person.hideEmail), .text(person.relayEmail), .text(person.tenant),
      .text(person.claims), .bool(person.relayForwards),
      .integer(person.deletedAt?.milliseconds), .text(person.transfer?.subject),
      .integer(person.transfer?.at.milliseconds))
    var stored = person
    stored.key =
      try connection.first(
        "SELECT id FROM people WHERE project_id = ? AND issuer = ? AND subject = ?",
        .integer(scope.projectKey), .text(scope.issuer), .text(person.subject)
      ) { row in row.integer(0) } ?? 0
    return stored
  }

  /// Changes a person in place; the subject stays.
  package func update(_ person: Person) throws {
    try connection.run(
      """
      UPDATE people SET email = ?, email_verified = ?, full_name = ?, given_name = ?,
        family_name = ?, picture = ?, hide_email = ?, relay_email = ?, tenant = ?, claims = ?,
        relay_forwards = ?, deleted_at = ?, transfer_subject = ?, transferred_at = ?
      WHERE id = ?
      """, .text(person.email), .bool(person.emailVerified), .text(person.name.full),
      .text(person.name.given), .text(person.name.family), .text(person.picture),
      .bool(person.hideEmail), .text(person.relayEmail), .text(person.tenant),
      .text(person.claims), .bool(person.relayForwards),
      .integer(person.deletedAt?.milliseconds), .text(person.transfer?.subject),
      .integer(person.transfer?.at.milliseconds), .integer(person.key))
  }

  package func delete(_ person: Person) throws {
    try connection.run("DELETE FROM people WHERE id = ?", .integer(person.key))
  }
}

extension Person {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      key: row.integer(0), issuer: row.text(1), subject: row.text(2),
      email: row.optionalText(3), emailVerified: row.bool(4),
      name: PersonName(
        full: row.optionalText(5), given: row.optionalText(6), family: row.optionalText(7)),
      picture: row.optionalText(8), hideEmail: row.bool(9), relayEmail: row.optionalText(10),
      relayForwards: row.bool(13),
      deletedAt: row.optionalInteger(14).map(Timestamp.init(milliseconds:)),
      transfer: row.optionalText(15).map { subject in
        PersonTransfer(subject: subject, at: Timestamp(milliseconds: row.integer(16)))
      }, tenant: row.optionalText(11), claims: row.optionalText(12))
  }
}
