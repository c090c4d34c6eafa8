package import EmuModel
internal import EmuSQLite

extension Table where Entity == Passkey {
  static let passkeys = Table(
    "passkeys",
    empty: Passkey(credentialID: "", createdAt: .epoch),
    [
      Column("credential_id", isFixed: true, { $0.credentialID }, { $0.credentialID = $1 }),
      Column("name", { $0.name }, { $0.name = $1 }),
      Column("public_key", { $0.publicKey }, { $0.publicKey = $1 }),
      Column(
        "sign_count", { Int64($0.signCount) },
        { $0.signCount = UInt32(truncatingIfNeeded: $1) }),
      Column("backup_eligible", { $0.isBackupEligible }, { $0.isBackupEligible = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
    ])
}

extension Table where Entity == PasskeyChallenge {
  /// Ceremonies that wait for an authenticator's response. A challenge has the uid, since the store
  /// may reuse a user's key.
  static let passkeyChallenges = Table(
    "passkey_challenges", empty: PasskeyChallenge(challenge: "", uid: nil, createdAt: .epoch),
    [
      Column("challenge", isFixed: true, { $0.challenge }, { $0.challenge = $1 }),
      Column("uid", { $0.uid }, { $0.uid = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
    ])
}

extension SQL {
  fileprivate static let passkeysOfUser = Table.passkeys.select(
    "WHERE user_id = ? ORDER BY created_at, credential_id")
  fileprivate static let insertPasskey = Table.passkeys.insert("user_id", "set_id")
  fileprivate static let passkeyChallenge = Table.passkeyChallenges.select(
    "WHERE challenge = ? AND project_id = ? AND tenant_id = ?")
  fileprivate static let insertChallenge = Table.passkeyChallenges.insert(
    "project_id", "tenant_id")
}

extension ReadTransaction {
  package func user(passkey credentialID: String, in scope: AccountScope) throws -> User? {
    try connection.first(
      """
      SELECT user_id FROM passkeys
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND credential_id = ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(credentialID)
    ) { row in row.integer(0) }.flatMap { try user(key: $0, in: scope) }
  }

  /// The passkeys of a user, the oldest first.
  func passkeys(ofUser key: Int64) throws(DatabaseError) -> [Passkey] {
    try connection.all(.passkeysOfUser, .integer(key)) { row in Table.passkeys.read(row) }
  }

  /// Returns a ceremony that was started in the scope and not finished.
  package func passkeyChallenge(
    _ challenge: String, in scope: AccountScope
  ) throws -> PasskeyChallenge? {
    try connection.first(
      .passkeyChallenge, .text(challenge), .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in Table.passkeyChallenges.read(row) }
  }
}

extension WriteTransaction {
  /// Stores a new challenge, and deletes those that expired long ago. A late answer to a younger one
  /// is told so.
  package func insert(_ challenge: PasskeyChallenge, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM passkey_challenges WHERE created_at <= ?",
      .integer((challenge.createdAt - PasskeyChallenge.lifetime * 12).milliseconds))
    try connection.run(
      .insertChallenge,
      values: Table.passkeyChallenges.values(
        .integer(scope.projectKey), .integer(scope.tenantKey), of: challenge))
  }

  package func delete(_ challenge: PasskeyChallenge, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM passkey_challenges WHERE challenge = ? AND project_id = ? AND tenant_id = ?",
      .text(challenge.challenge), .integer(scope.projectKey), .integer(scope.tenantKey))
  }

  func insert(_ passkey: Passkey, of userKey: Int64, inSet set: Int64) throws {
    try connection.run(
      .insertPasskey,
      values: Table.passkeys.values(.integer(userKey), .integer(set), of: passkey))
  }

  /// Stores the changes of a user's passkeys.
  func update(
    passkeys: [Passkey], from original: [Passkey], ofUser key: Int64, inSet set: Int64
  ) throws {
    guard passkeys != original else { return }
    let (old, new) = (Set(original), Set(passkeys))
    for passkey in original where !new.contains(passkey) {
      try connection.run(
        "DELETE FROM passkeys WHERE user_id = ? AND credential_id = ?", .integer(key),
        .text(passkey.credentialID))
    }
    for passkey in passkeys where !old.contains(passkey) {
      try insert(passkey, of: key, inSet: set)
    }
  }
}
