package import EmuModel
internal import EmuSQLite

/// One part of a search result.
package struct FoundUsers: Sendable {
  /// In the requested order; users whose identifiers begin with the text come before all others.
  package var users: [User] = []
  /// The start of the next part, which is negative within the users of an identifier; nil when
  /// everything was searched.
  package var next: Int64?
}

extension ReadTransaction {
  /// The maximum number of rows that one part of a search reads, about 40 ms.
  private static let rowsInPart = 25_000

  /// Returns the users of a scope that a filter accepts, the newest or the oldest first.
  ///
  /// A part may contain fewer users than the limit, even none, and have a next one: it ends when it
  /// has read its share of the table. Users whose uid, address or number begins with the text of the filter, and
  /// those of a provider's id, are found by the indexes and come first.
  ///
  /// - Parameters:
  ///   - after: `next` of the previous part; nil for the first part.
  package func foundUsers(
    in scope: AccountScope, _ filter: UserFilter = UserFilter(), oldestFirst: Bool = false,
    after: Int64?, limit: Int
  ) throws -> FoundUsers {
    var found = FoundUsers()
    guard let set = try accountSet(of: scope) else { return found }
    var keys: [Int64] = []
    if let text = filter.text, after ?? -1 < 0 {
      keys = try identifiedUsers(
        by: text, filter, in: set, oldestFirst: oldestFirst, after: after.map(-), limit: limit)
    }
    let row = after.flatMap { $0 < 0 ? nil : $0 }
    if keys.count == limit {
      found.next = keys.last.map(-)
    } else if let first = try nextUser(after: row, oldestFirst: oldestFirst) {
      let length = Int64(Self.rowsInPart) - 1
      let last = oldestFirst ? first + length : first - length
      let more = try users(
        from: min(first, last), to: max(first, last), in: set, filter, oldestFirst: oldestFirst,
        limit: limit - keys.count)
      keys += more
      found.next = keys.count == limit ? more.last : last
      if try nextUser(after: found.next, oldestFirst: oldestFirst) == nil { found.next = nil }
    }
    found.users = try keys.compactMap { try user(key: $0, in: scope) }
    return found
  }

  func accountSet(of scope: AccountScope) throws -> Int64? {
    try connection.value(
      "SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?", scope)
  }

  /// Returns the row after another, of any scope; deleted rows leave gaps.
  private func nextUser(after key: Int64?, oldestFirst: Bool) throws -> Int64? {
    oldestFirst
      ? try connection.value("SELECT id FROM users WHERE id > ? ORDER BY id LIMIT 1", key ?? 0)
      : try connection.value(
        "SELECT id FROM users WHERE id < ? ORDER BY id DESC LIMIT 1", key ?? .max)
  }

  private func identifiedUsers(
    by text: String, _ filter: UserFilter, in set: Int64, oldestFirst: Bool, after: Int64?,
    limit: Int
  ) throws -> [Int64] {
    let start = after ?? (oldestFirst ? 0 : .max)
    let conditions = UserConditions(
      filter, after: "id \(oldestFirst ? ">" : "<") ?4 AND id IN (\(identified))",
      [.integer(set), .text(text), .text(text.lowercased()), .integer(start)])
    return try keys(conditions, oldestFirst: oldestFirst, limit: limit)
  }

  private func users(
    from lowest: Int64, to highest: Int64, in set: Int64, _ filter: UserFilter, oldestFirst: Bool,
    limit: Int
  ) throws -> [Int64] {
    let range = "id BETWEEN ?4 AND ?5 AND +set_id = ?1"
    let text = filter.text ?? ""
    let values: [Value] = [
      .integer(set), .text(text), .text(text.lowercased()), .integer(lowest), .integer(highest),
    ]
    guard filter.text != nil else {
      return try keys(
        UserConditions(filter, after: range, values), oldestFirst: oldestFirst, limit: limit)
    }
    let matches = """
      \(range) AND (email GLOB ?6 OR display_name GLOB ?6 OR uid GLOB ?6 OR phone_number GLOB ?6)
        AND id NOT IN (\(identified))
      """
    return try keys(
      UserConditions(filter, after: matches, values + [.text(text.globOfContaining)]),
      oldestFirst: oldestFirst, limit: limit)
  }

  private func keys(
    _ conditions: UserConditions, oldestFirst: Bool, limit: Int
  ) throws -> [Int64] {
    try connection.all(
      SQL(
        """
        SELECT id FROM users WHERE \(conditions.text)
        ORDER BY id \(oldestFirst ? "ASC" : "DESC") LIMIT \(limit)
        """), values: conditions.values
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
  /// The pattern of `GLOB` for texts that contain this one in any case. `LIKE` would compare other
  /// letters than those of ASCII exactly.
  var globOfContaining: String {
    // SQLite refuses a pattern of more than 50,000 bytes.
    let letters = unicodeScalars.prefix(3_000).map { scalar in
      let upper = scalar.properties.uppercaseMapping
      let cases = [String(scalar), upper, scalar.properties.lowercaseMapping, upper.lowercased()]
        .filter { $0.unicodeScalars.count == 1 }
      return Set(cases).count > 1 || "*?[".unicodeScalars.contains(scalar)
        ? "[\(cases.joined())]" : String(scalar)
    }
    return "*\(letters.joined())*"
  }
}
