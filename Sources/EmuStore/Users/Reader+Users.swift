package import EmuModel
internal import EmuSQLite

extension SQL {
  fileprivate static let userByKey = Table.users.select(
    "WHERE users.id = ?", and: "has_second_factors", "has_passkeys")
  fileprivate static let userPage = Table.users.select(
    "WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?) AND uid > ? ORDER BY uid LIMIT ?",
    and: "has_second_factors", "has_passkeys")
}

extension Reader {
  package func user(uid: String, in scope: AccountScope) throws -> User? {
    try key(
      """
      SELECT id FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?) AND uid = ?
      """, scope, uid
    ).flatMap(user(key:))
  }

  /// The user with an address; the oldest, where an import brought several.
  ///
  /// - Parameters:
  ///   - email: in lower case.
  ///   - known: a user as this transaction has read it, who is not read again.
  package func user(
    email: String, in scope: AccountScope, known: User? = nil
  ) throws -> User? {
    try key(
      """
      SELECT id FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND email = ?
      ORDER BY id LIMIT 1
      """, scope, email
    ).flatMap { key in try key == known?.key ? known : user(key: key) }
  }

  /// Everybody with an address, whether it is the user's own or one that a provider told; those whose
  /// own it is first, and the oldest first.
  ///
  /// - Parameter anyEmail: in lower case.
  package func users(anyEmail: String, in scope: AccountScope) throws -> [User] {
    let owners = try connection.all(
      """
      SELECT id FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND email = ?
      ORDER BY id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(anyEmail)
    ) { row in row.integer(0) }
    let linked = try connection.all(
      """
      SELECT DISTINCT user_id FROM provider_links
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND other_email = ?
      ORDER BY user_id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(anyEmail)
    ) { row in row.integer(0) }
    return try (owners + linked).compactMap(user(key:))
  }

  package func user(initialEmail: String, in scope: AccountScope) throws -> User? {
    try key(
      """
      SELECT id FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND initial_email = ?
      ORDER BY id LIMIT 1
      """, scope, initialEmail
    ).flatMap(user(key:))
  }

  package func user(phoneNumber: String, in scope: AccountScope) throws -> User? {
    try key(
      """
      SELECT id FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND phone_number = ?
      ORDER BY id LIMIT 1
      """, scope, phoneNumber
    ).flatMap(user(key:))
  }

  /// The user that a provider's identity is linked to.
  package func user(
    providerID: String, rawID: String, in scope: AccountScope
  ) throws -> User? {
    try connection.first(
      """
      SELECT user_id FROM provider_links
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND provider_id = ? AND raw_id = ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(providerID), .text(rawID)
    ) { row in row.integer(0) }.flatMap(user(key:))
  }

  /// A page of users in the order of their uids.
  ///
  /// - Parameters:
  ///   - after: the last uid of the page before; nil for the first page.
  ///   - limit: how many at most; a page costs the same wherever it lies.
  package func users(in scope: AccountScope, after: String?, limit: Int) throws -> [User] {
    try connection.all(
      .userPage, .integer(scope.projectKey), .integer(scope.tenantKey), .text(after ?? ""),
      .integer(limit)
    ) { row in UserRow(row) }.map(complete)
  }

  func user(key: Int64) throws -> User? {
    try connection.first(.userByKey, .integer(key)) { row in UserRow(row) }.map(complete)
  }

  /// A user with what other tables have of it.
  private func complete(_ row: UserRow) throws -> User {
    var user = row.user
    user.links = try links(ofUser: user.key)
    user.completeProviderOrder()
    if row.hasSecondFactors { user.secondFactors = try secondFactors(ofUser: user.key) }
    if row.hasPasskeys { user.passkeys = try passkeys(ofUser: user.key) }
    return user
  }

  private func key(_ sql: SQL, _ scope: AccountScope, _ value: String) throws -> Int64? {
    try connection.first(
      sql, .integer(scope.projectKey), .integer(scope.tenantKey), .text(value)
    ) { row in row.integer(0) }
  }
}

/// A row of users, and in which other tables there is more.
private struct UserRow {
  let user: User
  let hasSecondFactors: Bool
  let hasPasskeys: Bool

  init(_ row: borrowing Row) {
    user = Table.users.read(row)
    hasSecondFactors = row.bool(Table.users.end)
    hasPasskeys = row.bool(Table.users.end + 1)
  }
}
