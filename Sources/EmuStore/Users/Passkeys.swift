package import EmuModel
internal import EmuSQLite

extension Table where Entity == Passkey {
  static let passkeys = Table(
    "passkeys", empty: Passkey(credentialID: "", createdAt: .epoch),
    owner: ["user_id", "set_id"],
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

  fileprivate static let passkeysOfUser = passkeys.select(
    "WHERE user_id = ? ORDER BY created_at, credential_id")
}

extension Table where Entity == PasskeyChallenge {
  /// Ceremonies that wait for an authenticator's response. A challenge has the uid, since the store
  /// may reuse a user's key.
  static let passkeyChallenges = Table(
    "passkey_challenges", empty: PasskeyChallenge(challenge: "", uid: nil, createdAt: .epoch),
    owner: ["project_id", "tenant_id"], key: "challenge", age: "created_at",
    [
      Column("challenge", isFixed: true, { $0.challenge }, { $0.challenge = $1 }),
      Column("uid", { $0.uid }, { $0.uid = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
    ])

  fileprivate static let passkeyChallenge = passkeyChallenges.select(
    "WHERE challenge = ? AND project_id = ? AND tenant_id = ?")
}

extension ReadTransaction {
  package func user(passkey credentialID: String, in scope: AccountScope) throws -> User? {
    let key: Int64? = try connection.value(
      """
      SELECT user_id FROM passkeys
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND credential_id = ?
      """, scope, credentialID)
    return try key.flatMap { try user(key: $0, in: scope) }
  }

  /// The passkeys of a user, the oldest first.
  func passkeys(ofUser key: Int64) throws(DatabaseError) -> [Passkey] {
    try connection.all(Table.passkeysOfUser, key)
  }

  /// Returns a ceremony that was started in the scope and not finished.
  package func passkeyChallenge(
    _ challenge: String, in scope: AccountScope
  ) throws -> PasskeyChallenge? {
    try connection.first(Table.passkeyChallenge, challenge, scope)
  }
}

extension WriteTransaction {
  package func insert(_ challenge: PasskeyChallenge, in scope: AccountScope) throws {
    try connection.insert(challenge, into: .passkeyChallenges, at: challenge.createdAt, scope)
  }

  package func delete(_ challenge: PasskeyChallenge, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM passkey_challenges WHERE challenge = ? AND project_id = ? AND tenant_id = ?",
      challenge.challenge, scope)
  }
}
