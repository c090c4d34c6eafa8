internal import EmuSQLite

extension Migration {
  /// Adds the key that the use of a code or token must prove (RFC 9449).
  static let keyThumbprints = Migration("2_key_thumbprints") { connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE authorization_codes ADD COLUMN key_thumbprint TEXT;
      ALTER TABLE issuer_tokens ADD COLUMN key_thumbprint TEXT;
      """)
  }
}
