package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  package func userCount(in scope: AccountScope) throws -> Int {
    try connection.value(
      """
      SELECT count(*) FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
      """, scope) ?? 0
  }

  /// The tenants of a project, in the order of their ids, each with the number of its users.
  package func tenantUserCounts(in project: Project) throws -> [(id: String, users: Int)] {
    try connection.all(
      """
      SELECT name, (SELECT count(*) FROM users WHERE set_id = account_sets.id)
      FROM tenants LEFT JOIN account_sets
        ON account_sets.project_id = tenants.project_id AND tenant_id = tenants.id
      WHERE tenants.project_id = ? ORDER BY name
      """, project.key
    ) { row in (id: row.text(0), users: row.int(1)) }
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

  /// The users of a scope, sorted; ties in the order of their uids, as production has them. Users of one
  /// creation time are in the order in which they were stored: production has no two of one time.
  package func users(
    in scope: AccountScope, sortedBy key: SortKey, descending: Bool, offset: Int, limit: Int
  ) throws -> [User] {
    let order = descending ? "DESC" : "ASC"
    let ties = key == .createdAt ? "id \(order)" : "uid"
    let keys: [Int64] = try connection.column(
      SQL(
        """
        SELECT id FROM users
        WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        ORDER BY \(key.rawValue) \(order), \(ties) LIMIT ? OFFSET ?
        """), scope, limit, offset)
    return try keys.compactMap { try user(key: $0, in: scope) }
  }
}
