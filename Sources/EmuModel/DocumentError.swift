/// The problem with a document that people write: a user, a person, an issuer's options, a provider.
///
/// Seeds and control calls each convert it to their own form.
package struct DocumentError: Error, Sendable, Hashable {
  /// The member, such as `clients[0].clientId`; empty for the document itself.
  package var field: String
  /// A sentence without the field's name, with the valid form.
  package var message: String

  package init(field: String = "", message: String) {
    self.field = field
    self.message = message
  }
}

extension DocumentError: CustomStringConvertible {
  package var description: String { field.isEmpty ? message : "\(field): \(message)" }
}
