package import EmuModel
internal import EmuSQLite

extension WriteTransaction {
  /// Marks a client assertion as presented at an issuer.
  ///
  /// - Parameters:
  ///   - digest: a hash of the assertion's client and `jti`.
  ///   - expiresAt: the expiry of the assertion, after which the mark is deleted.
  /// - Returns: true when it had been presented before.
  package func markUsed(
    assertion digest: String, atIssuer id: String, now: Timestamp, expiresAt: Timestamp
  ) throws -> Bool {
    try connection.run("DELETE FROM used_assertions WHERE expires_at <= ?", now)
    try connection.run(
      """
      INSERT INTO used_assertions (issuer, digest, expires_at) VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING
      """, id, digest, expiresAt)
    return connection.changes == 0
  }
}
