internal import EmuSQLite

extension Migration {
  /// Creates the schema of the first release: projects and their users, pending codes and
  /// credentials, issuers and their people.
  ///
  /// `tenant_id` 0 is the project itself, and `project_id` 0 the people that all projects share, so
  /// that both can be part of unique keys. An integer key joins users to other tables; the uid is
  /// stored once. Times are milliseconds since the epoch.
  static let firstSchema = Migration("1_first") { connection throws(DatabaseError) in
    typealias Schema = FirstSchema
    for script in [
      Schema.projects, Schema.users, Schema.credentials, Schema.codes, Schema.people,
      Schema.consents, Schema.issuers, Schema.faults,
    ] { try connection.execute(script) }
  }
}

/// The tables of the first release, by subject.
enum FirstSchema {
  // MARK: - Projects

  static let projects: SQL = """
    CREATE TABLE projects (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      settings TEXT NOT NULL DEFAULT '{}',
      -- NULL until the first change.
      config TEXT
    ) STRICT;

    CREATE TABLE api_keys (
      api_key TEXT PRIMARY KEY,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_keys_project ON api_keys (project_id);

    CREATE TABLE tenants (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      name TEXT NOT NULL,
      config TEXT NOT NULL DEFAULT '{}',
      UNIQUE (project_id, name)
    ) STRICT;

    -- Production answers TENANT_DELETED for them.
    CREATE TABLE deleted_tenants (
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      name TEXT NOT NULL,
      PRIMARY KEY (project_id, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE providers (
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER NOT NULL,
      provider_id TEXT NOT NULL,
      config TEXT NOT NULL,
      PRIMARY KEY (project_id, tenant_id, provider_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX providers_id ON providers (provider_id);

    CREATE TABLE meta (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  // MARK: - Users

  /// Unique indexes hold the identifiers of users: uid, address, number, identity and passkey.
  ///
  /// A user without an address, a number or a link has no entry in its index. Most of the cost of
  /// importing a million users is entries at random positions of an index.
  static let users: SQL = """
    -- The users of a project or tenant belong to its set. Both columns are NULL for a set that was
    -- emptied: no statement finds its rows, which are removed bit by bit.
    CREATE TABLE account_sets (
      id INTEGER PRIMARY KEY,
      project_id INTEGER REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER,
      UNIQUE (project_id, tenant_id)
    ) STRICT;

    CREATE TABLE users (
      id INTEGER PRIMARY KEY,
      set_id INTEGER NOT NULL REFERENCES account_sets ON DELETE CASCADE,
      uid TEXT NOT NULL,
      email TEXT,
      -- 0; where several users may share an address, the others that have it count on.
      email_rank INTEGER NOT NULL DEFAULT 0,
      email_verified INTEGER NOT NULL,
      email_link_sign_in INTEGER NOT NULL,
      initial_email TEXT,
      display_name TEXT,
      photo_url TEXT,
      screen_name TEXT,
      phone_number TEXT,
      password_hash TEXT,
      password_salt TEXT,
      password_algorithm TEXT,
      password_updated_at INTEGER,
      disabled INTEGER NOT NULL,
      custom_auth INTEGER NOT NULL,
      custom_attributes TEXT,
      valid_since INTEGER NOT NULL,
      sessions_ended_at INTEGER,
      created_at INTEGER NOT NULL,
      last_login_at INTEGER,
      last_refresh_at INTEGER,
      empty_fields INTEGER NOT NULL,
      provider_order TEXT,
      -- Of each link, in the order of the providers' ids: provider, id at the provider, address, name,
      -- photo, screen name. Each is its length in bytes, a colon and the text, or a hyphen for none.
      links TEXT,
      has_second_factors INTEGER NOT NULL,
      has_passkeys INTEGER NOT NULL,
      -- The user in the export folder that it was imported from; NULL after a change.
      file_text TEXT
    ) STRICT;
    CREATE UNIQUE INDEX users_uid ON users (set_id, uid);
    CREATE UNIQUE INDEX users_email ON users (set_id, email, email_rank) WHERE email IS NOT NULL;
    CREATE INDEX users_initial_email ON users (set_id, initial_email)
      WHERE initial_email IS NOT NULL;
    CREATE UNIQUE INDEX users_phone_number ON users (set_id, phone_number)
      WHERE phone_number IS NOT NULL;

