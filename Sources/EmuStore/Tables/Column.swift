internal import EmuModel
internal import EmuSQLite

/// One column of a table: its name, how a value is written to it, and how it is read.
struct Column<Entity: Sendable>: Sendable {
  // By reference, though nothing is changed: by value, each column would copy the whole entity.
  typealias Get<Stored> = @Sendable (inout Entity) -> Stored
  typealias Write = @Sendable (inout Entity) -> Value
  /// Only called where the column is not NULL.
  typealias Read = @Sendable (inout Entity, borrowing Row, _ index: Int) -> Void

  let name: String
  /// What is read in place of the column; nil for the column itself.
  let expression: String?
  /// Whether the value never changes once the row is there.
  let isFixed: Bool
  /// nil for a column that is only read.
  let write: Write?
  /// nil for a column that is only written.
  let read: Read?

  private init(
    _ name: String, reading expression: String? = nil, isFixed: Bool = false, write: Write?,
    read: Read?
  ) {
    self.name = name
    self.expression = expression
    self.isFixed = isFixed
    self.write = write
    self.read = read
  }

  /// A column that holds one property.
  ///
  /// - Parameters:
  ///   - expression: what is read in its place, where that depends on other rows.
  ///   - set: stores what was read.
  init<Stored: ColumnValue>(
    _ name: String, reading expression: String? = nil, isFixed: Bool = false,
    _ get: @escaping Get<Stored>,
    _ set: @escaping @Sendable (inout Entity, Stored) -> Void
  ) {
    self.init(
      name, reading: expression, isFixed: isFixed, write: { get(&$0).value },
      read: { entity, row, index in set(&entity, Stored(row, index)) })
  }

  /// A column or an expression that is only read, such as the key that SQLite gives a row.
  static func read<Stored: ColumnValue>(
    _ name: String, as expression: String? = nil,
    set: @escaping @Sendable (inout Entity, Stored) -> Void
  ) -> Column {
    Column(
      name, reading: expression, write: nil,
      read: { entity, row, index in set(&entity, Stored(row, index)) })
  }

  /// A column that follows from others and serves searches alone.
  static func derived<Stored: WrittenValue>(
    _ name: String, _ get: @escaping Get<Stored>
  ) -> Column {
    Column(name, write: { get(&$0).value }, read: nil)
  }
}

// MARK: - Values of columns

/// A type that a column can be written from.
protocol WrittenValue: SendableMetatype {
  var value: Value { get }
}

/// A type that a column can hold.
protocol ColumnValue: WrittenValue {
  /// The value of a column that is not NULL.
  init(_ row: borrowing Row, _ index: Int)
}

extension String: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = row.text(index) }
  var value: Value { .text(self) }
}

extension Int64: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = row.integer(index) }
  var value: Value { .integer(self) }
}

extension Int: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = row.int(index) }
  var value: Value { .integer(self) }
}

extension Bool: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = row.bool(index) }
  var value: Value { .bool(self) }
}

extension [UInt8]: WrittenValue, ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = row.blob(index) }
  var value: Value { .blob(self) }
}

/// Milliseconds since the epoch.
extension Timestamp: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self.init(milliseconds: row.integer(index)) }
  var value: Value { .integer(milliseconds) }
}

extension Timestamp {
  /// What a column without a value is read onto.
  static let epoch = Timestamp(milliseconds: 0)
}

/// NULL where there is none.
extension Optional: WrittenValue where Wrapped: WrittenValue {
  var value: Value { self?.value ?? .null }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = Wrapped(row, index) }
}
