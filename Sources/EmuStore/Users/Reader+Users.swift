package import EmuModel
internal import EmuSQLite

extension SQL {
  fileprivate static let userByKey = user(where: "users.id = ?")
  fileprivate static let userByKeyInScope = user(where: "\(isInScope) AND users.id = ?")
  fileprivate static let userByUID = user(
    where: "users.id = (SELECT user_id FROM uids WHERE \(isInScope) AND uid = ?)")
  fileprivate static let userByEmail = user(
    where: "users.id = (SELECT min(user_id) FROM emails WHERE \(isInScope) AND email = ?)")
  fileprivate static let userByInitialEmail = user(oldestWith: "initial_email")
  fileprivate static let userByPhoneNumber = user(oldestWith: "phone_number")
  fileprivate static let userByIdentity = user(
    where: """
      users.id = (
        SELECT user_id FROM identities
        WHERE \(isInScope) AND provider_id = ? AND raw_id = ?)
      """)
  fileprivate static let userPage = Table.users.select(
    """
    JOIN uids ON users.id = uids.user_id \(joinActivity)
    WHERE uids.\(isInScope) AND uids.uid > ? ORDER BY uids.uid LIMIT ?
    """, and: columnsBesideUser)

  /// What of the columns behind a user's own is read, in this order.
  private static let columnsBesideUser = ["links", "has_second_factors", "has_passkeys"]

  /// Its parameters come first: the keys of the project and of the tenant.
  static let isInScope =
    "set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)"

  private static func user(oldestWith column: String) -> SQL {
    user(
      where: """
        users.id = (SELECT id FROM users WHERE \(isInScope) AND \(column) = ? ORDER BY id LIMIT 1)
        """)
  }

  private static func user(where condition: String) -> SQL {
    Table.users.select("\(joinActivity) WHERE \(condition)", and: columnsBesideUser)
  }
}

extension Reader {
  package func user(uid: String, in scope: AccountScope) throws -> User? {
    try recentUser(.uid(uid), in: scope)
      ?? user(.userByUID, in: scope, .text(uid))
  }

  /// The user with an address; the oldest, where an import brought several.
  ///
  /// - Parameter email: in lower case.
  package func user(email: String, in scope: AccountScope) throws -> User? {
    let recent = try recentUser(.email(email), in: scope)
    let stored = try user(.userByEmail, in: scope, .text(email))
    guard let recent, let stored else { return recent ?? stored }
    return recent.key < stored.key ? recent : stored
  }

  /// Everybody with an address, whether it is the user's own or one that a provider told; those whose
  /// own it is first, and the oldest first.
  ///
  /// - Parameter anyEmail: in lower case.
  package func users(anyEmail: String, in scope: AccountScope) throws -> [User] {
    let stored = try connection.all(
      """
      SELECT user_id FROM emails
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND email = ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(anyEmail)
    ) { row in row.integer(0) }
    let address = Lookup.email(anyEmail)
    let recent = try view.users(address.hash(in: scope))
      .filter { key in try user(key: key, ifIn: scope).map(address.leads) ?? false }
    let owners = Set(stored + recent).sorted()
    let linked = try connection.all(
      """
      SELECT user_id FROM linked_emails
      WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND email = ?
      ORDER BY user_id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(anyEmail)
    ) { row in row.integer(0) }
    return try (owners + linked).compactMap { try user(key: $0, in: scope) }
  }

  package func user(initialEmail: String, in scope: AccountScope) throws -> User? {
    try user(.userByInitialEmail, in: scope, .text(initialEmail))
  }

  package func user(phoneNumber: String, in scope: AccountScope) throws -> User? {
    try user(.userByPhoneNumber, in: scope, .text(phoneNumber))
  }

  /// The user that a provider's identity is linked to.
  package func user(
    providerID: String, rawID: String, in scope: AccountScope
  ) throws -> User? {
    try recentUser(.identity(providerID: providerID, rawID: rawID), in: scope)
      ?? user(.userByIdentity, in: scope, .text(providerID), .text(rawID))
  }

  /// A page of users in the order of their uids.
  ///
  /// - Parameters:
  ///   - after: the last uid of the page before; nil for the first page.
  ///   - limit: how many at most; a page costs the same wherever it lies.
  package func users(in scope: AccountScope, after: String?, limit: Int) throws -> [User] {
    var users: [User] = []
    users.reserveCapacity(min(limit, 1000))
    try connection.query(
      .userPage, .integer(scope.projectKey), .integer(scope.tenantKey), .text(after ?? ""),
      .integer(limit)
    ) { row throws(DatabaseError) in users.append(try user(row, in: scope)) }
    let recent = try recentUsers(by: .uid, in: scope, after: after, limit: limit)
    return recent.isEmpty ? users : Array(users.merged(with: recent).prefix(limit))
  }

  /// The user with a key, if it is one of the scope.
  func user(key: Int64, ifIn scope: AccountScope) throws -> User? {
    try user(.userByKeyInScope, in: scope, .integer(key))
  }

  /// The user with a key, which must be one of the scope.
  func user(key: Int64, in scope: AccountScope) throws -> User? {
    try user(.userByKey, values: [.integer(key)], in: scope)
  }

  private func user(
    _ sql: SQL, in scope: AccountScope, _ values: Value...
  ) throws -> User? {
    try user(
      sql, values: [.integer(scope.projectKey), .integer(scope.tenantKey)] + values, in: scope)
  }

  private func user(_ sql: SQL, values: [Value], in scope: AccountScope) throws -> User? {
    try connection.first(sql, values: values) { row throws(DatabaseError) in
      try user(row, in: scope)
    }
  }

  /// The user of a row, with what other tables have of it.
  private func user(_ row: borrowing Row, in scope: AccountScope) throws(DatabaseError) -> User {
    let next = Table.users.end
    return try Table.users.read(row) { user throws(DatabaseError) in
      user.tenantID = scope.tenantID
      user.links = try row.links(next)
      if row.bool(next + 1) { user.secondFactors = try secondFactors(ofUser: user.key) }
      if row.bool(next + 2) { user.passkeys = try passkeys(ofUser: user.key) }
      user.completeProviderOrder()
    }
  }
}

extension [User] {
  /// Both lists, which are in the order of the uids, in one; a user of both once.
  fileprivate func merged(with others: [User]) -> [User] {
    var merged: [User] = []
    merged.reserveCapacity(count + others.count)
    var rest = others[...]
    for user in self {
      while let other = rest.first, other.uid.utf8.lexicographicallyPrecedes(user.uid.utf8) {
        merged.append(other)
        rest.removeFirst()
      }
      if rest.first?.key == user.key { rest.removeFirst() }
      merged.append(user)
    }
    return merged + rest
  }
}