    -- The identities at providers, by which a user is found; the links themselves are in the user's row.
    CREATE TABLE identities (
      user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      set_id INTEGER NOT NULL,
      raw_id TEXT NOT NULL,
      -- The address of the link, unless it is the user's own.
      other_email TEXT,
      PRIMARY KEY (user_id, provider_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX identities_raw_id ON identities (set_id, provider_id, raw_id);
    CREATE INDEX identities_email ON identities (set_id, other_email)
      WHERE other_email IS NOT NULL;

    CREATE TABLE second_factors (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      enrollment_id TEXT NOT NULL,
      phone_number TEXT,
      secret TEXT,
      display_name TEXT,
      enrolled_at INTEGER NOT NULL,
      last_step INTEGER,
      UNIQUE (user_id, enrollment_id)
    ) STRICT;
    CREATE INDEX second_factors_totp ON second_factors (user_id) WHERE secret IS NOT NULL;

    CREATE TABLE passkeys (
      user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      credential_id TEXT NOT NULL,
      set_id INTEGER NOT NULL,
      name TEXT,
      public_key BLOB,
      sign_count INTEGER NOT NULL,
      backup_eligible INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, credential_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX passkeys_credential ON passkeys (set_id, credential_id);
    """

  // MARK: - Credentials and ceremonies under way

  static let credentials: SQL = """
    CREATE TABLE pending_credentials (
      token TEXT PRIMARY KEY,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER NOT NULL,
      provider_id TEXT NOT NULL,
      raw_id TEXT NOT NULL,
      credential TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (project_id, tenant_id, provider_id, raw_id)
    ) STRICT;
    CREATE INDEX pending_credentials_expiry ON pending_credentials (expires_at);

    -- What is accepted once. `project_id` is 0 for what was presented to an issuer.
    CREATE TABLE used_credentials (
      project_id INTEGER NOT NULL,
      digest TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, digest)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX used_credentials_expiry ON used_credentials (expires_at);

    CREATE TABLE passkey_challenges (
      challenge TEXT PRIMARY KEY,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER NOT NULL,
      uid TEXT,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkey_challenges_project ON passkey_challenges (project_id, tenant_id);
    CREATE INDEX passkey_challenges_age ON passkey_challenges (created_at);
    """

  // MARK: - Codes in e-mails and text messages

  /// A code outlives its user, as on the official emulator: a call that redeems it checks that the
  /// user exists. See `CodeLimits.retention` for the time that a code is stored.
  static let codes: SQL = """
    CREATE TABLE oob_codes (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL UNIQUE,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER NOT NULL,
      kind TEXT NOT NULL,
      uid TEXT,
      email TEXT NOT NULL,
      new_email TEXT,
      enrollment_id TEXT,
      link TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER
    ) STRICT;
    CREATE INDEX oob_codes_project ON oob_codes (project_id, tenant_id);
    CREATE INDEX oob_codes_newer ON oob_codes (project_id, tenant_id, email, kind);
    CREATE INDEX oob_codes_address ON oob_codes (project_id, tenant_id, email, kind, created_at);
    CREATE INDEX oob_codes_new_email ON oob_codes (project_id, tenant_id, new_email)
      WHERE new_email IS NOT NULL;
    CREATE INDEX oob_codes_age ON oob_codes (created_at);

    CREATE TABLE verification_codes (
      id INTEGER PRIMARY KEY,
      session TEXT NOT NULL UNIQUE,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER NOT NULL,
      phone_number TEXT NOT NULL,
      code TEXT NOT NULL,
      wrong_attempts INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER,
      uid TEXT,
      enrollment_id TEXT
    ) STRICT;
    CREATE INDEX verification_codes_project ON verification_codes (project_id, tenant_id);
    CREATE INDEX verification_codes_number
      ON verification_codes (project_id, tenant_id, phone_number, created_at);
    CREATE INDEX verification_codes_day ON verification_codes (project_id, created_at)
      WHERE uid IS NOT NULL OR enrollment_id IS NULL;
    CREATE INDEX verification_codes_age ON verification_codes (created_at);

    CREATE TABLE temporary_proofs (
      proof TEXT PRIMARY KEY,
      project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
      tenant_id INTEGER NOT NULL,
      phone_number TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX temporary_proofs_project ON temporary_proofs (project_id);
    CREATE INDEX temporary_proofs_age ON temporary_proofs (created_at);
    """

  // MARK: - Faults

  static let faults: SQL = """
    -- `project` and `provider` are what the fault is limited to, NULL for any. How often it still
    -- happens is counted in `remaining`, NULL without a limit.
    CREATE TABLE faults (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      project TEXT,
      provider TEXT,
      fault TEXT NOT NULL,
      remaining INTEGER
    ) STRICT;
    """
}
