package import EmuModel
internal import EmuSQLite

extension Table where Entity == Consent {
  /// Consents. The rounds of a consent determine what its revocation ends, see
  /// `CodesAndTokens.swift`.
  static let consents = Table(
    "grants", empty: Consent(personKey: 0, clientID: "", grantedAt: .epoch),
    [
      .read("id") { $0.key = $1 },
      Column("person_id", isFixed: true, { $0.personKey }, { $0.personKey = $1 }),
      Column("client_id", isFixed: true, { $0.clientID }, { $0.clientID = $1 }),
      Column("granted_at", { $0.grantedAt }, { $0.grantedAt = $1 }),
      Column("revoked_at", { $0.revokedAt }, { $0.revokedAt = $1 }),
      Column("scope", { $0.scope }, { $0.scope = $1 }),
    ])

  fileprivate static let consentByKey = consents.select("WHERE id = ?")
  fileprivate static let consentOfClient = consents.select(
    "WHERE person_id = ? AND client_id = ?")
  fileprivate static let consentsOfPerson = consents.select("WHERE person_id = ? ORDER BY id")
  fileprivate static let consentsOfIssuer = consents.select(
    """
    JOIN people ON people.id = person_id
    WHERE project_id IN (?, ?) AND issuer = ? ORDER BY grants.id
    """)
}

extension ReadTransaction {
  package func consent(key: Int64) throws -> Consent? {
    try connection.first(Table.consentByKey, key)
  }

  package func consent(of person: Person, client: String) throws -> Consent? {
    try connection.first(Table.consentOfClient, person.key, client)
  }

  package func consents(of person: Person) throws -> [Consent] {
    try connection.all(Table.consentsOfPerson, person.key)
  }

  /// Returns every consent of the people that a project sees at an issuer, in the order they were
  /// given.
  package func consents(in scope: PeopleScope) throws -> [Consent] {
    try connection.all(Table.consentsOfIssuer, scope)
  }
}

extension WriteTransaction {
  /// Records a person's consent to a client; a revoked consent is renewed.
  ///
  /// - Returns: the consent, and true for a new or renewed one.
  package func authorize(
    _ person: Person, client: String, at now: Timestamp
  ) throws -> (consent: Consent, isFirst: Bool) {
    let existing = try reader.consent(of: person, client: client)
    if let existing, existing.isActive { return (existing, false) }
    if var revoked = existing {
      revoked.grantedAt = now
      revoked.revokedAt = nil
      revoked.scope = ""
      try connection.update(revoked, in: .consents, key: revoked.key)
      return (revoked, true)
    }
    var consent = Consent(personKey: person.key, clientID: client, grantedAt: now)
    try connection.insert(consent, into: .consents)
    consent.key = connection.lastInsertRowID
    return (consent, true)
  }

  package func update(scope: String, of consent: Consent) throws {
    try connection.run("UPDATE grants SET scope = ? WHERE id = ?", scope, consent.key)
  }

  /// Revokes a consent and ends its codes and tokens, which belong to the previous round.
  package func revoke(_ consent: Consent, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE grants SET revoked_at = ?1, round = round + 1, refresh_round = refresh_round + 1,
        round_began_at = ?1
      WHERE id = ?2 AND revoked_at IS NULL
      """, now, consent.key)
  }

  /// Ends every refresh token of a person; the consents remain.
  package func revokeRefreshTokens(of person: Person, at now: Timestamp) throws {
    try connection.run(
      """
      UPDATE grants SET refresh_round = refresh_round + 1, round_began_at = ?
      WHERE person_id = ? AND revoked_at IS NULL
      """, now, person.key)
  }
}
