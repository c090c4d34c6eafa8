internal import EmuSQLite

/// The text of a user in the export folder that it was imported from.
package struct AccountRecord: Sendable {
  package var text: String
  /// The SHA-256 of the text that an export writes of the unchanged user without this one.
  package var digest: [UInt8]

  package init(text: String, digest: [UInt8]) {
    self.text = text
    self.digest = digest
  }
}

extension ReadTransaction {
  package func accountRecord(ofUser key: Int64) throws -> AccountRecord? {
    try connection.first(
      "SELECT file_text, file_digest FROM users WHERE id = ? AND file_text IS NOT NULL",
      .integer(key)
    ) { row in AccountRecord(text: row.text(0), digest: row.blob(1)) }
  }
}

extension WriteTransaction {
  package func store(_ record: AccountRecord, ofUser key: Int64) throws {
    try connection.run(
      "UPDATE users SET file_text = ?, file_digest = ? WHERE id = ?",
      .text(record.text), .blob(record.digest), .integer(key))
  }
}
