/// The values of many rows in one piece of memory, in the order in which statements take them.
///
/// Any thread makes them, ahead of the one that stores them: for that one no text is an object of its
/// own, and SQLite reads each where it lies.
package struct PackedRows: Sendable {
  /// What stands before a value, or at the beginning of a row.
  enum Tag: UInt8 {
    case null
    /// Numbers that most columns of flags and counts have.
    case zero
    case one
    case integer
    case real
    /// Its length in four bytes, then UTF-8.
    case text
    /// Its length in four bytes, then the bytes.
    case blob
    /// What the maker of the rows says of a row, in one byte.
    case row
  }

  private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: how many bytes are expected.
  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Begins a row; what follows are its values.
  ///
  /// - Parameter kind: what kind of row it is, for ``Cursor/nextRow()``.
  package mutating func beginRow(_ kind: UInt8) {
    bytes.append(Tag.row.rawValue)
    bytes.append(kind)
  }

  package mutating func appendNull() { bytes.append(Tag.null.rawValue) }

  package mutating func append(_ number: Int64) {
    guard !(0...1).contains(number) else {
      return bytes.append((number == 0 ? Tag.zero : .one).rawValue)
    }
    bytes.append(Tag.integer.rawValue)
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0, .text) }
  }

  /// Appends a text in UTF-8 that `write` puts behind what is there.
  package mutating func appendText(_ write: (inout [UInt8]) -> Void) {
    bytes.append(Tag.text.rawValue)
    let place = bytes.count
    bytes.append(contentsOf: [0, 0, 0, 0])
    write(&bytes)
    let count = UInt32(bytes.count - place - 4)
    withUnsafeBytes(of: count) { length in
      for (offset, byte) in length.enumerated() { bytes[place + offset] = byte }
    }
  }

  package mutating func append(_ blob: [UInt8]) {
    blob.withUnsafeBufferPointer { append($0, .blob) }
  }

  package mutating func append(_ value: Value) {
    switch value {
    case .null: appendNull()
    case .integer(let number): append(number)
    case .real(let number):
      bytes.append(Tag.real.rawValue)
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    case .text(let text): append(text)
    case .blob(let blob): append(blob)
    }
  }

  /// Forgets the rows and keeps the memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// How many bytes there are: where the next row will begin.
  package var end: Int { bytes.count }

  /// Puts other rows behind those that are there.
  package mutating func append(_ rows: PackedRows) { bytes.append(contentsOf: rows.bytes) }

  /// The bytes of a text of the row that begins at a place.
  ///
  /// - Parameter index: which of the row's values it is; all before it must be texts too.
  package func text(_ index: Int, ofRowAt place: Int) -> ArraySlice<UInt8> {
    // Behind the row's own two bytes, each text has its tag and its length before it.
    var start = place + 7
    var count = length(at: start - 4)
    for _ in 0..<index {
      start += count + 5
      count = length(at: start - 4)
    }
    return bytes[start..<(start + count)]
  }

  private func length(at place: Int) -> Int {
    bytes.withUnsafeBytes {
      Int($0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }

  private mutating func append(_ content: UnsafeBufferPointer<UInt8>, _ tag: Tag) {
    bytes.append(tag.rawValue)
    withUnsafeBytes(of: UInt32(content.count)) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
  }
}

// MARK: - Storing

extension PackedRows {
  /// A place among packed rows, from which they are stored one after the other.
  package struct Cursor {
    let bytes: [UInt8]
    var offset = 0

    /// - Parameter place: where the first row begins that is taken.
    package init(_ rows: PackedRows, at place: Int = 0) {
      bytes = rows.bytes
      offset = place
    }

    /// The kind of the row that comes next; nil at the end.
    package var nextRow: UInt8? {
      guard offset < bytes.count else { return nil }
      precondition(bytes[offset] == Tag.row.rawValue, "a row was not taken to its end")
      return bytes[offset + 1]
    }

    /// Steps over the next row.
    package mutating func skipRow() {
      precondition(nextRow != nil, "there is no further row")
      offset += 2
      while offset < bytes.count, let tag = Tag(rawValue: bytes[offset]), tag != .row {
        offset += 1
        switch tag {
        case .null, .zero, .one, .row: break
        case .integer, .real: offset += 8
        case .text, .blob:
          let count = bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          }
          offset += 4 + Int(count)
        }
      }
    }
  }
}

extension Connection {
  /// Runs a statement with numbers of the caller and then the values of the next packed row, which the
  /// cursor then stands behind.
  package func run(
    _ sql: SQL, _ first: Int64, _ second: Int64? = nil, then row: inout PackedRows.Cursor
  ) throws(DatabaseError) {
    let bytes = row.bytes
    var offset = row.offset + 2
    // The values lie here until the statement has let go of them.
    try bytes.withUnsafeBufferPointer { bytes throws(DatabaseError) in
      try withStatement(sql) { statement throws(DatabaseError) in
        try statement.begin(first, second, UnsafeRawBufferPointer(bytes), from: &offset)
        while try statement.step() {}
      }
    }
    row.offset = offset
  }
}
