internal import EmuSQLite

extension Migration {
  /// The life of an Apple account: its relay switched off, its deletion, its move to another team.
  static let appleLife = Migration("0017_apple_life") { connection throws(DatabaseError) in
    try connection.execute(
      """
      ALTER TABLE people ADD COLUMN relay_forwards INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE people ADD COLUMN deleted_at INTEGER;
      ALTER TABLE people ADD COLUMN transfer_subject TEXT;
      ALTER TABLE people ADD COLUMN transferred_at INTEGER;
      CREATE INDEX people_relay ON people (issuer, relay_email) WHERE relay_email IS NOT NULL;
      CREATE INDEX people_transfer ON people (transfer_subject)
        WHERE transfer_subject IS NOT NULL;

      CREATE TABLE apple_transfers (
        subject TEXT PRIMARY KEY,
        person_id INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
        team_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        completed_at INTEGER,
        UNIQUE (person_id, team_id)
      ) STRICT, WITHOUT ROWID;
      """)
  }
}
