/// A long body in a file; any thread may read it.
package protocol StoredBody: Sendable {
  /// Its length in bytes.
  var count: Int { get }

  /// Reads a piece: as many bytes as requested, and fewer at the end.
  ///
  /// - Throws: an error with a readable description.
  func bytes(from offset: Int, count: Int) throws -> [UInt8]
}

extension StoredBody {
  /// Reads the body from its start: each call of the result returns the next piece, nil at the end.
  ///
  /// - Parameter start: the number of bytes to skip.
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
  /// The length of a byte order mark before the text, as some editors write it.
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
