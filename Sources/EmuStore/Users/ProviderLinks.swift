package import EmuModel
internal import EmuSQLite

// A user's links stand in the user's row; `identities` leads from each of them to the user
// (ADR 0030).

extension Column where Entity == User {
  /// The links, written alone: reading them can fail, as reading a column cannot.
  static let links = Column.derived("links") { StoredLinks($0.links) }
}

/// A user's links as a list of texts, in the order of the providers' ids.
private struct StoredLinks: WrittenValue {
  /// How many texts stand for a link.
  static let size = 6

  let links: [ProviderLink]

  /// - Returns: nil for none.
  init?(_ links: [ProviderLink]) {
    if links.isEmpty { return nil }
    self.links = links.count > 1 ? links.sorted { $0.providerID < $1.providerID } : links
  }

  var value: Value {
    var text: [UInt8] = []
    write(to: &text)
    return .text(String(decoding: text, as: UTF8.self))
  }

  func pack(into rows: inout PackedRows) {
    rows.appendText { write(to: &$0) }
  }

  private func write(to text: inout [UInt8]) {
    for link in links {
      TextList.append(link.providerID, to: &text)
      TextList.append(link.rawID, to: &text)
      TextList.append(link.email, to: &text)
      TextList.append(link.displayName, to: &text)
      TextList.append(link.photoURL, to: &text)
      TextList.append(link.screenName, to: &text)
    }
  }
}

extension Row {
  /// The links in a column, in the order of the providers' ids.
  func links(_ column: Int) throws(DatabaseError) -> [ProviderLink] {
    if isNull(column) { return [] }
    let size = StoredLinks.size
    guard let texts = textList(column, expected: size), !texts.isEmpty,
      texts.count % size == 0
    else {
      throw .unreadableLinks
    }
    var links: [ProviderLink] = []
    links.reserveCapacity(texts.count / size)
    for first in stride(from: 0, to: texts.count, by: size) {
      guard let providerID = texts[first], let rawID = texts[first + 1] else {
        throw .unreadableLinks
      }
      links.append(
        ProviderLink(
          providerID: providerID, rawID: rawID, email: texts[first + 2],
          displayName: texts[first + 3], photoURL: texts[first + 4], screenName: texts[first + 5]))
    }
    return links
  }
}

extension DatabaseError {
  fileprivate static var unreadableLinks: DatabaseError {
    .corrupt("the links of a user cannot be read")
  }
}

// MARK: - Identities

extension Table where Entity == ProviderLink {
  /// What leads to a user.
  static let identities = Table(
    "identities", empty: ProviderLink(providerID: "", rawID: ""),
    [
      Column("provider_id", isFixed: true, { $0.providerID }, { $0.providerID = $1 }),
      Column("raw_id", { $0.rawID }, { $0.rawID = $1 }),
    ])
}

extension SQL {
  static let insertIdentity = Table.identities.insert("user_id", "set_id", "other_email")
}

extension Reader {
  /// The first links of users to a provider, in the order of the provider's ids.
  package func links(
    ofProvider providerID: String, in scope: AccountScope, limit: Int
  ) throws -> [ProviderLink] {
    try connection.all(
      """
      SELECT links FROM identities JOIN users ON users.id = user_id
      WHERE identities.set_id =
          (SELECT id FROM account_sets WHERE project_id = ? AND tenant_id = ?)
        AND provider_id = ?
      ORDER BY raw_id LIMIT ?
      """, .integer(scope.projectKey), .integer(scope.tenantKey), .text(providerID),
      .integer(limit)
    ) { row throws(DatabaseError) in try row.links(0) }
    .compactMap { links in links.first { $0.providerID == providerID } }
  }
}

extension Writer {
  /// - Parameter email: the user's own.
  func insert(
    identity link: ProviderLink, ofUser key: Int64, _ email: String?, inSet set: Int64
  ) throws {
    try connection.run(
      .insertIdentity,
      values: Table.identities.values(
        .integer(key), .integer(set), .text(link.otherEmail(than: email)), of: link))
  }

  /// Stores what changed in the identities that lead to a user.
  func updateIdentities(of user: User, from original: User, in scope: AccountScope) throws {
    guard user.links != original.links || user.email != original.email else { return }
    for link in original.links where !user.has(identityOf: link, as: original) {
      try connection.run(
        "DELETE FROM identities WHERE user_id = ? AND provider_id = ?",
        .integer(original.key), .text(link.providerID))
    }
    for link in user.links where !original.has(identityOf: link, as: user) {
      try insert(
        identity: link, ofUser: original.key, user.email, inSet: try accountSet(of: scope))
    }
  }
}

extension User {
  /// Whether the row of a link's identity, as it is for another state of the user, is the row for
  /// this state.
  fileprivate func has(identityOf link: ProviderLink, as other: User) -> Bool {
    guard let own = self.link(to: link.providerID) else { return false }
    return own.rawID == link.rawID
      && own.otherEmail(than: email) == link.otherEmail(than: other.email)
  }
}

extension ProviderLink {
  /// The address by which only the link leads to the user; nil where it is the user's own as well,
  /// which saves nearly every link an entry in an index.
  func otherEmail(than own: String?) -> String? { email == own ? nil : email }
}
