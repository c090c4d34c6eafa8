package import EmuModel
internal import EmuSQLite

// A returning user changes two moments and nothing else. They go to a row of their own, of which a page
// of the file holds 150, where it holds 12 of users; a user who never returned has none (ADR 0034).

extension SQL {
  /// What follows `FROM users` wherever the moments are read.
  static let joinActivity = "LEFT JOIN user_activity AS activity ON activity.user_id = users.id"

  /// The value of a column of moments.
  static func latest(_ column: String) -> String {
    "coalesce(activity.\(column), users.\(column))"
  }
}

extension Writer {
  /// Stores the moment of a sign-in or a refresh: the only columns that a returning user changes.
  package func touch(_ user: User) throws {
    try connection.run(
      """
      INSERT INTO user_activity (user_id, last_login_at, last_refresh_at) VALUES (?, ?, ?)
      ON CONFLICT (user_id) DO UPDATE SET
        last_login_at = excluded.last_login_at, last_refresh_at = excluded.last_refresh_at
      """, .integer(user.key), .integer(user.lastLoginAt?.milliseconds),
      .integer(user.lastRefreshAt?.milliseconds))
  }

  /// Forgets the moments beside the user's row, which has later ones.
  func forgetActivity(ofUser key: Int64) throws {
    try connection.run("DELETE FROM user_activity WHERE user_id = ?", .integer(key))
  }
}
