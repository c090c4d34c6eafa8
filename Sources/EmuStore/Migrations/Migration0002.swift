internal import EmuSQLite

extension Migration {
  /// A user's links stand in the user's row, so that reading a user reads one row; what leads from an
  /// identity to its user is a table of its own (ADR 0030).
  ///
  /// The users are copied in order: rows that grow where they are would leave each page half empty.
  static let linksInRows = Migration("2_links_in_rows") { connection throws(DatabaseError) in
    for script in [LinksInRowsSchema.users, LinksInRowsSchema.identities] {
      try connection.execute(script)
    }
  }
}

private enum LinksInRowsSchema {
  static let users: SQL = """
    CREATE TABLE new_users (
      id INTEGER PRIMARY KEY,
      set_id INTEGER NOT NULL REFERENCES account_sets ON DELETE CASCADE,
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
      has_passkeys INTEGER NOT NULL
    ) STRICT;

    INSERT INTO new_users
    SELECT id, set_id, uid, email, email_verified, email_link_sign_in, initial_email, display_name,
      photo_url, screen_name, phone_number, password_hash, password_salt, password_algorithm,
      password_updated_at, disabled, custom_auth, custom_attributes, valid_since, sessions_ended_at,
      created_at, last_login_at, last_refresh_at, empty_fields, provider_order,
      (SELECT group_concat(link, '') FROM (
        SELECT
          length(CAST(provider_id AS BLOB)) || ':' || provider_id
          || length(CAST(raw_id AS BLOB)) || ':' || raw_id
          || coalesce(length(CAST(links.email AS BLOB)) || ':' || links.email, '-')
          || coalesce(length(CAST(links.display_name AS BLOB)) || ':' || links.display_name, '-')
          || coalesce(length(CAST(links.photo_url AS BLOB)) || ':' || links.photo_url, '-')
          || coalesce(length(CAST(links.screen_name AS BLOB)) || ':' || links.screen_name, '-')
          AS link
        FROM provider_links AS links WHERE user_id = users.id ORDER BY provider_id)),
      has_second_factors, has_passkeys
    FROM users ORDER BY id;

    DROP TABLE users;
    ALTER TABLE new_users RENAME TO users;
    CREATE UNIQUE INDEX users_uid ON users (set_id, uid);
    CREATE INDEX users_email ON users (set_id, email) WHERE email IS NOT NULL;
    CREATE INDEX users_initial_email ON users (set_id, initial_email)
      WHERE initial_email IS NOT NULL;
    CREATE INDEX users_phone_number ON users (set_id, phone_number)
      WHERE phone_number IS NOT NULL;
    """

  static let identities: SQL = """
    CREATE TABLE identities (
      user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      set_id INTEGER NOT NULL,
      raw_id TEXT NOT NULL,
      -- The address where it is not the user's own as well: what a search for addresses needs.
      other_email TEXT,
      PRIMARY KEY (user_id, provider_id)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO identities
    SELECT user_id, provider_id, set_id, raw_id, other_email
    FROM provider_links ORDER BY user_id, provider_id;

    DROP TABLE provider_links;
    CREATE UNIQUE INDEX identities_raw_id ON identities (set_id, provider_id, raw_id);
    CREATE INDEX identities_email ON identities (set_id, other_email)
      WHERE other_email IS NOT NULL;
    """
}
