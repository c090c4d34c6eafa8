/// A body that is kept outside memory, because it is long; any thread may read it.
package protocol StoredBody: Sendable {
  /// Its length in bytes.
  var count: Int { get }

  /// Reads a piece: as many bytes as were asked for, and fewer at the end.
  ///
  /// - Throws: what keeps it from being read, with a description for people.
  func bytes(from offset: Int, count: Int) throws -> [UInt8]
}

extension StoredBody {
  /// Reads the body from its beginning: each call of what is returned gives the next piece, nil at the
  /// end.
  ///
  /// - Parameter start: how many bytes are passed over.
  package func pieces(
    of size: Int = 64 << 10, from start: Int = 0
  ) -> () throws -> [UInt8]? {
    var offset = start
    return {
      let piece = try bytes(from: offset, count: size)
      offset += piece.count
      return piece.isEmpty ? nil : piece
    }
  }
}

extension StoredBody {
  /// How many bytes of a byte order mark stand before the text, as some editors write it.
  package var byteOrderMark: Int {
    (try? bytes(from: 0, count: 3)) == [0xEF, 0xBB, 0xBF] ? 3 : 0
  }
}

/// Bytes in memory as a body of that kind.
package struct BytesBody: StoredBody {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    Array(bytes.dropFirst(offset).prefix(count))
  }
}
