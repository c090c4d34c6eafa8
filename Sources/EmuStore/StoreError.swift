internal import EmuSQLite

package struct StoreError: Error, Sendable {
  package enum Code: Sendable {
    case foreignFile
    case damaged
    case inUse
    case cannotOpen
    /// Written by another version, whose schema this one does not continue.
    case otherSchema
    case diskFull
    /// Another program holds the write lock.
    case locked
    /// The file was removed or replaced while it was open.
    case fileGone
    /// The system cannot read or write the file.
    case ioError
    case closed
    /// A rule of the schema would have been broken: a fault of the program.
    case conflict
    case other
  }

  package let code: Code
  /// A message, with the next step where there is one.
  package let message: String

  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// True when the reason is in the file or its disk, not in the program: HTTP responds 503 with
  /// the message.
  package var isUnavailable: Bool {
    [.diskFull, .closed, .locked, .fileGone, .ioError, .damaged, .cannotOpen].contains(code)
  }
}

extension StoreError {
  init(opening error: DatabaseError) {
    self.init(
      code: Code(error.code), message: error.code == .other ? error.description : error.message)
  }

  /// Creates the error of a file whose content cannot be read.
  init(opening error: any Error) {
    self = error as? StoreError ?? StoreError(code: .other, message: String(describing: error))
  }

  /// Creates the error of a failed read or change in an open store.
  ///
  /// - Parameter file: its path; nil for a temporary one.
  init(_ error: DatabaseError, file: String?) {
    let code = Code(error.code)
    let name = file.map { "data file \($0)" } ?? "temporary data file"
    let message =
      switch code {
      case .locked:
        """
        Another program holds the write lock of the \(name), such as a sqlite3 shell or a database \
        browser in the middle of a transaction. End that transaction, then repeat the call.
        """
      case .fileGone:
        """
        The \(name), or the -wal file beside it, was removed or replaced while the emulator was \
        running, so nothing can be stored. Put the file back, or restart the emulator.
        """
      case .diskFull:
        "The disk of the \(name) is full, so nothing was stored. Free some space, then repeat the call."
      case .damaged:
        """
        The \(name) is damaged (\(error.message)). Stop the emulator, then start it with --recover, \
        which renames the file and begins with a new one.
        """
      case .ioError:
        """
        The \(name) cannot be read or written (\(error.message)). Check its disk, then restart the \
        emulator.
        """
      case .cannotOpen:
        """
        A file beside the \(name) cannot be opened or created (\(error.message)). Check its folder \
        and its disk, then repeat the call.
        """
      case .closed: "The emulator is stopping, so nothing was read or stored."
      default: error.description
      }
    self.init(code: code, message: message)
  }
}

extension StoreError.Code {
  fileprivate init(_ code: DatabaseError.Code) {
    switch code {
    case .notADatabase, .foreignFile: self = .foreignFile
    case .corrupt: self = .damaged
    case .inUse: self = .inUse
    case .cannotOpen, .readOnly: self = .cannotOpen
    case .otherSchema: self = .otherSchema
    case .diskFull: self = .diskFull
    case .busy: self = .locked
    case .fileGone: self = .fileGone
    case .ioError: self = .ioError
    case .closed: self = .closed
    case .unique, .foreignKey, .constraint: self = .conflict
    default: self = .other
    }
  }
}
