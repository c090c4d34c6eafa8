package import EmuModel
internal import EmuSQLite

extension Reader {
  package func requestToken(_ token: String) throws -> RequestToken? {
    try connection.first(
      """
      SELECT secret, issuer, client_id, project, callback, expires_at, verifier, grant_id, used_at,
        tenant
      FROM request_tokens WHERE token = ?
      """, .text(token)
    ) { row in
      var found = RequestToken(
        token: token, secret: row.text(0), issuer: row.text(1), clientID: row.text(2),
        project: row.text(3), callback: row.text(4),
        expiresAt: Timestamp(milliseconds: row.integer(5)))
      found.verifier = row.optionalText(6)
      found.grantKey = row.optionalInteger(7)
      found.usedAt = row.optionalInteger(8).map(Timestamp.init(milliseconds:))
      found.tenant = row.optionalText(9)
      return found
    }
  }
}

extension Writer {
  package func insert(_ token: RequestToken) throws {
    try connection.run(
      """
      INSERT INTO request_tokens (token, secret, issuer, client_id, project, callback, expires_at,
        tenant)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(token.token), .text(token.secret), .text(token.issuer), .text(token.clientID),
      .text(token.project), .text(token.callback), .integer(token.expiresAt.milliseconds),
      .text(token.tenant))
  }

  /// Keeps what came of a sign-in.
  package func update(_ token: RequestToken) throws {
    try connection.run(
      "UPDATE request_tokens SET verifier = ?, grant_id = ?, used_at = ? WHERE token = ?",
      .text(token.verifier), .integer(token.grantKey), .integer(token.usedAt?.milliseconds),
      .text(token.token))
  }

  /// Ends a sign-in that the person refused.
  package func delete(_ token: RequestToken) throws {
    try connection.run("DELETE FROM request_tokens WHERE token = ?", .text(token.token))
  }

  /// Marks the nonce of a signed request as seen (RFC 5849 §3.3).
  ///
  /// - Parameters:
  ///   - digest: of client, token, time and nonce.
  ///   - expiresAt: when the request would be too old anyway.
  /// - Returns: whether it had been seen before.
  package func markSeen(
    nonce digest: String, now: Timestamp, expiresAt: Timestamp
  ) throws -> Bool {
    try connection.run(
      "DELETE FROM request_nonces WHERE expires_at <= ?", .integer(now.milliseconds))
    try connection.run(
      "INSERT INTO request_nonces (digest, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
      .text(digest), .integer(expiresAt.milliseconds))
    return connection.changes == 0
  }
}
