package import EmuModel
internal import EmuSQLite

/// One part of a search result.
package struct FoundUsers: Sendable {
  /// The newest first; users whose identifiers begin with the text come before all others.
  package var users: [User] = []
  /// The start of the next part; nil when everything was searched.
  package var next: Int64?
}

extension Reader {
  /// The maximum number of rows that one part of a search reads, about 20 ms.
  private static let rowsInPart = 25_000

  /// Returns the users of a scope, the newest first, or those with a text in uid, address, number
  /// or name.
  ///
  /// A part may contain fewer users than the limit, even none, and have a next one: it ends when it
  /// has read its share of the table. Users whose uid, address or number begins with the text, and
  /// those of a provider's id, are found by the indexes and are in the first part.
  ///
  /// - Parameters:
  ///   - text: in any case; nil for all users.
  ///   - before: `next` of the previous part; nil for the first part.
  package func foundUsers(
    in scope: AccountScope, with text: String?, before: Int64?, limit: Int
  ) throws -> FoundUsers {
    var found = FoundUsers()
    guard let set = try accountSet(of: scope) else { return found }
    var keys: [Int64] = []
    if let text, before == nil { keys = try identifiedUsers(by: text, in: set) }
    let newest = try newestUser(before: before ?? .max)
    if let newest {
      let oldest = newest - Int64(Self.rowsInPart) + 1
      let more = try users(from: oldest, to: newest, in: set, with: text, limit: limit)
      keys += more
      found.next = more.count == limit ? more.last : oldest
      if try newestUser(before: found.next ?? 0) == nil { found.next = nil }
    }
    found.users = try keys.compactMap { try user(key: $0, in: scope) }
    return found
  }

  private func accountSet(of scope: AccountScope) throws -> Int64? {
    try connection.first(
      "SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?",
      .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in row.integer(0) }
  }

  /// Returns the newest row before another, of any scope; deleted rows leave gaps.
  private func newestUser(before key: Int64) throws -> Int64? {
    try connection.first(
      "SELECT id FROM users WHERE id < ? ORDER BY id DESC LIMIT 1", .integer(key)
    ) { row in row.integer(0) }
  }

  private func identifiedUsers(by text: String, in set: Int64) throws -> [Int64] {
    try connection.all(
      SQL("\(identified) ORDER BY id DESC"),
      values: [.integer(set), .text(text), .text(text.lowercased())]
    ) { row in row.integer(0) }
  }

  private func users(
    from oldest: Int64, to newest: Int64, in set: Int64, with text: String?, limit: Int
  ) throws -> [Int64] {
    let range: [Value] = [.integer(set), .integer(oldest), .integer(newest), .integer(limit)]
    guard let text else {
      return try connection.all(
        """
        SELECT id FROM users WHERE id BETWEEN ?2 AND ?3 AND +set_id = ?1
        ORDER BY id DESC LIMIT ?4
        """, values: range
      ) { row in row.integer(0) }
    }
    return try connection.all(
      SQL(
        """
        SELECT id FROM users WHERE id BETWEEN ?4 AND ?5 AND +set_id = ?1
          AND (email LIKE ?6 ESCAPE '\\' OR display_name LIKE ?6 ESCAPE '\\'
            OR uid LIKE ?6 ESCAPE '\\' OR phone_number LIKE ?6 ESCAPE '\\')
          AND id NOT IN (\(identified))
        ORDER BY id DESC LIMIT ?7
        """),
      values: [
        .integer(set), .text(text), .text(text.lowercased()), .integer(oldest), .integer(newest),
        .text("%\(text.escapedForLike)%"), .integer(limit),
      ]
    ) { row in row.integer(0) }
  }
}

/// The users with an identifier that begins with a text, or with a complete provider id. ?1 is the
/// set, ?2 the text, ?3 the text in lower case. The last code point sorts after every text with the
/// same beginning.
private let identified = """
  SELECT id FROM (
    SELECT id FROM users WHERE set_id = ?1 AND uid >= ?2 AND uid < ?2 || char(0x10FFFF)
    ORDER BY uid LIMIT 20)
  UNION SELECT id FROM (
    SELECT id FROM users WHERE set_id = ?1 AND email >= ?3 AND email < ?3 || char(0x10FFFF)
    ORDER BY email LIMIT 20)
  UNION SELECT id FROM (
    SELECT id FROM users
    WHERE set_id = ?1 AND phone_number >= ?2 AND phone_number < ?2 || char(0x10FFFF)
    ORDER BY phone_number LIMIT 20)
  UNION SELECT user_id FROM identities WHERE set_id = ?1 AND other_email = ?3
  UNION SELECT user_id FROM (
    WITH RECURSIVE names (name) AS (
      SELECT min(provider_id) FROM identities WHERE set_id = ?1
      UNION ALL
      SELECT (SELECT min(provider_id) FROM identities WHERE set_id = ?1 AND provider_id > name)
      FROM names WHERE name IS NOT NULL)
    SELECT user_id FROM names JOIN identities
      ON set_id = ?1 AND provider_id = name AND raw_id = ?2)
  """

extension String {
  /// The text with the special characters of `LIKE` escaped.
  fileprivate var escapedForLike: String {
    replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
  }
}
