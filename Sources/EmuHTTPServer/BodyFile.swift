import EmuHTTP
import EmuSystem

/// A body in a file without a name, in the folder `TMPDIR` or in `/tmp`.
///
/// The file is deleted when it is no longer read, even when the process is killed.
// Safety: the descriptor never changes. One thread appends, before any other has the object. Then
// it is only read, by pread, which has no position.
package final class BodyFile: StoredBody, @unchecked Sendable {
  /// The reason that a body cannot be stored or read.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let descriptor: Int32
  package private(set) var count = 0

  package init() throws(Failure) {
    descriptor = openNamelessFile()
    guard descriptor >= 0 else { throw Self.failure("No file can be made in \(temporaryFolder)") }
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard writeBytes(bytes, to: descriptor, at: count) else {
      throw Self.failure("A body could not be kept")
    }
    count += bytes.count
  }

  package func append(_ bytes: [UInt8]) throws(Failure) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(Failure) in try append(buffer) }
    }
    try result.get()
  }

  package func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    let wanted = min(count, max(0, self.count - offset))
    guard let bytes = readBytes(of: descriptor, from: offset, count: wanted),
      bytes.count == wanted
    else { throw Self.failure("A body could not be read") }
    return bytes
  }

  private static func failure(_ what: String) -> Failure {
    Failure(
      description:
        "\(what): \(String(cString: strerror(errno))). Make room there, or set TMPDIR to "
        + "another folder.")
  }
}
