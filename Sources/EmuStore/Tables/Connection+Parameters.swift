internal import EmuModel
internal import EmuSQLite

// Statements with parameters as Swift's own values, and of entities.

extension Connection {
  func run<each P: Parameter>(
    _ sql: SQL, _ parameters: repeat each P
  ) throws(DatabaseError) {
    try run(sql, values: [Value](repeat each parameters))
  }

  /// Returns the first row as `body` reads it; nil when there is none.
  func first<each P: Parameter, T>(
    _ sql: SQL, _ parameter: some Parameter, _ others: repeat each P,
    row body: (borrowing Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T? {
    try first(sql, values: [Value](parameter, repeat each others), row: body)
  }

  /// Returns all rows as `body` reads them.
  func all<each P: Parameter, T>(
    _ sql: SQL, _ parameter: some Parameter, _ others: repeat each P,
    row body: (borrowing Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> [T] {
    try all(sql, values: [Value](parameter, repeat each others), row: body)
  }

  /// Returns the only column of the first row; nil when there is none.
  func value<each P: Parameter, T: ColumnValue>(
    _ sql: SQL, _ parameters: repeat each P
  ) throws(DatabaseError) -> T? {
    try first(sql, values: [Value](repeat each parameters)) { row in T(row, 0) }
  }

  /// Returns the only column of all rows.
  func column<each P: Parameter, T: ColumnValue>(
    _ sql: SQL, _ parameters: repeat each P
  ) throws(DatabaseError) -> [T] {
    try all(sql, values: [Value](repeat each parameters)) { row in T(row, 0) }
  }

  func hasRow<each P: Parameter>(
    _ sql: SQL, _ parameters: repeat each P
  ) throws(DatabaseError) -> Bool {
    try first(sql, values: [Value](repeat each parameters)) { _ in true } ?? false
  }

  func first<Entity, each P: Parameter>(
    _ query: Query<Entity>, _ parameters: repeat each P
  ) throws(DatabaseError) -> Entity? {
    try first(query.sql, values: [Value](repeat each parameters)) { row in query.table.read(row) }
  }

  func all<Entity, each P: Parameter>(
    _ query: Query<Entity>, _ parameters: repeat each P
  ) throws(DatabaseError) -> [Entity] {
    try all(query.sql, values: [Value](repeat each parameters)) { row in query.table.read(row) }
  }

  /// Inserts a row, and deletes a few old ones: the table shrinks, and no call removes many.
  ///
  /// - Parameters:
  ///   - moment: the time from which the age of the others counts, where rows age.
  ///   - owner: the values of the table's columns that are not the entity's.
  func insert<Entity, each P: Parameter>(
    _ entity: Entity, into table: Table<Entity>, at moment: Timestamp = .epoch,
    _ owner: repeat each P
  ) throws(DatabaseError) {
    if let deletion = table.deletion { try run(deletion, moment - CodeLimits.retention) }
    var values = [Value](repeat each owner)
    table.add(entity, to: &values)
    try run(table.insertion, values: values)
  }

  func update<Entity>(
    _ entity: Entity, in table: Table<Entity>, key: some WrittenValue
  ) throws(DatabaseError) {
    try run(table.update, values: table.changes(entity) + [key.value])
  }
}

extension [Value] {
  fileprivate init<each P: Parameter>(_ parameters: repeat each P) {
    self = []
    reserveCapacity(8)
    repeat (each parameters).add(to: &self)
  }
}

extension AccountScope: Parameter {
  func add(to values: inout [Value]) {
    values.append(.integer(projectKey))
    values.append(.integer(tenantKey))
  }
}
