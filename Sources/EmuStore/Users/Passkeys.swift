package import EmuModel
internal import EmuSQLite

extension Reader {
  /// The user that has a passkey.
  package func user(passkey credentialID: String, in scope: AccountScope) throws -> User? {
    try connection.first(
      """
      SELECT user_id FROM passkeys WHERE project_id = ? AND tenant_id = ? AND credential_id = ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(credentialID)
    ) { row in row.integer(0) }.flatMap(user(key:))
  }

  /// The passkeys of a user, the oldest first.
  func passkeys(ofUser key: Int64) throws -> [Passkey] {
    try connection.all(
      """
      SELECT credential_id, name, public_key, sign_count, backup_eligible, created_at
      FROM passkeys WHERE user_id = ? ORDER BY created_at, credential_id
      """, .integer(key)
    ) { row in
      Passkey(
        credentialID: row.text(0), name: row.optionalText(1), publicKey: row.optionalBlob(2),
        signCount: UInt32(truncatingIfNeeded: row.integer(3)), isBackupEligible: row.bool(4),
        createdAt: Timestamp(milliseconds: row.integer(5)))
    }
  }

  /// A ceremony that was begun in the scope and not finished.
  package func passkeyChallenge(
    _ challenge: String, in scope: AccountScope
  ) throws -> PasskeyChallenge? {
    try connection.first(
      """
      SELECT uid, created_at FROM passkey_challenges
      WHERE challenge = ? AND project_id = ? AND tenant_id = ?
      """, .text(challenge), .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in
      PasskeyChallenge(
        challenge: challenge, uid: row.optionalText(0),
        createdAt: Timestamp(milliseconds: row.integer(1)))
    }
  }
}

extension Writer {
  /// Keeps a new challenge, and forgets those that nobody can use any more.
  package func insert(_ challenge: PasskeyChallenge, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM passkey_challenges WHERE created_at <= ?",
      .integer((challenge.createdAt - PasskeyChallenge.lifetime).milliseconds))
    try connection.run(
      """
      INSERT INTO passkey_challenges (challenge, project_id, tenant_id, uid, created_at)
      VALUES (?, ?, ?, ?, ?)
      """, .text(challenge.challenge), .integer(scope.projectKey), .integer(scope.tenantKey),
      .text(challenge.uid), .integer(challenge.createdAt.milliseconds))
  }

  package func delete(_ challenge: PasskeyChallenge, in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM passkey_challenges WHERE challenge = ? AND project_id = ? AND tenant_id = ?",
      .text(challenge.challenge), .integer(scope.projectKey), .integer(scope.tenantKey))
  }

  /// Stores what changed in a user's passkeys.
  func update(
    passkeys: [Passkey], from original: [Passkey], ofUser key: Int64, in scope: AccountScope
  ) throws {
    guard passkeys != original else { return }
    for passkey in original where !passkeys.contains(passkey) {
      try connection.run(
        "DELETE FROM passkeys WHERE user_id = ? AND credential_id = ?", .integer(key),
        .text(passkey.credentialID))
    }
    for passkey in passkeys where !original.contains(passkey) {
      try connection.run(
        """
        INSERT INTO passkeys (user_id, credential_id, project_id, tenant_id, name, public_key,
          sign_count, backup_eligible, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, .integer(key), .text(passkey.credentialID), .integer(scope.projectKey),
        .integer(scope.tenantKey), .text(passkey.name), .blob(passkey.publicKey),
        .integer(Int64(passkey.signCount)), .bool(passkey.isBackupEligible),
        .integer(passkey.createdAt.milliseconds))
    }
  }
}
