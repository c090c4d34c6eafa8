package import EmuModel
internal import EmuSQLite

/// A stored private key; its encoding is opaque to the store.
package struct StoredSigningKey: Sendable, Hashable {
  /// The issuer that signs with it, by provider id, or `securetoken` for the backend.
  package var issuer: String
  package var kid: String
  package var algorithm: String
  /// PKCS #8, DER.
  package var privateKey: [UInt8]
  /// `active` signs, `published` only verifies, `retired` is no longer shown.
  package var state: String
  package var createdAt: Timestamp

  package init(
    issuer: String, kid: String, algorithm: String, privateKey: [UInt8], state: String,
    createdAt: Timestamp
  ) {
    self.issuer = issuer
    self.kid = kid
    self.algorithm = algorithm
    self.privateKey = privateKey
    self.state = state
    self.createdAt = createdAt
  }
}

extension Table where Entity == StoredSigningKey {
  static let signingKeys = Table(
    "signing_keys",
    empty: StoredSigningKey(
      issuer: "", kid: "", algorithm: "", privateKey: [], state: "", createdAt: .epoch),
    [
      Column("issuer", isFixed: true, { $0.issuer }, { $0.issuer = $1 }),
      Column("kid", isFixed: true, { $0.kid }, { $0.kid = $1 }),
      Column("algorithm", { $0.algorithm }, { $0.algorithm = $1 }),
      Column("private_key", { $0.privateKey }, { $0.privateKey = $1 }),
      Column("state", { $0.state }, { $0.state = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
    ])

  fileprivate static let inOrder = signingKeys.select("ORDER BY id")
}

extension ReadTransaction {
  /// Returns every key in the order of creation.
  package func signingKeys() throws -> [StoredSigningKey] {
    try connection.all(Table.inOrder)
  }
}

extension WriteTransaction {
  package func insert(_ key: StoredSigningKey) throws {
    try connection.insert(key, into: .signingKeys)
  }

  package func setSigningKeyState(_ state: String, kid: String) throws {
    try connection.run("UPDATE signing_keys SET state = ? WHERE kid = ?", state, kid)
  }

  package func deleteSigningKey(kid: String) throws {
    try connection.run("DELETE FROM signing_keys WHERE kid = ?", kid)
  }

  package func deleteSigningKeys() throws { try connection.run("DELETE FROM signing_keys") }
}
