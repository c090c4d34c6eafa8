internal import EmuSQLite

/// Why the store could not do its part.
package struct StoreError: Error, Sendable {
  /// What kind of trouble it is; open, so compare with the members below.
  package struct Code: Sendable, Hashable {
    package let name: String

    /// The file is not one of ours.
    package static let foreignFile = Code(name: "foreignFile")
    package static let damaged = Code(name: "damaged")
    package static let inUse = Code(name: "inUse")
    package static let cannotOpen = Code(name: "cannotOpen")
    /// Made by a newer version.
    package static let newerSchema = Code(name: "newerSchema")
    package static let diskFull = Code(name: "diskFull")
    package static let closed = Code(name: "closed")
    /// A rule of the schema would have been broken: a fault of the program.
    package static let conflict = Code(name: "conflict")
    package static let other = Code(name: "other")
  }

  package let code: Code
  /// A sentence for people, with what to do next where there is something to do.
  package let message: String

  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}

extension StoreError {
  init(_ error: DatabaseError) {
    self.init(code: Code(error.code), message: error.description)
  }

  /// Turns an error of the database into one that callers may know; passes others on.
  static func translating(_ error: any Error) -> any Error {
    if let error = error as? DatabaseError { return StoreError(error) }
    return error
  }
}

extension StoreError.Code {
  fileprivate init(_ code: DatabaseError.Code) {
    switch code {
    case .notADatabase, .foreignFile: self = .foreignFile
    case .corrupt: self = .damaged
    case .inUse: self = .inUse
    case .cannotOpen, .readOnly: self = .cannotOpen
    case .newerSchema: self = .newerSchema
    case .diskFull: self = .diskFull
    case .closed: self = .closed
    case .unique, .foreignKey, .constraint: self = .conflict
    default: self = .other
    }
  }
}
