/// The prepared statements of one connection, by their text.
///
/// In front of the dictionary stands a small table by the literal's address: a hit there costs two
/// nanoseconds instead of hashing the text, and nearly every use is one.
struct StatementCache {
  private struct Slot {
    let address: UInt
    let statement: Statement
  }

  /// Statements kept; literals are few, so only text made at run time can reach it.
  private static let limit = 512
  private static let slotCount = 256

  private var slots = [Slot?](repeating: nil, count: slotCount)
  private var byText: [String: Statement] = [:]

  /// A statement for `sql` that nobody is using, prepared when there is none.
  ///
  /// When the cached one is running (a query inside the loop over the same query) the answer is a
  /// fresh one that the cache does not keep.
  mutating func statement(
    for sql: SQL, on connection: OpaquePointer
  ) throws(DatabaseError) -> Statement {
    guard case .literal(let literal) = sql.source, literal.hasPointerRepresentation else {
      return try statement(byTextOf: sql, on: connection)
    }
    let address = UInt(bitPattern: literal.utf8Start)
    let index = Int((address >> 4 ^ address >> 12) % UInt(Self.slotCount))
    if let slot = slots[index], slot.address == address {
      if !slot.statement.isRunning { return slot.statement }
      return try Statement(sql, on: connection)
    }
    let statement = try statement(byTextOf: sql, on: connection)
    slots[index] = Slot(address: address, statement: statement)
    return statement
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
