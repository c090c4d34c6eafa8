/// A password as the store keeps it: the text that `passwordHash` and `salt` show to administrators.
///
/// A password that came in clear keeps the official emulator's form
/// `fakeHash:salt={salt}:password={password}`, so that exports move between both emulators. An
/// imported hash keeps the parameters that verify it.
package struct StoredPassword: Sendable, Hashable {
  package var hash: String
  package var salt: String?
  /// The import parameters as JSON text; nil for the fake form.
  package var algorithm: String?
  package var updatedAt: Timestamp

  package init(hash: String, salt: String?, algorithm: String? = nil, updatedAt: Timestamp) {
    self.hash = hash
    self.salt = salt
    self.algorithm = algorithm
    self.updatedAt = updatedAt
  }

  package static func clear(_ password: String, salt: String, at moment: Timestamp) -> Self {
    StoredPassword(
      hash: "fakeHash:salt=\(salt):password=\(password)", salt: salt, updatedAt: moment)
  }

  /// Whether a hash, as an import has it, is that of this emulator or of the official one.
  package static func isClear(_ hash: String) -> Bool { hash.hasPrefix("fakeHash:") }

  /// The password itself; nil when only an imported hash is known.
  ///
  /// Compares bytes: a password may begin with what `Character` would join to the text before it.
  package var clearText: String? {
    guard algorithm == nil else { return nil }
    let prefix = "fakeHash:salt=\(salt ?? ""):password=".utf8
    guard hash.utf8.starts(with: prefix) else { return nil }
    return String(decoding: hash.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  /// Whether both are of one password, as far as this can be seen without computing a hash.
  package func isSame(as other: StoredPassword) -> Bool {
    if let clearText, let text = other.clearText { return clearText == text }
    return hash == other.hash && salt == other.salt && algorithm == other.algorithm
  }
}
