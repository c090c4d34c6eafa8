internal import EmuSQLite

/// A table whose rows are values of one type. Each column is listed once; every statement and every
/// read is derived from the list.
///
/// Statements are static values, since their texts are long.
struct Table<Entity: Sendable>: Sendable {
  let name: String
  /// The entity before a row is read.
  private let empty: Entity
  private let readers: [Column<Entity>.Read]
  private let writers: [Column<Entity>.Write]
  private let updaters: [Column<Entity>.Write]
  /// Every column that is read, with commas.
  let readList: String
  private let updatedNames: [String]
  private let key: String
  /// `INSERT`: first the values of the owner's columns, then the entity's.
  let insertion: SQL
  /// `UPDATE` of every column that may change; the value of the key follows the entity's.
  let update: SQL
  /// `DELETE` of a few rows whose time is before a bound one; nil for a table whose rows do not age.
  let deletion: SQL?

  /// - Parameters:
  ///   - owner: the columns that a row has in addition to the entity's, such as its project's.
  ///   - key: the column that identifies a row.
  ///   - age: the column with the time by which old rows are deleted; nil to keep them.
  init(
    _ name: String, empty: Entity, owner: [OtherColumn] = [], key: String = "id",
    age: String? = nil, _ columns: [Column<Entity>]
  ) {
    self.name = name
    self.empty = empty
    self.key = key
    let read = columns.filter { $0.read != nil }
    let written = columns.filter { $0.write != nil }
    let updated = written.filter { !$0.isFixed }
    readers = read.compactMap(\.read)
    writers = written.compactMap(\.write)
    updaters = updated.compactMap(\.write)
    readList = read.map { $0.expression ?? "\(name).\($0.name)" }.joined(separator: ", ")
    updatedNames = updated.map(\.name)
    let names = (owner.map(\.name) + written.map(\.name)).joined(separator: ", ")
    let values = (owner.map(\.value) + written.map { _ in "?" }).joined(separator: ", ")
    insertion = SQL("INSERT INTO \(name) (\(names)) VALUES (\(values))")
    let changes = updatedNames.map { "\($0) = ?" }.joined(separator: ", ")
    update = SQL("UPDATE \(name) SET \(changes) WHERE \(key) = ?")
    deletion = age.map {
      SQL(
        "DELETE FROM \(name) WHERE \(key) IN (SELECT \(key) FROM \(name) WHERE \($0) < ? LIMIT 8)")
    }
  }

  // MARK: Statements

  /// Returns a `SELECT` of every readable column.
  ///
  /// - Parameter rest: the text after the table's name, such as a join, a condition and an order.
  func select(_ rest: String) -> Query<Entity> {
    Query(table: self, sql: SQL("SELECT \(readList) FROM \(name) \(rest)"))
  }

  /// Returns an `INSERT` that updates the changeable columns of an existing row with the same key.
  ///
  /// - Parameter rest: the text at the end, such as `RETURNING`.
  func upsert(onConflict key: String, then rest: String) -> SQL {
    let changes = updatedNames.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return SQL("\(insertion.text) ON CONFLICT (\(key)) DO UPDATE SET \(changes) \(rest)")
  }

  // MARK: Values

  /// The values of an `INSERT`, after those of the owner.
  func values(of entity: Entity) -> [Value] {
    var values: [Value] = []
    add(entity, to: &values)
    return values
  }

  func add(_ entity: Entity, to values: inout [Value]) {
    var entity = entity
    values.reserveCapacity(values.count + writers.count)
    for write in writers { values.append(write(&entity)) }
  }

  /// Returns true for rows of the same values. Texts are compared by their bytes, where `==` ignores
  /// spellings of Unicode.
  func areIdentical(_ left: [Entity], _ right: [Entity]) -> Bool {
    left.map(values) == right.map(values)
  }

  /// The values of an `UPDATE`, without that of the key.
  func changes(_ entity: Entity) -> [Value] {
    var entity = entity
    return updaters.map { $0(&entity) }
  }

  /// Reads a row of ``select(_:)``.
  func read(_ row: borrowing Row) -> Entity { read(row) { _ throws(Never) in } }

  /// - Parameter complete: adds properties that the columns do not contain.
  func read<Failure>(
    _ row: borrowing Row, _ complete: (inout Entity) throws(Failure) -> Void
  ) throws(Failure) -> Entity {
    var entity = empty
    for index in readers.indices { readers[index](&entity, row, index) }
    try complete(&entity)
    return entity
  }

  /// The index of the first column after the entity's.
  var end: Int { readers.count }
}

/// A `SELECT` of rows of a table.
struct Query<Entity: Sendable>: Sendable {
  let table: Table<Entity>
  let sql: SQL
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
