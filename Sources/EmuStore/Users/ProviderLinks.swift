package import EmuModel
internal import EmuSQLite

// A user's links are stored in the user's row; `identities` is the index from each link to the user
// (ADR 0030).

extension Column where Entity == User {
  /// The links, written only: decoding them can fail, unlike reading a column.
  static let links = Column.derived("links") { StoredLinks($0.links) }
}

/// A user's links as a list of texts, in the order of the providers' ids.
private struct StoredLinks: WrittenValue {
  /// The number of texts of a link.
  static let size = 6

  let links: [ProviderLink]

  /// - Returns: nil for none.
  init?(_ links: [ProviderLink]) {
    if links.isEmpty { return nil }
    self.links = links.count > 1 ? links.sorted { $0.providerID < $1.providerID } : links
  }

  var value: Value {
    var text: [UInt8] = []
    for link in links {
      TextList.append(link.providerID, to: &text)
      TextList.append(link.rawID, to: &text)
      TextList.append(link.email, to: &text)
      TextList.append(link.displayName, to: &text)
      TextList.append(link.photoURL, to: &text)
      TextList.append(link.screenName, to: &text)
    }
    return .text(String(decoding: text, as: UTF8.self))
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

extension SQL {
  private static let linksOfProvider = """
    SELECT links FROM identities JOIN users ON users.id = user_id
    WHERE identities.set_id =
        (SELECT id FROM account_sets WHERE project_id = ?1 AND tenant_id = ?2)
      AND provider_id = ?3
    """
  fileprivate static let firstLinks = SQL("\(linksOfProvider) ORDER BY raw_id LIMIT ?4")
  fileprivate static let foundLinks = SQL(
    """
    \(linksOfProvider)
      AND (raw_id GLOB ?6 OR email GLOB ?6 OR other_email GLOB ?6 OR display_name GLOB ?6)
    ORDER BY raw_id = ?5 DESC, raw_id LIMIT ?4
    """)
}

extension ReadTransaction {
  /// The first links of users to a provider, in the order of the provider's ids.
  ///
  /// - Parameter text: in the provider's id, an address or the name of the user, in any case;
  ///   nil for all. A link with just this id comes first.
  package func links(
    ofProvider providerID: String, in scope: AccountScope, with text: String? = nil, limit: Int
  ) throws -> [ProviderLink] {
    func read(_ row: borrowing Row) throws(DatabaseError) -> ProviderLink? {
      try row.links(0).first { $0.providerID == providerID }
    }
    let links =
      if let text {
        try connection.all(
          .foundLinks, scope, providerID, limit, text, text.globOfContaining, row: read)
      } else {
        try connection.all(.firstLinks, scope, providerID, limit, row: read)
      }
    return links.compactMap(\.self)
  }
}

extension Connection {
  /// - Parameter email: the user's own.
  func insert(
    identity link: ProviderLink, ofUser key: Int64, _ email: String?, inSet set: Int64
  ) throws(DatabaseError) {
    try run(
      """
      INSERT INTO identities (user_id, set_id, provider_id, raw_id, other_email)
      VALUES (?, ?, ?, ?, ?)
      """, key, set, link.providerID, link.rawID, link.otherEmail(than: email))
  }
}

extension WriteTransaction {
  func updateIdentities(of user: User, from original: User, inSet set: Int64) throws {
    let (old, new) = (original.identities, user.identities)
    guard old != new else { return }
    for (providerID, identity) in old where new[providerID] != identity {
      try connection.run(
        "DELETE FROM identities WHERE user_id = ? AND provider_id = ?", original.key, providerID)
    }
    for link in user.links where old[link.providerID] != new[link.providerID] {
      try connection.insert(
        identity: link, ofUser: original.key, user.email, inSet: set)
    }
  }
}

extension User {
  /// The stored id at each provider, and the address that only the link has.
  fileprivate var identities: [String: [Value]] {
    Dictionary(
      links.map { ($0.providerID, [.text($0.rawID), $0.otherEmail(than: email)]) },
      uniquingKeysWith: { _, last in last })
  }
}

extension ProviderLink {
  /// Returns the address that only the link has; NULL where the user has it as well, which saves
  /// nearly every link an index entry.
  fileprivate func otherEmail(than own: String?) -> Value {
    let value = Value.text(email)
    return value == .text(own) ? .null : value
  }
}
