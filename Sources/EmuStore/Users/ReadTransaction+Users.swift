package import EmuModel
internal import EmuSQLite

extension SQL {
  fileprivate static let userByKey = users("users.id = ?")
  fileprivate static let userByUID = users(
    "users.id = (SELECT id FROM users WHERE \(isInScope) AND uid = ?)")
  fileprivate static let userByEmail = user(first: "email", by: "email_rank")
  fileprivate static let userByInitialEmail = user(first: "initial_email", by: "id")
  fileprivate static let userByPhoneNumber = user(first: "phone_number", by: "id")
  fileprivate static let userByIdentity = users(
    """
    users.id = (
      SELECT user_id FROM identities
      WHERE \(isInScope) AND provider_id = ? AND raw_id = ?)
    """)
  fileprivate static let userPage = users("\(isInScope) AND uid > ? ORDER BY uid LIMIT ?")

  /// Its first parameters are the keys of the project and of the tenant.
  private static let isInScope =
    "set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)"

  private static func user(first column: String, by order: String) -> SQL {
    users(
      """
      users.id = (
        SELECT id FROM users WHERE \(isInScope) AND \(column) = ? ORDER BY \(order) LIMIT 1)
      """)
  }

  /// Returns a `SELECT` of users with the columns that are read after their own.
  private static func users(_ condition: String) -> SQL {
    SQL(
      """
      SELECT \(Table.users.readList), links, has_second_factors, has_passkeys
      FROM users WHERE \(condition)
      """)
  }
}

extension ReadTransaction {
  package func user(uid: String, in scope: AccountScope) throws -> User? {
    try user(.userByUID, in: scope, uid)
  }

  /// Returns the user with an address; the first to have it, where several share it.
  ///
  /// - Parameter email: in lower case.
  package func user(email: String, in scope: AccountScope) throws -> User? {
    try user(.userByEmail, in: scope, email)
  }

  /// Returns the users with an address, their own or that of a link. Those whose own it is come
  /// first, each by age.
  ///
  /// - Parameter anyEmail: in lower case.
  package func users(anyEmail: String, in scope: AccountScope) throws -> [User] {
    let linked: [Int64] = try connection.column(
      """
      SELECT DISTINCT user_id FROM identities
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND other_email = ?
      ORDER BY user_id
      """, scope, anyEmail)
    return try users(email: anyEmail, in: scope)
      + linked.compactMap { try user(key: $0, in: scope) }
  }

  /// Returns every user with an address of their own, by age: a project may allow duplicates.
  ///
  /// - Parameter email: in lower case.
  package func users(email: String, in scope: AccountScope) throws -> [User] {
    let keys: [Int64] = try connection.column(
      """
      SELECT id FROM users
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND email = ?
      ORDER BY id
      """, scope, email)
    return try keys.compactMap { try user(key: $0, in: scope) }
  }

  package func user(initialEmail: String, in scope: AccountScope) throws -> User? {
    try user(.userByInitialEmail, in: scope, initialEmail)
  }

  package func user(phoneNumber: String, in scope: AccountScope) throws -> User? {
    try user(.userByPhoneNumber, in: scope, phoneNumber)
  }

  /// The user that a provider's identity is linked to.
  package func user(
    providerID: String, rawID: String, in scope: AccountScope
  ) throws -> User? {
    try user(.userByIdentity, in: scope, providerID, rawID)
  }

  /// Returns a page of users in the order of their uids.
  ///
  /// - Parameters:
  ///   - after: the last uid of the previous page; nil for the first page.
  ///   - limit: the maximum number; the cost of a page does not depend on its position.
  package func users(in scope: AccountScope, after: String?, limit: Int) throws -> [User] {
    var users: [User] = []
    users.reserveCapacity(min(limit, 1000))
    try connection.query(
      .userPage,
      values: [
        .integer(scope.projectKey), .integer(scope.tenantKey), .text(after ?? ""), .integer(limit),
      ]
    ) { row throws(DatabaseError) in users.append(try user(row, in: scope)) }
    return users
  }

  /// Returns the user with a key, which must be one of the scope.
  func user(key: Int64, in scope: AccountScope) throws -> User? {
    try connection.first(.userByKey, key) { row throws(DatabaseError) in try user(row, in: scope) }
  }

  private func user<each P: Parameter>(
    _ sql: SQL, in scope: AccountScope, _ parameters: repeat each P
  ) throws -> User? {
    try connection.first(sql, scope, repeat each parameters) { row throws(DatabaseError) in
      try user(row, in: scope)
    }
  }

  /// Returns the user of a row, with the data of other tables.
  private func user(_ row: borrowing Row, in scope: AccountScope) throws(DatabaseError) -> User {
    let next = Table.users.end
    return try Table.users.read(row) { user throws(DatabaseError) in
      user.tenantID = scope.tenantID
      user.links = try row.links(next)
      if row.bool(next + 1) { user.secondFactors = try secondFactors(ofUser: user.key) }
      if row.bool(next + 2) {
        user.hasUnreadPasskeys = !readsPasskeys
        if readsPasskeys { user.passkeys = try passkeys(ofUser: user.key) }
      }
      user.completeProviderOrder()
    }
  }
}
