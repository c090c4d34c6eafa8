internal import EmuSQLite

extension Migration {
  /// What users have set of our issuers, and what these shall do wrong.
  ///
  /// `remaining` counts how often a fault still happens; null for ever.
  static let issuerSettings = Migration("0019_issuer_settings") {
    connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE TABLE issuer_settings (
        issuer TEXT PRIMARY KEY,
        settings TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE issuer_faults (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        issuer TEXT NOT NULL,
        fault TEXT NOT NULL,
        remaining INTEGER
      ) STRICT;

      CREATE TABLE used_assertions (
        issuer TEXT NOT NULL,
        digest TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        PRIMARY KEY (issuer, digest)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX used_assertions_expiry ON used_assertions (expires_at);
      """)
  }
}
