package import EmuModel
internal import EmuSQLite

/// A private key as it is kept: the key itself is opaque here.
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

extension Reader {
  /// Every key in the order in which they were made.
  package func signingKeys() throws -> [StoredSigningKey] {
    try connection.all(
      """
      SELECT issuer, kid, algorithm, private_key, state, created_at FROM signing_keys ORDER BY id
      """
    ) { row in
      StoredSigningKey(
        issuer: row.text(0), kid: row.text(1), algorithm: row.text(2), privateKey: row.blob(3),
        state: row.text(4), createdAt: Timestamp(milliseconds: row.integer(5)))
    }
  }
}

extension Writer {
  package func insert(_ key: StoredSigningKey) throws {
    try connection.run(
      """
      INSERT INTO signing_keys (issuer, kid, algorithm, private_key, state, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .text(key.issuer), .text(key.kid), .text(key.algorithm), .blob(key.privateKey),
      .text(key.state), .integer(key.createdAt.milliseconds))
  }

  package func setSigningKeyState(_ state: String, kid: String) throws {
    try connection.run(
      "UPDATE signing_keys SET state = ? WHERE kid = ?", .text(state), .text(kid))
  }

  package func deleteSigningKey(kid: String) throws {
    try connection.run("DELETE FROM signing_keys WHERE kid = ?", .text(kid))
  }
}
