internal import EmuSQLite

extension Migration {
  /// The first schema: projects and their users, credentials under way, issuers and their people.
  ///
  /// `tenant_id` 0 stands for the project itself, so that it can take part in unique keys. An
  /// integer key joins users to everything else; the uid appears once.
  static let first = Migration("0001_first") { connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE TABLE projects (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        settings TEXT NOT NULL DEFAULT '{}',
        config TEXT NOT NULL DEFAULT '{}'
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

      CREATE TABLE providers (
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        tenant_id INTEGER NOT NULL,
        provider_id TEXT NOT NULL,
        config TEXT NOT NULL,
        PRIMARY KEY (project_id, tenant_id, provider_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE users (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        tenant_id INTEGER NOT NULL,
        uid TEXT NOT NULL,
        email TEXT,
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
        created_at INTEGER NOT NULL,
        last_login_at INTEGER,
        last_refresh_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX users_uid ON users (project_id, tenant_id, uid);
      CREATE INDEX users_email ON users (project_id, tenant_id, email)
        WHERE email IS NOT NULL;
      CREATE INDEX users_initial_email ON users (project_id, tenant_id, initial_email)
        WHERE initial_email IS NOT NULL;
      CREATE INDEX users_phone_number ON users (project_id, tenant_id, phone_number)
        WHERE phone_number IS NOT NULL;

      CREATE TABLE provider_links (
        user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
        provider_id TEXT NOT NULL,
        project_id INTEGER NOT NULL,
        tenant_id INTEGER NOT NULL,
        raw_id TEXT NOT NULL,
        email TEXT,
        display_name TEXT,
        photo_url TEXT,
        screen_name TEXT,
        PRIMARY KEY (user_id, provider_id)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX provider_links_identity
        ON provider_links (project_id, tenant_id, provider_id, raw_id);

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

      CREATE TABLE used_credentials (
        project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
        digest TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, digest)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX used_credentials_expiry ON used_credentials (expires_at);

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
        tenant TEXT,
        claims TEXT,
        UNIQUE (project_id, issuer, subject)
      ) STRICT;
      CREATE INDEX people_email ON people (project_id, issuer, email);

      CREATE TABLE grants (
        id INTEGER PRIMARY KEY,
        person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
        client_id TEXT NOT NULL,
        granted_at INTEGER NOT NULL,
        revoked_at INTEGER,
        UNIQUE (person_id, client_id)
      ) STRICT;

      CREATE TABLE authorization_codes (
        code TEXT PRIMARY KEY,
        grant_id INTEGER NOT NULL REFERENCES grants ON DELETE CASCADE,
        client_id TEXT NOT NULL,
        redirect_uri TEXT,
        nonce TEXT,
        scope TEXT NOT NULL,
        extra_claims TEXT,
        issued_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX authorization_codes_grant ON authorization_codes (grant_id);

      CREATE TABLE issuer_tokens (
        token TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        grant_id INTEGER NOT NULL REFERENCES grants ON DELETE CASCADE,
        client_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        issued_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX issuer_tokens_grant ON issuer_tokens (grant_id);

      CREATE TABLE signing_keys (
        id INTEGER PRIMARY KEY,
        issuer TEXT NOT NULL,
        kid TEXT NOT NULL UNIQUE,
        algorithm TEXT NOT NULL,
        private_key BLOB NOT NULL,
        state TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX signing_keys_issuer ON signing_keys (issuer);

      CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
  }
}
