/// A part of a document that its type does not accept.
package enum JSONMistake: Sendable {
  case unknown(UnknownField)
  /// A value that cannot be read, or a required one that is missing.
  case unreadable(JSONError)
  /// A text that is not in the format of its field, and is read as it is.
  case malformed(JSONError)

  package var unknownField: UnknownField? {
    if case .unknown(let field) = self { field } else { nil }
  }
}

/// A member of a document that its type does not have.
package struct UnknownField: Sendable, Hashable {
  /// The path of the object that has it, in the sender's spelling; empty for the document itself.
  package var parent: String
  package var name: String

  package init(parent: String, name: String) {
    self.parent = parent
    self.name = name
  }

  /// The path, such as `users[3].nickname`.
  package var path: String { parent.isEmpty ? name : "\(parent).\(name)" }
}
