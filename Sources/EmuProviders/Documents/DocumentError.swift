internal import EmuModel

/// What is wrong with a document that people write: a person, an issuer's settings, a provider.
///
/// Seeds and control calls each put it into their own form.
package struct DocumentError: Error, Sendable, Hashable {
  /// The member, such as `clients[0].clientId`.
  package var field: String
  /// A sentence without the field's name, which says what to write instead.
  package var message: String

  package init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

extension DocumentError {
  /// Refuses a text that is no plain line, see ``PlainText``.
  static func check(
    _ text: String?, _ field: String, limit: Int
  ) throws(DocumentError) {
    guard let text, let problem = PlainText.problem(with: text, limit: limit) else { return }
    throw DocumentError(field: field, message: problem)
  }

  /// Refuses a list with a text that is no plain line.
  static func check(
    _ texts: [String], _ field: String, limit: Int
  ) throws(DocumentError) {
    for (index, text) in texts.enumerated() {
      try check(text, "\(field)[\(index)]", limit: limit)
    }
  }
}
