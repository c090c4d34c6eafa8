package import EmuModel
internal import EmuSQLite

extension Table where Entity == VerificationCode {
  /// The codes sent by text message, by session.
  static let verificationCodes = Table(
    "verification_codes",
    empty: VerificationCode(session: "", phoneNumber: "", code: "", createdAt: .epoch),
    owner: ["project_id", "tenant_id"], age: "created_at",
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

  fileprivate static let codeOfSession = verificationCodes.select(
    "WHERE session = ? AND project_id = ? AND tenant_id = ?")
  fileprivate static let unusedCodes = unused("", order: "id")
  fileprivate static let unusedCodesOfNumber = unused(
    "AND phone_number = ?", order: "+id")

  /// - Parameter order: with a plus sign, the index of the numbers is used rather than that order.
  private static func unused(_ condition: String, order: String) -> Query<VerificationCode> {
    verificationCodes.select(
      """
      WHERE project_id = ? AND tenant_id = ? \(condition) AND used_at IS NULL
        AND (uid IS NOT NULL OR enrollment_id IS NULL)
      ORDER BY \(order)
      """)
  }

  fileprivate static let newestCodes = verificationCodes.select(
    "WHERE project_id = ? AND tenant_id = ? ORDER BY id DESC LIMIT ?")
}

extension Table where Entity == TemporaryProof {
  static let temporaryProofs = Table(
    "temporary_proofs", empty: TemporaryProof(proof: "", phoneNumber: "", createdAt: .epoch),
    owner: ["project_id", "tenant_id"], key: "proof", age: "created_at",
    [
      Column("proof", isFixed: true, { $0.proof }, { $0.proof = $1 }),
      Column("phone_number", { $0.phoneNumber }, { $0.phoneNumber = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
    ])

  fileprivate static let proof = temporaryProofs.select(
    "WHERE proof = ? AND project_id = ? AND tenant_id = ? AND phone_number = ?")
}

extension ReadTransaction {
  /// Returns the code of a session, used or not; nil when there is no such session in the scope.
  package func verificationCode(
    session: String, in scope: AccountScope
  ) throws -> VerificationCode? {
    try connection.first(Table.codeOfSession, session, scope)
  }

  /// Returns the unused codes, the oldest first.
  ///
  /// - Parameter phoneNumber: the recipient; nil for all.
  package func unusedVerificationCodes(
    in scope: AccountScope, phoneNumber: String?
  ) throws -> [VerificationCode] {
    try phoneNumber.map { try connection.all(Table.unusedCodesOfNumber, scope, $0) }
      ?? connection.all(Table.unusedCodes, scope)
  }

  /// The last codes, used or not, the newest first.
  package func newestVerificationCodes(
    in scope: AccountScope, limit: Int
  ) throws -> [VerificationCode] {
    try connection.all(Table.newestCodes, scope, limit)
  }

  /// Returns the number of codes that were sent to a phone number after a time, counted to a limit.
  package func verificationCodeCount(
    phoneNumber: String, since moment: Timestamp, in scope: AccountScope, limit: Int
  ) throws -> Int {
    try connection.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM verification_codes
        WHERE project_id = ? AND tenant_id = ? AND phone_number = ? AND created_at > ? LIMIT ?)
      """, scope, phoneNumber, moment, limit) ?? 0
  }

  /// Returns the number of codes that a project and its tenants sent after a time, counted to a
  /// limit.
  package func verificationCodeCount(
    since moment: Timestamp, of scope: AccountScope, limit: Int
  ) throws -> Int {
    try connection.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM verification_codes
        WHERE project_id = ? AND created_at > ? AND (uid IS NOT NULL OR enrollment_id IS NULL)
        LIMIT ?)
      """, scope.projectKey, moment, limit) ?? 0
  }

  /// A proof of the scope's, if it is one for this number.
  package func temporaryProof(
    _ proof: String, phoneNumber: String, in scope: AccountScope
  ) throws -> TemporaryProof? {
    try connection.first(Table.proof, proof, scope, phoneNumber)
  }
}

extension WriteTransaction {
  package func insert(_ code: VerificationCode, in scope: AccountScope) throws {
    try connection.insert(code, into: .verificationCodes, at: code.createdAt, scope)
  }

  package func markUsed(_ code: VerificationCode, at now: Timestamp) throws {
    try connection.run(
      "UPDATE verification_codes SET used_at = ? WHERE session = ?", now, code.session)
  }

  package func countWrongAttempt(session: String, in scope: AccountScope) throws {
    try connection.run(
      """
      UPDATE verification_codes SET wrong_attempts = wrong_attempts + 1
      WHERE session = ? AND project_id = ? AND tenant_id = ?
      """, session, scope)
  }

  package func insert(_ proof: TemporaryProof, in scope: AccountScope) throws {
    try connection.insert(proof, into: .temporaryProofs, at: proof.createdAt, scope)
  }

  package func delete(_ proof: TemporaryProof) throws {
    try connection.run("DELETE FROM temporary_proofs WHERE proof = ?", proof.proof)
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
