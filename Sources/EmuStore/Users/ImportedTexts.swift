package import EmuModel
internal import EmuSQLite

// The text of a user in the export folder that it was imported from, with a fingerprint of the values that
// the user had then: an export returns the text while they are the same (ADR 0040).

extension ReadTransaction {
  /// Returns the text that an unchanged user was imported from; nil for any other user.
  package func importedText(of user: User) throws -> String? {
    let kept = try connection.first(
      "SELECT file_text, file_fingerprint FROM users WHERE id = ? AND file_text IS NOT NULL",
      user.key
    ) { row in (text: row.text(0), fingerprint: row.integer(1)) }
    return kept.flatMap {
      $0.fingerprint == user.fingerprint(of: Table.users.values(of: user)) ? $0.text : nil
    }
  }
}

extension User {
  /// Returns 64 bits that change with any stored value (FNV-1a).
  ///
  /// - Parameter values: those of the user's row.
  func fingerprint(of values: [Value]) -> Int64 {
    var values = values
    for factor in secondFactors { values += Table.secondFactors.values(of: factor) }
    for passkey in passkeys.sorted(by: { $0.credentialID < $1.credentialID }) {
      values += Table.passkeys.values(of: passkey)
    }
    var bytes: [UInt8] = []
    for value in values {
      switch value {
      case .null: TextList.append(nil, to: &bytes)
      case .integer(let number): TextList.append(String(number), to: &bytes)
      case .real(let number): TextList.append(String(number), to: &bytes)
      case .text(let text): TextList.append(text, to: &bytes)
      case .blob(let blob): bytes += blob
      }
    }
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }
}
