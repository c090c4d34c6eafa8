import EmuSystem
import EmuThread

/// Reads and writes a copy as bytes, for exports and imports.
extension DatabaseCopy {
  private static let pieceSize = 256 << 10

  /// Reads the file from its start: each call returns the next piece, an empty one at the end.
  ///
  /// The content does not change when the name gets another file meanwhile.
  package func pieces() throws(DatabaseError) -> @Sendable () throws(DatabaseError) -> [UInt8] {
    let file = try openFile(O_RDONLY)
    return { [path = place.path] () throws(DatabaseError) in
      let offset = file.offset.withLock { $0 }
      guard let piece = readBytes(of: file.descriptor, from: offset, count: Self.pieceSize) else {
        throw DatabaseFile.failure(errno, path)
      }
      file.offset.withLock { $0 += piece.count }
      return piece
    }
  }

  /// Writes the content of a draft, piece by piece; nil is the end.
  ///
  /// - Throws: `diskFull`, `ioError`, and the errors of `next`.
  package func fill(from next: () throws -> [UInt8]?) throws {
    let file = try openFile(O_WRONLY)
    var offset = 0
    while let piece = try next() {
      guard piece.withUnsafeBytes({ writeBytes($0, to: file.descriptor, at: offset) }) else {
        throw DatabaseFile.failure(errno, place.path)
      }
      offset += piece.count
    }
  }

  private func openFile(_ mode: Int32) throws(DatabaseError) -> OpenFile {
    let descriptor = nameless?.duplicate() ?? open(place.path, mode | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseFile.failure(errno, place.path) }
    return OpenFile(descriptor)
  }
}

/// A descriptor that is closed with the object.
private final class OpenFile: Sendable {
  let descriptor: Int32
  let offset = Monitor(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}
