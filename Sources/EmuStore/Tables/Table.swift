internal import EmuSQLite

/// A table whose rows are values of one type. Each column is listed once; every statement and every
/// read is derived from the list.
///
/// Statements are static values, since their texts are long.
struct Table<Entity: Sendable>: Sendable {
  let name: String
  /// The entity before a row is read; NULL leaves a property as it is here.
  private let empty: Entity
  private let readers: [Column<Entity>.Read]
  private let writers: [Column<Entity>.Write]
  private let updaters: [Column<Entity>.Write]
  /// Every column that is read, with commas.
  let readList: String
  private let writtenNames: [String]
  private let updatedNames: [String]

  init(_ name: String, empty: Entity, _ columns: [Column<Entity>]) {
    self.name = name
    self.empty = empty
    let read = columns.filter { $0.read != nil }
    let written = columns.filter { $0.write != nil }
    let updated = written.filter { !$0.isFixed }
    readers = read.compactMap(\.read)
    writers = written.compactMap(\.write)
    updaters = updated.compactMap(\.write)
    readList = read.map { $0.expression ?? "\(name).\($0.name)" }.joined(separator: ", ")
    writtenNames = written.map(\.name)
    updatedNames = updated.map(\.name)
  }

  // MARK: Statements

  /// Returns a `SELECT` of every readable column, followed by others.
  ///
  /// - Parameter rest: the text after the table's name, such as a join, a condition and an order.
  func select(_ rest: String, and others: [String] = []) -> SQL {
    SQL("SELECT \(([readList] + others).joined(separator: ", ")) FROM \(name) \(rest)")
  }

  /// `INSERT`: first the values of other columns, such as those of the row's owner, then the entity's.
  func insert(_ others: OtherColumn...) -> SQL { SQL(insertText(others)) }

  /// Returns an `INSERT` that updates the changeable columns of an existing row with the same key.
  ///
  /// - Parameter rest: the text at the end, such as `RETURNING`.
  func upsert(_ others: OtherColumn..., onConflict key: String, then rest: String = "") -> SQL {
    let changes = updatedNames.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return SQL("\(insertText(others)) ON CONFLICT (\(key)) DO UPDATE SET \(changes) \(rest)")
  }

  private func insertText(_ others: [OtherColumn]) -> String {
    let names = (others.map(\.name) + writtenNames).joined(separator: ", ")
    let values = (others.map(\.value) + writtenNames.map { _ in "?" }).joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) VALUES (\(values))"
  }

  /// `UPDATE` of every column that may change.
  ///
  /// - Parameter condition: selects the rows; its values follow the entity's.
  func update(where condition: String) -> SQL {
    let changes = updatedNames.map { "\($0) = ?" }.joined(separator: ", ")
    return SQL("UPDATE \(name) SET \(changes) WHERE \(condition)")
  }

  // MARK: Values

  /// The values of an `INSERT`: first those of other columns, then the entity's.
  func values(_ others: Value..., of entity: Entity) -> [Value] {
    var entity = entity
    var values = others
    values.reserveCapacity(others.count + writers.count)
    for write in writers { values.append(write(&entity)) }
    return values
  }

  /// The values of an `UPDATE`, without those of its condition.
  func changes(_ entity: Entity) -> [Value] {
    var entity = entity
    return updaters.map { $0(&entity) }
  }

  /// Reads a row of ``select(_:and:)``.
  ///
  /// - Parameter start: the index of the entity's first column, where others precede it.
  func read(_ row: borrowing Row, from start: Int = 0) -> Entity {
    read(row, from: start) { _ throws(Never) in }
  }

  /// - Parameter complete: adds properties that the columns do not contain.
  func read<Failure>(
    _ row: borrowing Row, from start: Int = 0,
    _ complete: (inout Entity) throws(Failure) -> Void
  ) throws(Failure) -> Entity {
    var entity = empty
    for index in readers.indices where !row.isNull(start + index) {
      readers[index](&entity, row, start + index)
    }
    try complete(&entity)
    return entity
  }

  /// The index of the first column after the entity's.
  var end: Int { readers.count }
}

/// A column that is inserted in addition to an entity's: its name, for a bound value, or an
/// expression.
struct OtherColumn: ExpressibleByStringLiteral {
  let name: String
  let value: String

  init(_ name: String, as value: String) {
    self.name = name
    self.value = value
  }

  init(stringLiteral name: String) { self.init(name, as: "?") }
}
