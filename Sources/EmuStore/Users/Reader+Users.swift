package import EmuModel
internal import EmuSQLite

extension Reader {
  package func user(uid: String, in scope: AccountScope) throws -> User? {
    try key(
      "SELECT id FROM users WHERE project_id = ? AND tenant_id = ? AND uid = ?", scope, uid
    ).flatMap(user(key:))
  }

  /// The user with an address; the oldest, where an import brought several.
  ///
  /// - Parameter email: in lower case.
  package func user(email: String, in scope: AccountScope) throws -> User? {
    try key(
      """
      SELECT id FROM users WHERE project_id = ? AND tenant_id = ? AND email = ? ORDER BY id LIMIT 1
      """, scope, email
    ).flatMap(user(key:))
  }

  /// Everybody with an address, whether it is the user's own or one that a provider told; those whose
  /// own it is first, and the oldest first.
  ///
  /// - Parameter anyEmail: in lower case.
  package func users(anyEmail: String, in scope: AccountScope) throws -> [User] {
    let owners = try connection.all(
      """
      SELECT id FROM users WHERE project_id = ? AND tenant_id = ? AND email = ? ORDER BY id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(anyEmail)
    ) { row in row.integer(0) }
    let linked = try connection.all(
      """
      SELECT DISTINCT user_id FROM provider_links
      WHERE project_id = ? AND tenant_id = ? AND email = ? ORDER BY user_id
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(anyEmail)
    ) { row in row.integer(0) }
    return try (owners + linked.filter { !owners.contains($0) }).compactMap(user(key:))
  }

  package func user(initialEmail: String, in scope: AccountScope) throws -> User? {
    try key(
      """
      SELECT id FROM users WHERE project_id = ? AND tenant_id = ? AND initial_email = ?
      ORDER BY id LIMIT 1
      """, scope, initialEmail
    ).flatMap(user(key:))
  }

  package func user(phoneNumber: String, in scope: AccountScope) throws -> User? {
    try key(
      """
      SELECT id FROM users WHERE project_id = ? AND tenant_id = ? AND phone_number = ?
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
      WHERE project_id = ? AND tenant_id = ? AND provider_id = ? AND raw_id = ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(providerID), .text(rawID)
    ) { row in row.integer(0) }.flatMap(user(key:))
  }

  func user(key: Int64) throws -> User? {
    guard
      let (found, hasFactors, hasPasskeys, order) = try connection.first(
        """
        SELECT users.id, uid, (SELECT name FROM tenants WHERE tenants.id = tenant_id), email,
          email_verified, email_link_sign_in, initial_email, display_name, photo_url, screen_name,
          phone_number, password_hash, password_salt, password_algorithm, password_updated_at,
          disabled, custom_auth, custom_attributes, valid_since, created_at, last_login_at,
          last_refresh_at, has_second_factors,
          EXISTS (SELECT 1 FROM passkeys WHERE user_id = users.id), provider_order, empty_fields,
          sessions_ended_at
        FROM users WHERE id = ?
        """, .integer(key),
        row: { row in (User(row), row.bool(22), row.bool(23), row.optionalText(24)) })
    else { return nil }
    var user = found
    user.links = try connection.all(
      """
      SELECT provider_id, raw_id, email, display_name, photo_url, screen_name
      FROM provider_links WHERE user_id = ? ORDER BY provider_id
      """, .integer(key)
    ) { row in ProviderLink(row) }
    user.setProviderOrder(order)
    if hasFactors { user.secondFactors = try secondFactors(ofUser: key) }
    if hasPasskeys { user.passkeys = try passkeys(ofUser: key) }
    return user
  }

  private func key(_ sql: SQL, _ scope: AccountScope, _ value: String) throws -> Int64? {
    try connection.first(
      sql, .integer(scope.projectKey), .integer(scope.tenantKey), .text(value)
    ) { row in row.integer(0) }
  }
}
