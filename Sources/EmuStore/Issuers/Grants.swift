package import EmuModel
internal import EmuSQLite

extension Reader {
  package func grant(key: Int64) throws -> Grant? {
    try connection.first(
      "SELECT id, person_id, client_id, granted_at, revoked_at, scope FROM grants WHERE id = ?",
      .integer(key)
    ) { row in Grant(row) }
  }

  package func grant(of person: Person, client: String) throws -> Grant? {
    try connection.first(
      """
      SELECT id, person_id, client_id, granted_at, revoked_at, scope FROM grants
      WHERE person_id = ? AND client_id = ?
      """, .integer(person.key), .text(client)
    ) { row in Grant(row) }
  }

  package func grants(of person: Person) throws -> [Grant] {
    try connection.all(
      """
      SELECT id, person_id, client_id, granted_at, revoked_at, scope FROM grants
      WHERE person_id = ? ORDER BY id
      """, .integer(person.key)
    ) { row in Grant(row) }
  }
}

extension Reader {
  /// Every consent of the people that a project sees at an issuer, in the order they were given.
  package func grants(in scope: PeopleScope) throws -> [Grant] {
    try connection.all(
      """
      SELECT grants.id, person_id, client_id, granted_at, revoked_at, scope
      FROM grants JOIN people ON people.id = person_id
      WHERE project_id IN (?, 0) AND issuer = ? ORDER BY grants.id
      """, .integer(scope.projectKey), .text(scope.issuer)
    ) { row in Grant(row) }
  }
}

extension Writer {
  /// Records that a person consented to a client, anew after a revocation.
  ///
  /// - Returns: the grant, and whether it is a first one: there was none, or it had been revoked.
  package func authorize(
    _ person: Person, client: String, at now: Timestamp
  ) throws -> (grant: Grant, isFirst: Bool) {
    let existing = try reader.grant(of: person, client: client)
    if let existing, existing.isActive { return (existing, false) }
    if var revoked = existing {
      revoked.grantedAt = now
      revoked.revokedAt = nil
      revoked.scope = ""
      try connection.run(
        "UPDATE grants SET granted_at = ?, revoked_at = NULL, scope = '' WHERE id = ?",
        .integer(now.milliseconds), .integer(revoked.key))
      return (revoked, true)
    }
    try connection.run(
      "INSERT INTO grants (person_id, client_id, granted_at) VALUES (?, ?, ?)",
      .integer(person.key), .text(client), .integer(now.milliseconds))
    let grant = Grant(
      key: connection.lastInsertRowID, personKey: person.key, clientID: client, grantedAt: now)
    return (grant, true)
  }

  /// Keeps the scopes of a consent.
  package func update(scope: String, of grant: Grant) throws {
    try connection.run(
      "UPDATE grants SET scope = ? WHERE id = ?", .text(scope), .integer(grant.key))
  }

  /// Ends a consent with every code and token that came of it: they are of the round before.
  package func revoke(_ grant: Grant, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE grants SET revoked_at = ?1, round = round + 1, refresh_round = refresh_round + 1,
        round_began_at = ?1
      WHERE id = ?2 AND revoked_at IS NULL
      """, .integer(now.milliseconds), .integer(grant.key))
  }

  /// Ends every refresh token of a person; the consents stand.
  package func revokeRefreshTokens(of person: Person, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE grants SET refresh_round = refresh_round + 1, round_began_at = ?
      WHERE person_id = ? AND revoked_at IS NULL
      """, .integer(now.milliseconds), .integer(person.key))
  }
}

extension Grant {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      key: row.integer(0), personKey: row.integer(1), clientID: row.text(2),
      grantedAt: Timestamp(milliseconds: row.integer(3)),
      revokedAt: row.optionalInteger(4).map(Timestamp.init(milliseconds:)), scope: row.text(5))
  }
}
