package import EmuModel
internal import EmuSQLite

extension Reader {
  func secondFactors(ofUser key: Int64) throws -> [SecondFactor] {
    try connection.all(
      """
      SELECT enrollment_id, phone_number, secret, display_name, enrolled_at, last_step
      FROM second_factors WHERE user_id = ? ORDER BY id
      """, .integer(key)
    ) { row in SecondFactor(row) }
  }

  /// The users of a scope who have an authenticator app, in the order of their enrollment.
  package func usersWithTOTP(in scope: AccountScope) throws -> [User] {
    let keys = try connection.all(
      """
      SELECT user_id FROM second_factors JOIN users ON users.id = user_id
      WHERE project_id = ? AND tenant_id = ? AND secret IS NOT NULL
      GROUP BY user_id ORDER BY min(second_factors.id)
      """, .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in row.integer(0) }
    return try keys.compactMap(user(key:))
  }
}

extension Writer {
  func insert(_ factor: SecondFactor, of userKey: Int64) throws {
    var (phoneNumber, secret): (String?, String?) = (nil, nil)
    switch factor.kind {
    case .phone(let number): phoneNumber = number
    case .totp(let text): secret = text
    }
    try connection.run(
      """
      INSERT INTO second_factors
        (user_id, enrollment_id, phone_number, secret, display_name, enrolled_at, last_step)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .integer(userKey), .text(factor.id), .text(phoneNumber), .text(secret),
      .text(factor.displayName), .integer(factor.enrolledAt.milliseconds),
      .integer(factor.lastStep))
  }

  /// Stores what changed in a user's second factors.
  func replace(
    _ old: [SecondFactor], with new: [SecondFactor], of userKey: Int64
  ) throws {
    guard new != old else { return }
    // A used code is all that changes in a sign-in.
    if new.count == old.count, zip(new, old).allSatisfy({ $0.differsOnlyInStep(from: $1) }) {
      for factor in new where !old.contains(factor) {
        try connection.run(
          "UPDATE second_factors SET last_step = ? WHERE user_id = ? AND enrollment_id = ?",
          .integer(factor.lastStep), .integer(userKey), .text(factor.id))
      }
      return
    }
    try connection.run("DELETE FROM second_factors WHERE user_id = ?", .integer(userKey))
    for factor in new { try insert(factor, of: userKey) }
  }
}

extension SecondFactor {
  /// Reads `enrollment_id, phone_number, secret, display_name, enrolled_at, last_step`.
  fileprivate init(_ row: borrowing Row) {
    self.init(
      id: row.text(0),
      kind: row.optionalText(1).map(Kind.phone) ?? .totp(secret: row.text(2)),
      displayName: row.optionalText(3), enrolledAt: Timestamp(milliseconds: row.integer(4)),
      lastStep: row.optionalInteger(5))
  }

  fileprivate func differsOnlyInStep(from other: SecondFactor) -> Bool {
    var other = other
    other.lastStep = lastStep
    return self == other
  }
}
