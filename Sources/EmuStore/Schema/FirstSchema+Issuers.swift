internal import EmuSQLite

extension FirstSchema {
  // MARK: - People at issuers

  static let people: SQL = """
    CREATE TABLE people (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      email TEXT,
      email_verified INTEGER NOT NULL,
      full_name TEXT,
      given_name TEXT,
      family_name TEXT,
      picture TEXT,
      hide_email INTEGER NOT NULL,
      relay_email TEXT,
      relay_forwards INTEGER NOT NULL,
      tenant TEXT,
      claims TEXT,
      deleted_at INTEGER,
      transfer_subject TEXT,
      transferred_at INTEGER,
      UNIQUE (project_id, issuer, subject)
    ) STRICT;
    CREATE INDEX people_email ON people (project_id, issuer, email);
    -- In the order in which they came, for the page that lists the first.
    CREATE INDEX people_order ON people (project_id, issuer);
    CREATE INDEX people_relay ON people (issuer, relay_email) WHERE relay_email IS NOT NULL;
    CREATE INDEX people_transfer ON people (transfer_subject) WHERE transfer_subject IS NOT NULL;

    CREATE TABLE apple_transfers (
      subject TEXT PRIMARY KEY,
      person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
      team_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      completed_at INTEGER,
      UNIQUE (person_id, team_id)
    ) STRICT, WITHOUT ROWID;
    """

  // MARK: - Consents, codes and tokens

  /// Codes and tokens have the number of their consent's round, in place of an index by consent.
  /// Entries at random positions of such an index were half the cost of writing a token. A
  /// revocation starts a new round in one row, which ends everything of older rounds. A deleted
  /// consent also ends its codes and tokens, since they are read together with it. Therefore its
  /// number must never be reused. See docs/adr/0014-consent-rounds.md.
  static let consents: SQL = """
    CREATE TABLE grants (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
      client_id TEXT NOT NULL,
      granted_at INTEGER NOT NULL,
      revoked_at INTEGER,
      scope TEXT NOT NULL,
      round INTEGER NOT NULL DEFAULT 0,
      refresh_round INTEGER NOT NULL DEFAULT 0,
      round_began_at INTEGER,
      UNIQUE (person_id, client_id)
    ) STRICT;

    CREATE TABLE authorization_codes (
      code TEXT PRIMARY KEY,
      grant_id INTEGER NOT NULL,
      round INTEGER NOT NULL,
      client_id TEXT NOT NULL,
      redirect_uri TEXT,
      nonce TEXT,
      scope TEXT NOT NULL,
      extra_claims TEXT,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      challenge_method TEXT,
      challenge TEXT,
      auth_time INTEGER,
      renewable INTEGER NOT NULL,
      tenant TEXT,
      key_thumbprint TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at);

    -- The family is the code that a token descends from, through every renewal; `used_at` marks a
    -- refresh token that a newer one has replaced, `key_thumbprint` the key that a use must prove
    -- (RFC 9449).
    CREATE TABLE issuer_tokens (
      token TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      grant_id INTEGER NOT NULL,
      round INTEGER NOT NULL,
      client_id TEXT NOT NULL,
      scope TEXT NOT NULL,
      issued_at INTEGER NOT NULL,
      expires_at INTEGER,
      revoked_at INTEGER,
      family TEXT,
      auth_time INTEGER,
      used_at INTEGER,
      secret TEXT,
      tenant TEXT,
      key_thumbprint TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX issuer_tokens_family ON issuer_tokens (family) WHERE family IS NOT NULL;
    CREATE INDEX issuer_tokens_expiry ON issuer_tokens (expires_at) WHERE expires_at IS NOT NULL;

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
      denied INTEGER NOT NULL,
      used_at INTEGER,
      tenant TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_codes_grant ON device_codes (grant_id);
    CREATE INDEX device_codes_expiry ON device_codes (expires_at);

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
      used_at INTEGER,
      tenant TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_tokens_grant ON request_tokens (grant_id);
    CREATE INDEX request_tokens_expiry ON request_tokens (expires_at);
    """

  // MARK: - Issuers

  static let issuers: SQL = """
    CREATE TABLE signing_keys (
      id INTEGER PRIMARY KEY,
      issuer TEXT NOT NULL,
      kid TEXT NOT NULL UNIQUE,
      algorithm TEXT NOT NULL,
      private_key BLOB NOT NULL,
      state TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE issuer_settings (
      issuer TEXT PRIMARY KEY,
      settings TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
