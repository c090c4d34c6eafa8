internal import EmuSQLite

extension Migration {
  /// Codes and tokens name the round of their consent, in place of an index by consent each, and the
  /// tenant whose client they are of.
  ///
  /// What a consent gave out lies at random places of such an index, which was half of what writing
  /// a token cost. A revocation begins a new round of one row instead, and what names an older one
  /// is over. A consent that is gone takes its codes and tokens along as well, since they are read
  /// together with it; therefore its number must never be given to another.
  static let consentRounds = Migration("0021_consent_rounds") { connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE TABLE new_grants (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
        client_id TEXT NOT NULL,
        granted_at INTEGER NOT NULL,
        revoked_at INTEGER,
        scope TEXT NOT NULL DEFAULT '',
        round INTEGER NOT NULL DEFAULT 0,
        refresh_round INTEGER NOT NULL DEFAULT 0,
        round_began_at INTEGER,
        UNIQUE (person_id, client_id)
      ) STRICT;
      INSERT INTO new_grants (id, person_id, client_id, granted_at, revoked_at, scope)
      SELECT id, person_id, client_id, granted_at, revoked_at, scope FROM grants;
      DROP TABLE grants;
      ALTER TABLE new_grants RENAME TO grants;

      CREATE TABLE new_codes (
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
        tenant TEXT
      ) STRICT, WITHOUT ROWID;
      INSERT INTO new_codes
      SELECT code, grant_id, 0, client_id, redirect_uri, nonce, scope, extra_claims, issued_at,
        expires_at, used_at, challenge_method, challenge, auth_time, renewable, NULL
      FROM authorization_codes;
      DROP TABLE authorization_codes;
      ALTER TABLE new_codes RENAME TO authorization_codes;

      CREATE TABLE new_tokens (
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
        tenant TEXT
      ) STRICT, WITHOUT ROWID;
      INSERT INTO new_tokens
      SELECT token, kind, grant_id, 0, client_id, scope, issued_at, expires_at, revoked_at, family,
        auth_time, used_at, secret, NULL
      FROM issuer_tokens;
      DROP TABLE issuer_tokens;
      ALTER TABLE new_tokens RENAME TO issuer_tokens;
      CREATE INDEX issuer_tokens_family ON issuer_tokens (family) WHERE family IS NOT NULL;

      ALTER TABLE device_codes ADD COLUMN tenant TEXT;
      ALTER TABLE request_tokens ADD COLUMN tenant TEXT;
      """)
  }
}
