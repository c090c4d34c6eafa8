package import EmuModel
internal import EmuSQLite

extension Writer {
  /// Stores a new user with its links.
  ///
  /// - Returns: the user with its key.
  package func insert(_ user: User, in scope: AccountScope) throws -> User {
    try connection.run(
      """
      INSERT INTO users (project_id, tenant_id, uid, email, email_verified, email_link_sign_in,
        initial_email, display_name, photo_url, screen_name, phone_number, password_hash,
        password_salt, password_algorithm, password_updated_at, disabled, custom_auth,
        custom_attributes, valid_since, created_at, last_login_at, last_refresh_at,
        has_second_factors, provider_order, empty_fields, sessions_ended_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      values: [.integer(scope.projectKey), .integer(scope.tenantKey), .text(user.uid)]
        + user.columnValues)
    var stored = user
    stored.key = connection.lastInsertRowID
    stored.tenantID = scope.tenantID
    for link in user.links { try insert(link, of: stored.key, in: scope) }
    for factor in user.secondFactors { try insert(factor, of: stored.key) }
    try update(passkeys: user.passkeys, from: [], ofUser: stored.key, in: scope)
    return stored
  }

  /// Stores what changed in a user, links, second factors and passkeys included.
  package func update(_ user: User, from original: User, in scope: AccountScope) throws {
    guard user != original else { return }
    if user.columnValues != original.columnValues {
      try connection.run(
        """
        UPDATE users SET email = ?, email_verified = ?, email_link_sign_in = ?,
          initial_email = ?, display_name = ?, photo_url = ?, screen_name = ?, phone_number = ?,
          password_hash = ?, password_salt = ?, password_algorithm = ?, password_updated_at = ?,
          disabled = ?, custom_auth = ?, custom_attributes = ?, valid_since = ?, created_at = ?,
          last_login_at = ?, last_refresh_at = ?, has_second_factors = ?, provider_order = ?,
          empty_fields = ?, sessions_ended_at = ?
        WHERE id = ?
        """, values: user.columnValues + [.integer(original.key)])
    }
    try replace(original.secondFactors, with: user.secondFactors, of: original.key)
    try update(
      passkeys: user.passkeys, from: original.passkeys, ofUser: original.key, in: scope)
    guard user.links != original.links else { return }
    for link in original.links where user.link(to: link.providerID) != link {
      try connection.run(
        "DELETE FROM provider_links WHERE user_id = ? AND provider_id = ?",
        .integer(original.key), .text(link.providerID))
    }
    for link in user.links where original.link(to: link.providerID) != link {
      try insert(link, of: original.key, in: scope)
    }
  }

  /// Stamps a sign-in or a refresh: the only columns that a returning user changes.
  package func touch(_ user: User) throws {
    try connection.run(
      "UPDATE users SET last_login_at = ?, last_refresh_at = ? WHERE id = ?",
      .integer(user.lastLoginAt?.milliseconds), .integer(user.lastRefreshAt?.milliseconds),
      .integer(user.key))
  }

  package func delete(_ user: User) throws {
    try connection.run("DELETE FROM users WHERE id = ?", .integer(user.key))
  }

  /// Deletes every user of a project or tenant.
  package func deleteUsers(in scope: AccountScope) throws {
    try connection.run(
      "DELETE FROM users WHERE project_id = ? AND tenant_id = ?", .integer(scope.projectKey),
      .integer(scope.tenantKey))
  }

  private func insert(_ link: ProviderLink, of userKey: Int64, in scope: AccountScope) throws {
    try connection.run(
      """
      INSERT INTO provider_links (user_id, provider_id, project_id, tenant_id, raw_id, email,
        display_name, photo_url, screen_name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(userKey), .text(link.providerID), .integer(scope.projectKey),
      .integer(scope.tenantKey), .text(link.rawID), .text(link.email), .text(link.displayName),
      .text(link.photoURL), .text(link.screenName))
  }
}
