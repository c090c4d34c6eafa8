package import EmuModel
internal import EmuSQLite

extension Table where Entity == Consent {
  /// Consents. The rounds of a consent determine what its revocation ends, see
  /// `CodesAndTokens.swift`.
  static let grants = Table(
    "grants", empty: Consent(key: 0, personKey: 0, clientID: "", grantedAt: .epoch),
    [
      .read("id") { $0.key = $1 },
      Column("person_id", isFixed: true, { $0.personKey }, { $0.personKey = $1 }),
      Column("client_id", isFixed: true, { $0.clientID }, { $0.clientID = $1 }),
      Column("granted_at", { $0.grantedAt }, { $0.grantedAt = $1 }),
      Column("revoked_at", { $0.revokedAt }, { $0.revokedAt = $1 }),
      Column("scope", { $0.scope }, { $0.scope = $1 }),
    ])
}

extension SQL {
  fileprivate static let grantByKey = Table.grants.select("WHERE id = ?")
  fileprivate static let grantOfClient = Table.grants.select(
    "WHERE person_id = ? AND client_id = ?")
  fileprivate static let grantsOfPerson = Table.grants.select("WHERE person_id = ? ORDER BY id")
  fileprivate static let grantsOfIssuer = Table.grants.select(
    """
    JOIN people ON people.id = person_id
    WHERE project_id IN (?, 0) AND issuer = ? ORDER BY grants.id
    """)
  fileprivate static let insertGrant = Table.grants.insert()
  fileprivate static let updateGrant = Table.grants.update(where: "id = ?")
}

extension ReadTransaction {
  package func grant(key: Int64) throws -> Consent? {
    try connection.first(.grantByKey, .integer(key)) { row in Table.grants.read(row) }
  }

  package func grant(of person: Person, client: String) throws -> Consent? {
    try connection.first(.grantOfClient, .integer(person.key), .text(client)) { row in
      Table.grants.read(row)
    }
  }

  package func grants(of person: Person) throws -> [Consent] {
    try connection.all(.grantsOfPerson, .integer(person.key)) { row in Table.grants.read(row) }
  }

  /// Returns every consent of the people that a project sees at an issuer, in the order they were
  /// given.
  package func grants(in scope: PeopleScope) throws -> [Consent] {
    try connection.all(.grantsOfIssuer, .integer(scope.projectKey), .text(scope.issuer)) { row in
      Table.grants.read(row)
    }
  }
}

extension WriteTransaction {
  /// Records a person's consent to a client; a revoked consent is renewed.
  ///
  /// - Returns: the grant, and true for a new or renewed one.
  package func authorize(
    _ person: Person, client: String, at now: Timestamp
  ) throws -> (grant: Consent, isFirst: Bool) {
    let existing = try reader.grant(of: person, client: client)
    if let existing, existing.isActive { return (existing, false) }
    if var revoked = existing {
      revoked.grantedAt = now
      revoked.revokedAt = nil
      revoked.scope = ""
      try connection.run(
        .updateGrant, values: Table.grants.changes(revoked) + [.integer(revoked.key)])
      return (revoked, true)
    }
    var grant = Consent(key: 0, personKey: person.key, clientID: client, grantedAt: now)
    try connection.run(.insertGrant, values: Table.grants.values(of: grant))
    grant.key = connection.lastInsertRowID
    return (grant, true)
  }

  /// Stores the scopes of a consent.
  package func update(scope: String, of grant: Consent) throws {
    try connection.run(
      "UPDATE grants SET scope = ? WHERE id = ?", .text(scope), .integer(grant.key))
  }

  /// Revokes a consent and ends its codes and tokens, which belong to the previous round.
  package func revoke(_ grant: Consent, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE grants SET revoked_at = ?1, round = round + 1, refresh_round = refresh_round + 1,
        round_began_at = ?1
      WHERE id = ?2 AND revoked_at IS NULL
      """, .integer(now.milliseconds), .integer(grant.key))
  }

  /// Ends every refresh token of a person; the consents remain.
  package func revokeRefreshTokens(of person: Person, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE grants SET refresh_round = refresh_round + 1, round_began_at = ?
      WHERE person_id = ? AND revoked_at IS NULL
      """, .integer(now.milliseconds), .integer(person.key))
  }
}
