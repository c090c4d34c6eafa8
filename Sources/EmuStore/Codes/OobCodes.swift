package import EmuModel
internal import EmuSQLite

extension Table where Entity == OobCode {
  /// The codes sent by e-mail. A new kind needs a migration, so that an older version rejects it.
  static let oobCodes = Table(
    "oob_codes",
    empty: OobCode(code: "", kind: .passwordReset, email: "", link: "", createdAt: .epoch),
    owner: ["project_id", "tenant_id"], age: "created_at",
    [
      Column("code", isFixed: true, { $0.code }, { $0.code = $1 }),
      Column(
        "kind", isFixed: true, { $0.kind.rawValue },
        { if let kind = OobCode.Kind(rawValue: $1) { $0.kind = kind } }),
      Column("uid", { $0.uid }, { $0.uid = $1 }),
      Column("email", { $0.email }, { $0.email = $1 }),
      Column("new_email", { $0.newEmail }, { $0.newEmail = $1 }),
      Column("enrollment_id", { $0.enrollmentID }, { $0.enrollmentID = $1 }),
      Column("link", { $0.link }, { $0.link = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
      Column("used_at", { $0.usedAt }, { $0.usedAt = $1 }),
    ])

  fileprivate static let code = oobCodes.select(
    "WHERE code = ? AND project_id = ? AND tenant_id = ?")
  fileprivate static let unusedCodes = oobCodes.select(
    "WHERE project_id = ? AND tenant_id = ? AND used_at IS NULL ORDER BY id")
  fileprivate static let unusedCodesOfAddress = oobCodes.select(
    """
    WHERE id IN (
        SELECT id FROM oob_codes WHERE project_id = ?1 AND tenant_id = ?2 AND email = ?3
        UNION
        SELECT id FROM oob_codes WHERE project_id = ?1 AND tenant_id = ?2 AND new_email = ?3)
      AND used_at IS NULL
    ORDER BY id
    """)
  fileprivate static let newestCodes = oobCodes.select(
    "WHERE project_id = ? AND tenant_id = ? ORDER BY id DESC LIMIT ?")
}

extension ReadTransaction {
  /// Returns a code of a project or tenant, used or not; nil when there is none in the scope.
  package func oobCode(_ code: String, in scope: AccountScope) throws -> OobCode? {
    try connection.first(Table.code, code, scope)
  }

  /// Returns the unused codes, the oldest first.
  ///
  /// - Parameter email: the address that they concern or are sent to, in lower case; nil for all.
  package func unusedOobCodes(in scope: AccountScope, email: String?) throws -> [OobCode] {
    try email.map { try connection.all(Table.unusedCodesOfAddress, scope, $0) }
      ?? connection.all(Table.unusedCodes, scope)
  }

  /// The last codes, used or not, the newest first.
  package func newestOobCodes(in scope: AccountScope, limit: Int) throws -> [OobCode] {
    try connection.all(Table.newestCodes, scope, limit)
  }

  /// Returns true when a newer code of the same kind was sent to the same address.
  package func isReplaced(_ code: OobCode, in scope: AccountScope) throws -> Bool {
    try connection.hasRow(
      """
      SELECT 1 FROM oob_codes
      WHERE project_id = ? AND tenant_id = ? AND email = ? AND kind = ?
        AND id > (SELECT id FROM oob_codes WHERE code = ?) LIMIT 1
      """, scope, code.email, code.kind.rawValue, code.code)
  }

  /// Returns the number of codes of a kind that were sent to an address after a time, counted to a
  /// limit.
  ///
  /// - Parameter uid: restricts to the codes of a user that were not applied; nil for all.
  package func oobCodeCount(
    kind: OobCode.Kind, email: String, unusedOf uid: String? = nil, since moment: Timestamp,
    in scope: AccountScope, limit: Int
  ) throws -> Int {
    try connection.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM oob_codes
        WHERE project_id = ?1 AND tenant_id = ?2 AND email = ?3 AND kind = ?4 AND created_at > ?5
          AND (?6 IS NULL OR used_at IS NULL AND uid = ?6) LIMIT ?7)
      """, scope, email, kind.rawValue, moment, uid, limit) ?? 0
  }

  /// Returns the user that a code was created for; nil when the user is deleted.
  package func user(of code: OobCode, in scope: AccountScope) throws -> User? {
    guard let uid = code.uid else { return nil }
    return try user(uid: uid, in: scope)
  }
}

extension WriteTransaction {
  package func insert(_ code: OobCode, in scope: AccountScope) throws {
    try connection.insert(code, into: .oobCodes, at: code.createdAt, scope)
  }

  package func markUsed(_ code: OobCode, at now: Timestamp) throws {
    try connection.run("UPDATE oob_codes SET used_at = ? WHERE code = ?", now, code.code)
  }

  /// Marks every unused code of a kind that was sent to an address.
  package func markUsed(
    _ kind: OobCode.Kind, to email: String, in scope: AccountScope, at now: Timestamp
  ) throws {
    try connection.run(
      """
      UPDATE oob_codes SET used_at = ?
      WHERE project_id = ? AND tenant_id = ? AND email = ? AND kind = ? AND used_at IS NULL
      """, now, scope, email, kind.rawValue)
  }
}
