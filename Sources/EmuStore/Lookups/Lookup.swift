internal import EmuModel
internal import EmuSQLite

/// What a user is found by. Each kind has a table that leads to the user (ADR 0033).
enum Lookup {
  case uid(String)
  /// In lower case.
  case email(String)
  case identity(providerID: String, rawID: String)

  enum Kind: UInt8, CaseIterable {
    case uid, email, identity
  }

  /// What a user is found by.
  static func all(of user: User) -> [Lookup] {
    var lookups = [Lookup.uid(user.uid)]
    if let email = user.email { lookups.append(.email(email)) }
    for link in user.links {
      lookups.append(.identity(providerID: link.providerID, rawID: link.rawID))
    }
    return lookups
  }

  var kind: Kind {
    switch self {
    case .uid: .uid
    case .email: .email
    case .identity: .identity
    }
  }

  /// The text that entries of a kind are sorted by.
  var sortedText: String {
    switch self {
    case .uid(let text), .email(let text): text
    case .identity(_, let rawID): rawID
    }
  }

  /// Whether it leads to a user as that is now.
  func leads(to user: User) -> Bool {
    switch self {
    case .uid(let uid): uid.hasSameBytes(as: user.uid)
    case .email(let email): user.email.map(email.hasSameBytes(as:)) ?? false
    case .identity(let providerID, let rawID):
      user.link(to: providerID).map { rawID.hasSameBytes(as: $0.rawID) } ?? false
    }
  }

  /// Different ones of a scope may have the same hash; in this process only.
  func hash(in scope: AccountScope) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(scope.projectKey)
    hasher.combine(scope.tenantKey)
    hasher.combine(kind)
    switch self {
    case .uid(let text), .email(let text): hasher.combine(text)
    case .identity(let providerID, let rawID):
      hasher.combine(providerID)
      hasher.combine(rawID)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension Lookup: Equatable {
  static func == (left: Lookup, right: Lookup) -> Bool {
    switch (left, right) {
    case (.uid(let text), .uid(let other)), (.email(let text), .email(let other)):
      text.hasSameBytes(as: other)
    case (.identity(let providerID, let rawID), .identity(let otherProvider, let otherRawID)):
      providerID.hasSameBytes(as: otherProvider) && rawID.hasSameBytes(as: otherRawID)
    case (.uid, _), (.email, _), (.identity, _): false
    }
  }
}

extension String {
  /// Equal as SQLite compares texts, where Swift takes some of Unicode's spellings for the same.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}

// MARK: - Tables

extension Lookup.Kind {
  var table: String {
    switch self {
    case .uid: "uids"
    case .email: "emails"
    case .identity: "identities"
    }
  }

  /// The columns of the table that hold the texts.
  var columns: String {
    switch self {
    case .uid: "uid"
    case .email: "email"
    case .identity: "provider_id, raw_id"
    }
  }

  /// Stores an entry: its set, its user, its texts.
  var insert: SQL { Statements.insert[Int(rawValue)] }
  /// The same, unless it is there.
  var insertIfMissing: SQL { Statements.insertIfMissing[Int(rawValue)] }
  /// Removes an entry: its set, its user, its texts.
  var delete: SQL { Statements.delete[Int(rawValue)] }

  private enum Statements {
    static let insert = Lookup.Kind.allCases.map { SQL("INSERT INTO \($0.values)") }
    static let insertIfMissing = Lookup.Kind.allCases.map {
      SQL("INSERT OR IGNORE INTO \($0.values)")
    }
    static let delete = Lookup.Kind.allCases.map { kind in
      SQL(
        "DELETE FROM \(kind.table) WHERE set_id = ? AND user_id = ? AND (\(kind.columns)) = (\(kind.parameters))"
      )
    }
  }

  private var values: String {
    "\(table) (set_id, user_id, \(columns)) VALUES (?, ?, \(parameters))"
  }

  private var parameters: String { self == .identity ? "?, ?" : "?" }
}

extension Lookup {
  /// The values of its columns.
  var values: [Value] {
    switch self {
    case .uid(let text), .email(let text): [.text(text)]
    case .identity(let providerID, let rawID): [.text(providerID), .text(rawID)]
    }
  }
}
