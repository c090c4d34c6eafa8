internal import EmuSQLite

extension Migration {
  /// What OAuth 1.0a needs: request tokens, secrets beside access tokens, and the nonces seen.
  static let signedRequests = Migration("0011_signed_requests") {
    connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE issuer_tokens ADD COLUMN secret TEXT;

      CREATE TABLE request_tokens (
        token TEXT PRIMARY KEY,
        secret TEXT NOT NULL,
        issuer TEXT NOT NULL,
        client_id TEXT NOT NULL,
        project TEXT NOT NULL,
        callback TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        verifier TEXT,
        grant_id INTEGER REFERENCES grants ON DELETE CASCADE,
        used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX request_tokens_grant ON request_tokens (grant_id);

      CREATE TABLE request_nonces (
        digest TEXT PRIMARY KEY,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX request_nonces_expiry ON request_nonces (expires_at);
      """)
  }
}
