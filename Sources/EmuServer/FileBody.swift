internal import EmuHTTP
internal import EmuSystem

/// A file of this machine as a body that is read piece by piece.
// Safety: the descriptor and the length never change, and pread(2) has no position.
package final class FileBody: StoredBody, @unchecked Sendable {
  package let count: Int
  private let descriptor: Int32

  package init(_ path: String) throws(LocalFile.Failure) {
    // A pipe without a writer would block the call: open(2), "O_NONBLOCK".
    descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw LocalFile.Failure(number: errno) }
    var facts = stat()
    // fstat(2) writes a variable of ours.
    guard unsafe fstat(descriptor, &facts) == 0 else {
      throw LocalFile.Failure(number: errno)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw LocalFile.Failure(number: EISDIR)
    default:
      throw LocalFile.Failure(
        reason: "it is a pipe or a device: write what comes from there to a file")
    }
    count = Int(facts.st_size)
  }

  deinit { close(descriptor) }

  package func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    let wanted = min(count, max(0, self.count - offset))
    guard let bytes = readBytes(of: descriptor, from: offset, count: wanted) else {
      throw LocalFile.Failure(number: errno)
    }
    return bytes
  }
}
