internal import EmuSQLite

extension Migration {
  /// Passkeys of users, and the ceremonies that wait for an authenticator's answer.
  ///
  /// A challenge names the uid, since the store may give a key to the next user.
  static let passkeys = Migration("0013_passkeys") { connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE TABLE passkeys (
        user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
        credential_id TEXT NOT NULL,
        project_id INTEGER NOT NULL,
        tenant_id INTEGER NOT NULL,
        name TEXT,
        public_key BLOB,
        sign_count INTEGER NOT NULL,
        backup_eligible INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (user_id, credential_id)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX passkeys_credential
        ON passkeys (project_id, tenant_id, credential_id);

      CREATE TABLE passkey_challenges (
        challenge TEXT PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        tenant_id INTEGER NOT NULL,
        uid TEXT,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX passkey_challenges_project ON passkey_challenges (project_id, tenant_id);
      CREATE INDEX passkey_challenges_age ON passkey_challenges (created_at);
      """)
  }
}
