internal import EmuSQLite

extension Migration {
  /// The codes that e-mails and text messages carry.
  ///
  /// A code outlives its user, as on the official emulator: whoever uses a code checks that the user
  /// is still there. It names the uid, since the store may give a key to the next user. A used code is kept for a while, so that a
  /// second use can be explained.
  static let codes = Migration("0002_codes") { connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE TABLE oob_codes (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        tenant_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        uid TEXT,
        email TEXT NOT NULL,
        new_email TEXT,
        link TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        used_at INTEGER
      ) STRICT;
      CREATE INDEX oob_codes_address ON oob_codes (project_id, tenant_id, email, kind);
      CREATE INDEX oob_codes_used ON oob_codes (used_at) WHERE used_at IS NOT NULL;

      CREATE TABLE verification_codes (
        id INTEGER PRIMARY KEY,
        session TEXT NOT NULL UNIQUE,
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        tenant_id INTEGER NOT NULL,
        phone_number TEXT NOT NULL,
        code TEXT NOT NULL,
        wrong_attempts INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        used_at INTEGER
      ) STRICT;
      CREATE INDEX verification_codes_number
        ON verification_codes (project_id, tenant_id, phone_number);
      CREATE INDEX verification_codes_day ON verification_codes (project_id, created_at);
      CREATE INDEX verification_codes_used ON verification_codes (used_at)
        WHERE used_at IS NOT NULL;

      CREATE TABLE temporary_proofs (
        proof TEXT PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        tenant_id INTEGER NOT NULL,
        phone_number TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX temporary_proofs_project ON temporary_proofs (project_id);
      """)
  }
}
