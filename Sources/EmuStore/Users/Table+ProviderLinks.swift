package import EmuModel
internal import EmuSQLite

extension Table where Entity == ProviderLink {
  /// The links of users to providers.
  static let providerLinks = Table(
    "provider_links", empty: ProviderLink(providerID: "", rawID: ""),
    [
      Column("provider_id", isFixed: true, { $0.providerID }, { $0.providerID = $1 }),
      Column("raw_id", { $0.rawID }, { $0.rawID = $1 }),
      Column("email", { $0.email }, { $0.email = $1 }),
      Column("display_name", { $0.displayName }, { $0.displayName = $1 }),
      Column("photo_url", { $0.photoURL }, { $0.photoURL = $1 }),
      Column("screen_name", { $0.screenName }, { $0.screenName = $1 }),
    ])
}

// MARK: - Statements

extension SQL {
  fileprivate static let linksOfProvider = Table.providerLinks.select(
    """
    WHERE set_id = (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
      AND provider_id = ?
    ORDER BY raw_id LIMIT ?
    """)
  static let insertLink = Table.providerLinks.insert("user_id", "set_id", "other_email")
}

extension Reader {
  /// The first links of users to a provider, in the order of the provider's ids.
  package func links(
    ofProvider providerID: String, in scope: AccountScope, limit: Int
  ) throws -> [ProviderLink] {
    try connection.all(
      .linksOfProvider, .integer(scope.projectKey), .integer(scope.tenantKey), .text(providerID),
      .integer(limit)
    ) { row in Table.providerLinks.read(row) }
  }
}

extension Writer {
  /// - Parameter email: the user's own.
  func insert(
    _ link: ProviderLink, ofUser key: Int64, _ email: String?, inSet set: Int64
  ) throws {
    try connection.run(
      .insertLink,
      values: Table.providerLinks.values(
        .integer(key), .integer(set), .text(link.otherEmail(than: email)), of: link))
  }

  /// Stores what changed in a user's links.
  func updateLinks(of user: User, from original: User, in scope: AccountScope) throws {
    guard user.links != original.links || user.email != original.email else { return }
    for link in original.links where !user.has(link, as: original) {
      try connection.run(
        "DELETE FROM provider_links WHERE user_id = ? AND provider_id = ?",
        .integer(original.key), .text(link.providerID))
    }
    for link in user.links where !original.has(link, as: user) {
      try insert(link, ofUser: original.key, user.email, inSet: try accountSet(of: scope))
    }
  }
}

extension User {
  /// Whether the row of a link, as it is for another state of the user, is the row for this state.
  fileprivate func has(_ link: ProviderLink, as other: User) -> Bool {
    self.link(to: link.providerID) == link
      && link.otherEmail(than: email) == link.otherEmail(than: other.email)
  }
}

extension ProviderLink {
  /// The address by which only the link leads to the user; nil where it is the user's own as well,
  /// which saves nearly every link an entry in an index.
  func otherEmail(than own: String?) -> String? { email == own ? nil : email }
}
