/// A password as stored; `passwordHash` and `salt` show the text to administrators.
///
/// A plaintext password keeps the official emulator's form
/// `fakeHash:salt={salt}:password={password}`, so that exports move between both emulators. An
/// imported hash keeps its verification parameters.
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

  /// The beginning of the salts of the official emulator and of this one.
  package static let saltPrefix = "fakeSalt"
  /// The beginning of the salts of hashes that an export has in place of plaintext, where the file
  /// has no parameters.
  package static let hashedSaltPrefix = "hashSalt"

  /// Creates a plaintext password with a new salt.
  package static func clear(_ password: String, _ ids: IDGenerator, at moment: Timestamp) -> Self {
    clear(password, salt: saltPrefix + ids.alphanumeric(20), at: moment)
  }

  /// Returns true for an imported hash in the form of this emulator or of the official one.
  package static func isClear(_ hash: String) -> Bool { hash.hasPrefix("fakeHash:") }

  /// The plaintext; nil for an imported hash.
  ///
  /// Bytes are compared: a password may begin with a scalar that `Character` joins to the text
  /// before it.
  package var clearText: String? {
    guard algorithm == nil else { return nil }
    let prefix = "fakeHash:salt=\(salt ?? ""):password=".utf8
    guard hash.utf8.starts(with: prefix) else { return nil }
    return String(decoding: hash.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  /// True for a salt that no hash could be computed with.
  package var hasLongSalt: Bool { (salt?.utf8.count ?? 0) > AccountLimits.salt }

  /// Returns true when both are of one password, as far as is known without computing a hash.
  package func isSame(as other: StoredPassword) -> Bool {
    if let clearText, let text = other.clearText { return clearText == text }
    return hash == other.hash && salt == other.salt && algorithm == other.algorithm
  }
}

/// Text in one line: names, ids, secrets.
package enum PlainText {
  /// Returns the problem with a text, as a sentence; nil for 1 to `limit` bytes without control
  /// characters.
  package static func problem(with text: String, limit: Int) -> String? {
    let isPlain =
      !text.isEmpty && text.utf8.count <= limit
      && text.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
    return isPlain ? nil : "write 1 to \(limit) bytes without control characters"
  }
}
