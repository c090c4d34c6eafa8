internal import EmuSQLite

/// Every migration in order; a released one is never edited, a new one is appended.
let migrations: [Migration] = [.firstSchema, .indexes, .importedTexts]

extension Migration {
  /// Creates indexes for reads whose work would grow with the messages of a project, and with the
  /// configured providers of all projects.
  static let indexes = Migration("2_indexes") { connection throws(DatabaseError) in
    try connection.execute(
      """
      CREATE INDEX providers_id ON providers (provider_id);
      CREATE INDEX oob_codes_project ON oob_codes (project_id, tenant_id);
      CREATE INDEX oob_codes_newer ON oob_codes (project_id, tenant_id, email, kind);
      CREATE INDEX oob_codes_new_email ON oob_codes (project_id, tenant_id, new_email)
        WHERE new_email IS NOT NULL;
      CREATE INDEX verification_codes_project ON verification_codes (project_id, tenant_id);
      CREATE INDEX second_factors_totp ON second_factors (user_id) WHERE secret IS NOT NULL;
      """)
  }

  /// A change of a user deletes the text that it was imported from. Before, a fingerprint of its values
  /// showed that it had changed.
  static let importedTexts = Migration("3_imported_texts") { connection throws(DatabaseError) in
    try connection.execute(
      """
      UPDATE users SET file_text = NULL;
      ALTER TABLE users DROP COLUMN file_fingerprint;
      """)
  }
}
