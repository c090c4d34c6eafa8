package import EmuModel
internal import EmuSQLite

extension Reader {
  /// The code of a session, used or not; nil when there is no such session in the scope.
  package func verificationCode(
    session: String, in scope: AccountScope
  ) throws -> VerificationCode? {
    try connection.first(
      """
      SELECT session, phone_number, code, wrong_attempts, created_at, used_at, uid,
        enrollment_id
      FROM verification_codes WHERE session = ? AND project_id = ? AND tenant_id = ?
      """, .text(session), .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in VerificationCode(row) }
  }

  /// The codes that nobody has used, the oldest first.
  ///
  /// - Parameter phoneNumber: only those for this number; nil for all.
  package func unusedVerificationCodes(
    in scope: AccountScope, phoneNumber: String?
  ) throws -> [VerificationCode] {
    try connection.all(
      """
      SELECT session, phone_number, code, wrong_attempts, created_at, used_at, uid,
        enrollment_id
      FROM verification_codes
      WHERE project_id = ? AND tenant_id = ? AND used_at IS NULL
        AND (?3 IS NULL OR phone_number = ?3)
      ORDER BY id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(phoneNumber)
    ) { row in VerificationCode(row) }
  }

  /// How many codes went to a number after a moment.
  package func verificationCodeCount(
    phoneNumber: String, since moment: Timestamp, in scope: AccountScope
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM verification_codes
      WHERE project_id = ? AND tenant_id = ? AND phone_number = ? AND created_at > ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(phoneNumber),
      .integer(moment.milliseconds)
    ) { row in row.int(0) } ?? 0
  }

  /// How many codes a project and its tenants sent after a moment.
  package func verificationCodeCount(
    since moment: Timestamp, of scope: AccountScope
  ) throws -> Int {
    try connection.first(
      "SELECT count(*) FROM verification_codes WHERE project_id = ? AND created_at > ?",
      .integer(scope.projectKey), .integer(moment.milliseconds)
    ) { row in row.int(0) } ?? 0
  }

  /// A proof of the scope's, if it is one for this number.
  package func temporaryProof(
    _ proof: String, phoneNumber: String, in scope: AccountScope
  ) throws -> TemporaryProof? {
    try connection.first(
      """
      SELECT created_at FROM temporary_proofs
      WHERE proof = ? AND project_id = ? AND tenant_id = ? AND phone_number = ?
      """, .text(proof), .integer(scope.projectKey), .integer(scope.tenantKey),
      .text(phoneNumber)
    ) { row in
      TemporaryProof(
        proof: proof, phoneNumber: phoneNumber,
        createdAt: Timestamp(milliseconds: row.integer(0)))
    }
  }
}

extension Writer {
  /// Keeps a new code, and forgets those that were used long ago.
  package func insert(_ code: VerificationCode, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM verification_codes WHERE used_at < ?",
      .integer((code.createdAt - CodeLimits.memoryOfUse).milliseconds))
    try connection.run(
      """
      INSERT INTO verification_codes
        (session, project_id, tenant_id, phone_number, code, wrong_attempts, created_at, uid,
        enrollment_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(code.session), .integer(scope.projectKey), .integer(scope.tenantKey),
      .text(code.phoneNumber), .text(code.code), .integer(code.wrongAttempts),
      .integer(code.createdAt.milliseconds), .text(code.purpose.uid),
      .text(code.purpose.enrollmentID))
  }

  package func markUsed(_ code: VerificationCode, at now: Timestamp) throws {
    try connection.run(
      "UPDATE verification_codes SET used_at = ? WHERE session = ?", .integer(now.milliseconds),
      .text(code.session))
  }

  /// Counts a wrong code against a session.
  package func countWrongAttempt(session: String, in scope: AccountScope) throws {
    try connection.run(
      """
      UPDATE verification_codes SET wrong_attempts = wrong_attempts + 1
      WHERE session = ? AND project_id = ? AND tenant_id = ?
      """, .text(session), .integer(scope.projectKey), .integer(scope.tenantKey))
  }

  package func insert(_ proof: TemporaryProof, in scope: AccountScope) throws {
    try connection.run(
      """
      INSERT INTO temporary_proofs (proof, project_id, tenant_id, phone_number, created_at)
      VALUES (?, ?, ?, ?, ?)
      """, .text(proof.proof), .integer(scope.projectKey), .integer(scope.tenantKey),
      .text(proof.phoneNumber), .integer(proof.createdAt.milliseconds))
  }

  package func delete(_ proof: TemporaryProof) throws {
    try connection.run("DELETE FROM temporary_proofs WHERE proof = ?", .text(proof.proof))
  }
}

extension VerificationCode {
  /// Reads `session, phone_number, code, wrong_attempts, created_at, used_at, uid, enrollment_id`.
  fileprivate init(_ row: borrowing Row) {
    self.init(
      session: row.text(0), phoneNumber: row.text(1), code: row.text(2),
      wrongAttempts: row.int(3), createdAt: Timestamp(milliseconds: row.integer(4)),
      usedAt: row.optionalInteger(5).map(Timestamp.init(milliseconds:)),
      purpose: Purpose(uid: row.optionalText(6), enrollmentID: row.optionalText(7)))
  }
}

extension VerificationCode.Purpose {
  fileprivate init(uid: String?, enrollmentID: String?) {
    self =
      switch (uid, enrollmentID) {
      case (nil, _): .signIn
      case (let uid?, nil): .enrollment(uid: uid)
      case (let uid?, let enrollmentID?): .secondFactor(uid: uid, enrollmentID: enrollmentID)
      }
  }

  fileprivate var uid: String? {
    switch self {
    case .signIn: nil
    case .enrollment(let uid), .secondFactor(let uid, _): uid
    }
  }

  fileprivate var enrollmentID: String? {
    guard case .secondFactor(_, let id) = self else { return nil }
    return id
  }
}
