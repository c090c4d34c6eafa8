internal import EmuSQLite

/// Every migration in order; a released one is never edited, a new one is appended.
let migrations: [Migration] = [.firstSchema, .keyThumbprints, .writtenNames]

/// The first migrations of builds before the first release, whose files are rejected.
let unreleasedMigrations: Set<String> = ["0001_first", "1_first_release", "1_first_schema"]

extension Migration {
  /// Adds the key that the use of a code or token must prove (RFC 9449).
  static let keyThumbprints = Migration("2_key_thumbprints") { connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE authorization_codes ADD COLUMN key_thumbprint TEXT;
      ALTER TABLE issuer_tokens ADD COLUMN key_thumbprint TEXT;
      """)
  }

  /// Stores values under the names of the documents in which people write them: the claims and keys
  /// of issuers' options and of queued answers as JSON, which were texts, and parameters of hashes.
  static let writtenNames = Migration("3_written_names") { connection throws(DatabaseError) in
    try connection.execute(
      """
      UPDATE issuer_settings
      SET settings = json_set(settings, '$.claims', json(json_extract(settings, '$.claims')))
      WHERE json_type(settings, '$.claims') = 'text';
      UPDATE issuer_settings
      SET settings = json_set(settings, '$.rules', (
        SELECT json_group_array(json(iif(json_type(value, '$.claims') = 'text',
          json_set(value, '$.claims', json(json_extract(value, '$.claims'))), value)))
        FROM json_each(settings, '$.rules')))
      WHERE json_type(settings, '$.rules') = 'array';
      UPDATE issuer_settings
      SET settings = json_set(settings, '$.clients', (
        SELECT json_group_array(json(iif(json_type(value, '$.clientKeys') = 'text',
          json_set(value, '$.clientKeys', json(json_extract(value, '$.clientKeys'))), value)))
        FROM json_each(settings, '$.clients')))
      WHERE json_type(settings, '$.clients') = 'array';
      UPDATE faults
      SET fault = json_set(json_remove(fault, '$.effect.answer'), '$.answer',
        json(json_extract(fault, '$.effect.answer')))
      WHERE json_extract(fault, '$.effect.answer') IS NOT NULL;
      UPDATE faults
      SET fault = json_set(fault, '$.answer.claims', json(json_extract(fault, '$.answer.claims')))
      WHERE json_type(fault, '$.answer.claims') = 'text';
      UPDATE users
      SET password_algorithm =
        replace(replace(replace(replace(password_algorithm,
          '"name":', '"algorithm":'), '"derivedKeyLength":', '"dkLen":'),
          '"order":', '"passwordHashOrder":'), '"argon2":', '"argon2Parameters":')
      WHERE password_algorithm IS NOT NULL;
      """)
  }
}
