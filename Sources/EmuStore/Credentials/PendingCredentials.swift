package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns the stored credential of a pending token, as text; nil when there is none or it has
  /// expired.
  package func pendingCredential(
    token: String, in scope: AccountScope, at now: Timestamp
  ) throws -> String? {
    try connection.value(
      """
      SELECT credential FROM pending_credentials
      WHERE token = ? AND project_id = ? AND tenant_id = ? AND expires_at > ?
      """, token, scope, now)
  }
}

extension WriteTransaction {
  /// Stores a credential, replacing an earlier one of the same identity.
  package func keepPendingCredential(
    token: String, providerID: String, rawID: String, credential: String, in scope: AccountScope,
    now: Timestamp, lifetime: Duration
  ) throws {
    try connection.run("DELETE FROM pending_credentials WHERE expires_at <= ?", now)
    try connection.run(
      """
      INSERT INTO pending_credentials
        (token, project_id, tenant_id, provider_id, raw_id, credential, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (project_id, tenant_id, provider_id, raw_id) DO UPDATE SET
        token = excluded.token, credential = excluded.credential,
        expires_at = excluded.expires_at
      """, token, scope, providerID, rawID, credential, now + lifetime)
  }

  package func dropPendingCredential(token: String) throws {
    try connection.run("DELETE FROM pending_credentials WHERE token = ?", token)
  }
}
