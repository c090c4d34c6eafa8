package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  package func userCount(in scope: AccountScope) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
      """, .integer(scope.projectKey), .integer(scope.tenantKey)
    ) { row in row.int(0) } ?? 0
  }

  /// The sort key of a list of users.
  ///
  /// The raw value is its column.
  package enum SortKey: String, Sendable {
    case uid, email
    case name = "display_name"
    case createdAt = "created_at"
    case lastLoginAt = "last_login_at"
  }

  /// The users of a scope, sorted; ties in the order of their uids.
  package func users(
    in scope: AccountScope, sortedBy key: SortKey, descending: Bool, offset: Int, limit: Int
  ) throws -> [User] {
    let order = descending ? "DESC" : "ASC"
    let keys = try connection.all(
      SQL(
        """
        SELECT id FROM users
        WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        ORDER BY \(key.rawValue) \(order), uid LIMIT ? OFFSET ?
        """), .integer(scope.projectKey), .integer(scope.tenantKey), .integer(limit),
      .integer(offset)
    ) { row in row.integer(0) }
    return try keys.compactMap { try user(key: $0, in: scope) }
  }
}
