/// A value as SQLite stores it, to be bound to a parameter or read from a column.
package enum Value: Sendable, Equatable {
  case null
  case integer(Int64)
  /// Stored as UTF-8.
  case text(String)
  case blob([UInt8])
}

// MARK: - Equality

extension Value {
  /// Compares as SQLite's `IS` does: texts by their bytes, where Swift treats some Unicode
  /// spellings of a text as equal.
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }
}

// MARK: - From Swift's own types

extension Value {
  package static func integer(_ value: Int) -> Value {
    .integer(Int64(value))
  }

  package static func text(_ value: String?) -> Value {
    value.map { .text($0) } ?? .null
  }
}
