package import EmuModel
internal import EmuSQLite

extension Writer {
  /// Marks a client assertion as presented at an issuer.
  ///
  /// - Parameters:
  ///   - digest: what identifies it: a hash of its client and its `jti`.
  ///   - expiresAt: when it would be refused anyway and the mark can go.
  /// - Returns: whether it had been presented before.
  package func markUsed(
    assertion digest: String, atIssuer id: String, now: Timestamp, expiresAt: Timestamp
  ) throws -> Bool {
    try connection.run(
      "DELETE FROM used_assertions WHERE expires_at <= ?", .integer(now.milliseconds))
    try connection.run(
      """
      INSERT INTO used_assertions (issuer, digest, expires_at) VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING
      """, .text(id), .text(digest), .integer(expiresAt.milliseconds))
    return connection.changes == 0
  }
}
