internal import EmuSQLite

extension Migration {
  /// Second factors, and what the codes on the way to them are bound to.
  ///
  /// A user's row says whether there are any, so that reading a user without costs no second look.
  /// Exactly one of `phone_number` and `secret` is filled.
  static let secondFactors = Migration("0015_second_factors") {
    connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE users ADD COLUMN has_second_factors INTEGER NOT NULL DEFAULT 0;

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

      ALTER TABLE verification_codes ADD COLUMN uid TEXT;
      ALTER TABLE verification_codes ADD COLUMN enrollment_id TEXT;

      ALTER TABLE oob_codes ADD COLUMN enrollment_id TEXT;
      """)
  }
}
