package import EmuModel
internal import EmuSQLite

extension Reader {
  /// A code of a project or tenant, used or not; nil when it is nobody's, or another scope's.
  package func oobCode(_ code: String, in scope: AccountScope) throws -> OobCode? {
    try connection.first(
      """
      SELECT code, kind, uid, email, new_email, link, created_at, used_at, enrollment_id
      FROM oob_codes
      WHERE code = ? AND project_id = ? AND tenant_id = ?
      """, .text(code), .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in OobCode(row) } ?? nil
  }

  /// The codes that nobody has used, the oldest first.
  ///
  /// - Parameter email: only those that are about this address or go to it, in lower case; nil for all.
  package func unusedOobCodes(in scope: AccountScope, email: String?) throws -> [OobCode] {
    try connection.all(
      """
      SELECT code, kind, uid, email, new_email, link, created_at, used_at, enrollment_id
      FROM oob_codes
      WHERE project_id = ? AND tenant_id = ? AND used_at IS NULL
        AND (?3 IS NULL OR email = ?3 OR new_email = ?3)
      ORDER BY id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(email)
    ) { row in OobCode(row) }.compactMap { $0 }
  }

  /// Whether a newer code of the same kind went to the same address.
  package func isReplaced(_ code: OobCode, in scope: AccountScope) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM oob_codes
      WHERE project_id = ? AND tenant_id = ? AND email = ? AND kind = ?
        AND id > (SELECT id FROM oob_codes WHERE code = ?) LIMIT 1
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(code.email),
      .text(code.kind.rawValue), .text(code.code)
    ) { _ in true } ?? false
  }

  /// How many codes of a kind went to an address after a moment.
  package func oobCodeCount(
    kind: OobCode.Kind, email: String, since moment: Timestamp, in scope: AccountScope
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM oob_codes
      WHERE project_id = ? AND tenant_id = ? AND email = ? AND kind = ? AND created_at > ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(email),
      .text(kind.rawValue), .integer(moment.milliseconds)
    ) { row in row.int(0) } ?? 0
  }

  /// The user that a code was made for; nil when that user is gone.
  package func user(of code: OobCode, in scope: AccountScope) throws -> User? {
    guard let uid = code.uid else { return nil }
    return try user(uid: uid, in: scope)
  }
}

extension Writer {
  /// Keeps a new code, and forgets those that were used long ago.
  package func insert(_ code: OobCode, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM oob_codes WHERE used_at < ?",
      .integer((code.createdAt - CodeLimits.memoryOfUse).milliseconds))
    try connection.run(
      """
      INSERT INTO oob_codes
        (code, project_id, tenant_id, kind, uid, email, new_email, link, created_at, enrollment_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(code.code), .integer(scope.projectKey), .integer(scope.tenantKey),
      .text(code.kind.rawValue), .text(code.uid), .text(code.email),
      .text(code.newEmail), .text(code.link), .integer(code.createdAt.milliseconds),
      .text(code.enrollmentID))
  }

  package func markUsed(_ code: OobCode, at now: Timestamp) throws {
    try connection.run(
      "UPDATE oob_codes SET used_at = ? WHERE code = ?", .integer(now.milliseconds),
      .text(code.code))
  }
}

extension OobCode {
  /// Reads `code, kind, uid, email, new_email, link, created_at, used_at, enrollment_id`; nil for a
  /// kind that only a newer version knows.
  fileprivate init?(_ row: borrowing Row) {
    guard let kind = Kind(rawValue: row.text(1)) else { return nil }
    self.init(
      code: row.text(0), kind: kind, uid: row.optionalText(2), email: row.text(3),
      newEmail: row.optionalText(4), enrollmentID: row.optionalText(8), link: row.text(5),
      createdAt: Timestamp(milliseconds: row.integer(6)),
      usedAt: row.optionalInteger(7).map(Timestamp.init(milliseconds:)))
  }
}
