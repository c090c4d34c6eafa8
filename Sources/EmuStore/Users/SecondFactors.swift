package import EmuModel
internal import EmuSQLite

extension Table where Entity == SecondFactor {
  /// The second factors of users. Exactly one of `phone_number` and `secret` is filled.
  static let secondFactors = Table(
    "second_factors",
    empty: SecondFactor(id: "", kind: .totp(secret: ""), enrolledAt: .epoch),
    owner: ["user_id"],
    [
      Column("enrollment_id", isFixed: true, { $0.id }, { $0.id = $1 }),
      Column(
        "phone_number", { $0.kind.phoneNumber },
        { if let number = $1 { $0.kind = .phone(number) } }),
      Column(
        "secret", { $0.kind.secret },
        { if let secret = $1 { $0.kind = .totp(secret: secret) } }),
      Column("display_name", { $0.displayName }, { $0.displayName = $1 }),
      Column("enrolled_at", { $0.enrolledAt }, { $0.enrolledAt = $1 }),
      Column("last_step", { $0.lastStep }, { $0.lastStep = $1 }),
    ])

  fileprivate static let factorsOfUser = secondFactors.select(
    "WHERE user_id = ? ORDER BY id")
}

extension SecondFactor.Kind {
  fileprivate var phoneNumber: String? {
    guard case .phone(let number) = self else { return nil }
    return number
  }

  fileprivate var secret: String? {
    guard case .totp(let secret) = self else { return nil }
    return secret
  }
}

extension ReadTransaction {
  func secondFactors(ofUser key: Int64) throws(DatabaseError) -> [SecondFactor] {
    try connection.all(Table.factorsOfUser, key)
  }

  /// Returns the users of a scope with an authenticator app, in the order of their enrollment.
  ///
  /// By `CROSS JOIN`, the index of the authenticator apps comes first: few users have one.
  package func usersWithTOTP(in scope: AccountScope) throws -> [User] {
    let keys: [Int64] = try connection.column(
      """
      SELECT user_id FROM second_factors CROSS JOIN users ON users.id = user_id
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND secret IS NOT NULL
      GROUP BY user_id ORDER BY min(enrolled_at), min(second_factors.id)
      """, scope)
    return try keys.compactMap { try user(key: $0, in: scope) }
  }
}
