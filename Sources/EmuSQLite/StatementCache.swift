/// The prepared statements of one connection, by their text.
///
/// Before the dictionary, a small table uses the address of the literal or composed text. A hit
/// there costs two nanoseconds instead of hashing the text, and nearly every use is one.
struct StatementCache {
  private struct Slot {
    let address: UInt
    /// Keeps a composed text alive, so that no other gets its address.
    let source: SQL.Source
    let statement: Statement
  }

  /// The maximum number of statements; literals are few, so only text composed at run time can
  /// reach it.
  private static let limit = 512
  private static let slotCount = 256

  private var slots = [Slot?](repeating: nil, count: slotCount)
  private var byText: [String: Statement] = [:]

  /// Returns an idle statement for `sql`, prepared when there is none.
  ///
  /// When the cached one is running (a query inside the loop over the same query), it returns a new
  /// one that is not cached.
  mutating func statement(
    for sql: SQL, on connection: OpaquePointer
  ) throws(DatabaseError) -> Statement {
    guard let address = Self.address(of: sql.source) else {
      return try statement(byTextOf: sql, on: connection)
    }
    let index = Int((address >> 4 ^ address >> 12) % UInt(Self.slotCount))
    if let slot = slots[index], slot.address == address {
      if !slot.statement.isRunning { return slot.statement }
      return try Statement(sql, on: connection)
    }
    let statement = try statement(byTextOf: sql, on: connection)
    slots[index] = Slot(address: address, source: sql.source, statement: statement)
    return statement
  }

  /// nil for a literal of one character, which has none.
  private static func address(of source: SQL.Source) -> UInt? {
    switch source {
    case .literal(let literal):
      literal.hasPointerRepresentation ? UInt(bitPattern: literal.utf8Start) : nil
    case .text(let text): UInt(bitPattern: ObjectIdentifier(text))
    }
  }

  /// Finalizes the statements that are not running.
  mutating func removeAll() {
    slots = Array(repeating: nil, count: Self.slotCount)
    byText.removeAll()
  }

  private mutating func statement(
    byTextOf sql: SQL, on connection: OpaquePointer
  ) throws(DatabaseError) -> Statement {
    let text = sql.text
    if let statement = byText[text] {
      if !statement.isRunning { return statement }
      return try Statement(sql, on: connection)
    }
    let statement = try Statement(sql, on: connection)
    if byText.count >= Self.limit { removeAll() }
    byText[text] = statement
    return statement
  }
}
