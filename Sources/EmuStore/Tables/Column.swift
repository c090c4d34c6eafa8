internal import EmuModel
internal import EmuSQLite

/// One column of a table: its name, its writer and its reader.
struct Column<Entity: Sendable>: Sendable {
  // By reference, although unchanged: by value, each column would copy the entire entity.
  typealias Get<Stored> = @Sendable (inout Entity) -> Stored
  typealias Write = @Sendable (inout Entity) -> Value
  typealias Read = @Sendable (inout Entity, borrowing Row, _ index: Int) -> Void

  let name: String
  /// The expression that is read in place of the column; nil for the column itself.
  let expression: String?
  /// True when the value never changes once the row exists.
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

  /// Creates a column with one property.
  ///
  /// - Parameters:
  ///   - expression: read in place of the column, where it depends on other rows.
  ///   - set: stores the value that was read.
  init<Stored: ColumnValue>(
    _ name: String, reading expression: String? = nil, isFixed: Bool = false,
    _ get: @escaping Get<Stored>,
    _ set: @escaping @Sendable (inout Entity, Stored) -> Void
  ) {
    self.init(
      name, reading: expression, isFixed: isFixed, write: { get(&$0).value },
      read: { entity, row, index in set(&entity, Stored(row, index)) })
  }

  /// Creates a column or an expression that is only read, such as SQLite's key of a row.
  static func read<Stored: ColumnValue>(
    _ name: String, as expression: String? = nil,
    set: @escaping @Sendable (inout Entity, Stored) -> Void
  ) -> Column {
    Column(
      name, reading: expression, write: nil,
      read: { entity, row, index in set(&entity, Stored(row, index)) })
  }

  /// Creates a column that is computed from others and used only by searches.
  static func derived<Stored: WrittenValue>(
    _ name: String, _ get: @escaping Get<Stored>
  ) -> Column {
    Column(name, write: { get(&$0).value }, read: nil)
  }
}

// MARK: - Values

/// The values of one or more parameters of a statement.
protocol Parameter: SendableMetatype {
  func add(to values: inout [Value])
}

/// A type that a column can be written from.
protocol WrittenValue: Parameter {
  var value: Value { get }
}

extension WrittenValue {
  func add(to values: inout [Value]) { values.append(value) }
}

/// A type that a column can store.
protocol ColumnValue: WrittenValue {
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
  var value: Value { .integer(self ? 1 : 0) }
}

extension [UInt8]: Parameter, WrittenValue, ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self = row.blob(index) }
  var value: Value { .blob(self) }
}

/// Milliseconds since the epoch.
extension Timestamp: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) { self.init(milliseconds: row.integer(index)) }
  var value: Value { .integer(milliseconds) }
}

extension Timestamp {
  static let epoch = Timestamp(milliseconds: 0)
}

extension Value: WrittenValue {
  var value: Value { self }
}

extension Optional: Parameter, WrittenValue where Wrapped: WrittenValue {
  var value: Value { self?.value ?? .null }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  init(_ row: borrowing Row, _ index: Int) {
    self = row.isNull(index) ? nil : Wrapped(row, index)
  }
}
