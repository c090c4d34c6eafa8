package import EmuModel
internal import EmuSQLite

// A user's links stand in the user's row; `identities` and `linked_emails` lead from each of them to the user
// (ADR 0030, ADR 0033).

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

// MARK: - What leads from a link to its user

extension SQL {
  /// Its values: the set, the user, the address.
  static let insertLinkedEmail: SQL =
    "INSERT OR IGNORE INTO linked_emails (set_id, user_id, email) VALUES (?, ?, ?)"
}

extension Reader {
  /// The first links of users to a provider, in the order of the provider's ids.
  package func links(
    ofProvider providerID: String, in scope: AccountScope, limit: Int
  ) throws -> [ProviderLink] {
    var links = try connection.all(
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
    let recent = try recentUsers(by: .identity, in: scope, providerID: providerID, limit: limit)
    guard !recent.isEmpty else { return links }
    for link in recent.compactMap({ $0.link(to: providerID) }) where !links.contains(link) {
      links.append(link)
    }
    links.sort { $0.rawID.utf8.lexicographicallyPrecedes($1.rawID.utf8) }
    return Array(links.prefix(limit))
  }
}

extension Writer {
  /// Stores the addresses that lead to a user by its links alone, in place of those that did.
  func update(
    linkedEmailsOf user: User, key: Int64, from original: User?, in scope: AccountScope
  ) throws {
    let (new, old) = (user.linkedEmails, original?.linkedEmails ?? [])
    guard new != old else { return }
    let set = Value.integer(try accountSet(of: scope))
    for email in old.subtracting(new) {
      try connection.run(
        "DELETE FROM linked_emails WHERE set_id = ? AND email = ? AND user_id = ?", set,
        .text(email), .integer(key))
    }
    for email in new.subtracting(old) {
      try connection.run(.insertLinkedEmail, set, .integer(key), .text(email))
    }
  }
}

extension User {
  /// The addresses of links that are not the user's own as well.
  var linkedEmails: Set<String> { Set(links.compactMap { $0.otherEmail(than: email) }) }
}

extension ProviderLink {
  /// The address by which only the link leads to the user; nil where it is the user's own as well,
  /// which saves nearly every link an entry.
  func otherEmail(than own: String?) -> String? { email == own ? nil : email }
}
