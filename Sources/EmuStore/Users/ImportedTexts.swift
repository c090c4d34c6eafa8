package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns the text that an unchanged user was imported from; nil for any other user (ADR 0040).
  package func importedText(of user: User) throws -> String? {
    try connection.value(
      "SELECT file_text FROM users WHERE id = ? AND file_text IS NOT NULL", user.key)
  }
}
