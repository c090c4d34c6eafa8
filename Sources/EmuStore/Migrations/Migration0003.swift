internal import EmuSQLite

extension Migration {
  /// What a code from a sign-in page is bound to, and which tokens came of which code.
  ///
  /// `family` is the code that a token descends from, through every renewal; `used_at` marks a
  /// refresh token that a newer one has replaced.
  static let signInPages = Migration("0003_sign_in_pages") { connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE grants ADD COLUMN scope TEXT NOT NULL DEFAULT '';

      ALTER TABLE authorization_codes ADD COLUMN challenge_method TEXT;
      ALTER TABLE authorization_codes ADD COLUMN challenge TEXT;
      ALTER TABLE authorization_codes ADD COLUMN auth_time INTEGER;
      ALTER TABLE authorization_codes ADD COLUMN renewable INTEGER NOT NULL DEFAULT 1;

      ALTER TABLE issuer_tokens ADD COLUMN family TEXT;
      ALTER TABLE issuer_tokens ADD COLUMN auth_time INTEGER;
      ALTER TABLE issuer_tokens ADD COLUMN used_at INTEGER;
      CREATE INDEX issuer_tokens_family ON issuer_tokens (family) WHERE family IS NOT NULL;

      CREATE TABLE device_codes (
        device_code TEXT PRIMARY KEY,
        user_code TEXT NOT NULL UNIQUE,
        issuer TEXT NOT NULL,
        client_id TEXT NOT NULL,
        project TEXT NOT NULL,
        scope TEXT NOT NULL,
        interval INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        polled_at INTEGER,
        grant_id INTEGER REFERENCES grants ON DELETE CASCADE,
        auth_time INTEGER,
        denied INTEGER NOT NULL DEFAULT 0,
        used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX device_codes_grant ON device_codes (grant_id);
      """)
  }
}
