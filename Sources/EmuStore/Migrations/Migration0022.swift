internal import EmuSQLite

extension Migration {
  /// The order in which a user's ways to sign in were added, the fields that are shown empty, and the
  /// links by the addresses that providers told.
  ///
  /// No order means the usual one (`User.usualProviders`), which is what users of earlier versions
  /// were shown with, so that nothing has to be rewritten.
  static let providerOrder = Migration("0022_provider_order") { connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE users ADD COLUMN provider_order TEXT;
      ALTER TABLE users ADD COLUMN empty_fields INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX provider_links_email ON provider_links (project_id, tenant_id, email)
        WHERE email IS NOT NULL;
      """)
  }
}
