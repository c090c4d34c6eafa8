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
