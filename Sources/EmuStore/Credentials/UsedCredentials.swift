package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns true for a credential that was marked as presented.
  package func isUsed(
    digest: String, in scope: AccountScope, at now: Timestamp
  ) throws -> Bool {
    try connection.hasRow(
      "SELECT 1 FROM used_credentials WHERE project_id = ? AND digest = ? AND expires_at > ?",
      scope.projectKey, scope.mark(digest), now)
  }
}

extension WriteTransaction {
  /// Marks a credential as presented.
  ///
  /// - Parameters:
  ///   - digest: identifies the credential, such as a hash of the token.
  ///   - scope: the project or tenant that it is presented to; nil for an issuer.
  ///   - expiresAt: the expiry of the credential, after which the mark is deleted.
  /// - Returns: true when it had been presented before.
  package func markUsed(
    digest: String, in scope: AccountScope?, now: Timestamp, expiresAt: Timestamp
  ) throws -> Bool {
    try connection.run("DELETE FROM used_credentials WHERE expires_at <= ?", now)
    try connection.run(
      """
      INSERT INTO used_credentials (project_id, digest, expires_at) VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING
      """, scope?.projectKey ?? 0, scope?.mark(digest) ?? digest, expiresAt)
    return connection.changes == 0
  }
}

extension AccountScope {
  /// Returns the digest as it is stored: each tenant has its own marks, as its own users.
  fileprivate func mark(_ digest: String) -> String {
    tenantID.map { "\($0) \(digest)" } ?? digest
  }
}
