internal import EmuSQLite

extension Migration {
  /// The exact moment of the last end of a user's sessions, which refresh tokens are compared with.
  static let endedSessions = Migration("0023_ended_sessions") { connection throws(DatabaseError) in
    try connection.execute("ALTER TABLE users ADD COLUMN sessions_ended_at INTEGER")
  }
}
