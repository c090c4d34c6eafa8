package import EmuModel
internal import EmuSQLite

extension Table where Entity == VerificationCode {
  /// The codes sent by text message, by session.
  static let verificationCodes = Table(
    "verification_codes",
    empty: VerificationCode(session: "", phoneNumber: "", code: "", createdAt: .epoch),
    [
      Column("session", isFixed: true, { $0.session }, { $0.session = $1 }),
      Column("phone_number", { $0.phoneNumber }, { $0.phoneNumber = $1 }),
      Column("code", { $0.code }, { $0.code = $1 }),
      Column("wrong_attempts", { $0.wrongAttempts }, { $0.wrongAttempts = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
      Column("used_at", { $0.usedAt }, { $0.usedAt = $1 }),
      // The purpose: neither to sign in, the first to enroll, both for a second factor, the last
      // for a silent push.
      Column(
        "uid", { $0.purpose.uid },
        { code, uid in
          code.purpose = uid.map { .enrollment(uid: $0) } ?? .signIn
        }),
      Column(
        "enrollment_id", { $0.purpose.enrollmentID },
        { code, id in
          guard let id else { return }
          code.purpose =
            code.purpose.uid.map { .secondFactor(uid: $0, enrollmentID: id) } ?? .app
        }),
    ])
}

extension Table where Entity == TemporaryProof {
  static let temporaryProofs = Table(
    "temporary_proofs", empty: TemporaryProof(proof: "", phoneNumber: "", createdAt: .epoch),
    [
      Column("proof", isFixed: true, { $0.proof }, { $0.proof = $1 }),
      Column("phone_number", { $0.phoneNumber }, { $0.phoneNumber = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
    ])
}

extension SQL {
  fileprivate static let codeOfSession = Table.verificationCodes.select(
    "WHERE session = ? AND project_id = ? AND tenant_id = ?")
  fileprivate static let unusedCodes = Table.verificationCodes.select(
    """
    WHERE project_id = ?1 AND tenant_id = ?2 AND used_at IS NULL
      AND (uid IS NOT NULL OR enrollment_id IS NULL)
      AND (?3 IS NULL OR phone_number = ?3)
    ORDER BY id
    """)
  fileprivate static let newestCodes = Table.verificationCodes.select(
    "WHERE project_id = ? AND tenant_id = ? ORDER BY id DESC LIMIT ?")
  fileprivate static let insertCode = Table.verificationCodes.insert("project_id", "tenant_id")
  fileprivate static let proof = Table.temporaryProofs.select(
    "WHERE proof = ? AND project_id = ? AND tenant_id = ? AND phone_number = ?")
  fileprivate static let insertProof = Table.temporaryProofs.insert("project_id", "tenant_id")
}

extension ReadTransaction {
  /// Returns the code of a session, used or not; nil when there is no such session in the scope.
  package func verificationCode(
    session: String, in scope: AccountScope
  ) throws -> VerificationCode? {
    try connection.first(
      .codeOfSession, .text(session), .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in Table.verificationCodes.read(row) }
  }

  /// Returns the unused codes, the oldest first.
  ///
  /// - Parameter phoneNumber: the recipient; nil for all.
  package func unusedVerificationCodes(
    in scope: AccountScope, phoneNumber: String?
  ) throws -> [VerificationCode] {
    try connection.all(
      .unusedCodes, .integer(scope.projectKey), .integer(scope.tenantKey), .text(phoneNumber)
    ) { row in Table.verificationCodes.read(row) }
  }

  /// The last codes, used or not, the newest first.
  package func newestVerificationCodes(
    in scope: AccountScope, limit: Int
  ) throws -> [VerificationCode] {
    try connection.all(
      .newestCodes, .integer(scope.projectKey), .integer(scope.tenantKey), .integer(limit)
    ) { row in Table.verificationCodes.read(row) }
  }

  /// Returns the number of codes that were sent to a phone number after a time, counted to a limit.
  package func verificationCodeCount(
    phoneNumber: String, since moment: Timestamp, in scope: AccountScope, limit: Int
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM verification_codes
        WHERE project_id = ? AND tenant_id = ? AND phone_number = ? AND created_at > ? LIMIT ?)
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(phoneNumber),
      .integer(moment.milliseconds), .integer(limit)
    ) { row in row.int(0) } ?? 0
  }

  /// Returns the number of codes that a project and its tenants sent after a time, counted to a
  /// limit.
  package func verificationCodeCount(
    since moment: Timestamp, of scope: AccountScope, limit: Int
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM verification_codes
        WHERE project_id = ? AND created_at > ? AND (uid IS NOT NULL OR enrollment_id IS NULL)
        LIMIT ?)
      """, .integer(scope.projectKey), .integer(moment.milliseconds), .integer(limit)
    ) { row in row.int(0) } ?? 0
  }

  /// A proof of the scope's, if it is one for this number.
  package func temporaryProof(
    _ proof: String, phoneNumber: String, in scope: AccountScope
  ) throws -> TemporaryProof? {
    try connection.first(
      .proof, .text(proof), .integer(scope.projectKey), .integer(scope.tenantKey),
      .text(phoneNumber)
    ) { row in Table.temporaryProofs.read(row) }
  }
}

extension WriteTransaction {
  /// Stores a new code, and deletes those that were used long ago.
  package func insert(_ code: VerificationCode, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM verification_codes WHERE used_at < ?",
      .integer((code.createdAt - CodeLimits.usedCodeRetention).milliseconds))
    try connection.run(
      .insertCode,
      values: Table.verificationCodes.values(
        .integer(scope.projectKey), .integer(scope.tenantKey), of: code))
  }

  package func markUsed(_ code: VerificationCode, at now: Timestamp) throws {
    try connection.run(
      "UPDATE verification_codes SET used_at = ? WHERE session = ?", .integer(now.milliseconds),
      .text(code.session))
  }

  package func countWrongAttempt(session: String, in scope: AccountScope) throws {
    try connection.run(
      """
      UPDATE verification_codes SET wrong_attempts = wrong_attempts + 1
      WHERE session = ? AND project_id = ? AND tenant_id = ?
      """, .text(session), .integer(scope.projectKey), .integer(scope.tenantKey))
  }

  package func insert(_ proof: TemporaryProof, in scope: AccountScope) throws {
    try connection.run(
      .insertProof,
      values: Table.temporaryProofs.values(
        .integer(scope.projectKey), .integer(scope.tenantKey), of: proof))
  }

  package func delete(_ proof: TemporaryProof) throws {
    try connection.run("DELETE FROM temporary_proofs WHERE proof = ?", .text(proof.proof))
  }
}

extension VerificationCode.Purpose {
  fileprivate var uid: String? {
    switch self {
    case .signIn, .app: nil
    case .enrollment(let uid), .secondFactor(let uid, _): uid
    }
  }

  fileprivate var enrollmentID: String? {
    switch self {
    case .signIn, .enrollment: nil
    case .secondFactor(_, let id): id
    case .app: ""
    }
  }
}
