internal import EmuSQLite

extension Migration {
  /// What leads to a user is stored in tables of its own, so that it can be stored later than the user's row
  /// and in order (ADR 0033).
  static let lookupTables = Migration("3_lookup_tables") { connection throws(DatabaseError) in
    try connection.execute(LookupTablesSchema.lookups)
    try connection.execute(LookupTablesSchema.sets)
    try connection.execute(LookupTablesSchema.activity)
  }
}

private enum LookupTablesSchema {
  static let lookups: SQL = """
    CREATE TABLE uids (
      set_id INTEGER NOT NULL,
      uid TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      PRIMARY KEY (set_id, uid)
    ) STRICT, WITHOUT ROWID;

    -- Several users may have one address.
    CREATE TABLE emails (
      set_id INTEGER NOT NULL,
      email TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      PRIMARY KEY (set_id, email, user_id)
    ) STRICT, WITHOUT ROWID;

    -- The addresses of links that are not the user's own as well: what a search for addresses needs.
    CREATE TABLE linked_emails (
      set_id INTEGER NOT NULL,
      email TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      PRIMARY KEY (set_id, email, user_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE new_identities (
      set_id INTEGER NOT NULL,
      provider_id TEXT NOT NULL,
      raw_id TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      PRIMARY KEY (set_id, provider_id, raw_id)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO uids SELECT set_id, uid, id FROM users ORDER BY set_id, uid;
    INSERT INTO emails
    SELECT set_id, email, id FROM users WHERE email IS NOT NULL ORDER BY set_id, email, id;
    INSERT INTO linked_emails
    SELECT DISTINCT set_id, other_email, user_id FROM identities WHERE other_email IS NOT NULL;
    INSERT INTO new_identities
    SELECT set_id, provider_id, raw_id, user_id FROM identities
    ORDER BY set_id, provider_id, raw_id;
    DROP TABLE identities;
    ALTER TABLE new_identities RENAME TO identities;
    DROP INDEX users_uid;
    DROP INDEX users_email;
    CREATE INDEX users_set ON users (set_id);

    -- The last user whose entries are known to be in these tables.
    INSERT OR REPLACE INTO meta (name, value)
    SELECT 'lookups_stored_to', coalesce(max(id), 0) FROM users;
    """

  /// The number of a set that is gone is never given again: what waits to be stored names its set.
  static let sets: SQL = """
    CREATE TABLE new_account_sets (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      project_id INTEGER REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER,
      UNIQUE (project_id, tenant_id)
    ) STRICT;
    INSERT INTO new_account_sets SELECT id, project_id, tenant_id FROM account_sets;
    DROP TABLE account_sets;
    ALTER TABLE new_account_sets RENAME TO account_sets;
    """

  /// Where a user has a row here, its moments are later than those of the user's row (ADR 0034).
  static let activity: SQL = """
    CREATE TABLE user_activity (
      user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      last_login_at INTEGER,
      last_refresh_at INTEGER
    ) STRICT;
    """
}
