#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that is written beside the one whose place it takes, and put there as a whole.
///
/// Until then who reads has the old content; what is not published is removed.
// Safety: used by one thread at a time, as `append` and `publish` follow one another.
package final class FileDraft: @unchecked Sendable {
  private let path: String
  private let draft: String
  private let descriptor: Int32
  private var isPublished = false
  /// Bytes so far.
  package private(set) var count = 0

  /// Begins a file that only its owner reads.
  package init(of path: String) throws(LocalFile.Failure) {
    self.path = path
    draft = "\(path).\(getpid())"
    LocalFile.remove(draft)
    descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LocalFile.Failure(number: errno) }
  }

  deinit {
    close(descriptor)
    if !isPublished { LocalFile.remove(draft) }
  }

  package func append(_ bytes: [UInt8]) throws(LocalFile.Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The bytes are only read, and only during the call: write(2).
      let written = unsafe rest.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      guard written > 0 || errno == EINTR else { throw LocalFile.Failure(number: errno) }
      rest = rest.dropFirst(max(0, written))
    }
    count += bytes.count
  }

  /// Puts the file in its place; it outlives a loss of power.
  package func publish() throws(LocalFile.Failure) {
    guard fsync(descriptor) == 0 else { throw LocalFile.Failure(number: errno) }
    // rename(2) reads both texts only while it runs.
    guard unsafe rename(draft, path) == 0 else { throw LocalFile.Failure(number: errno) }
    isPublished = true
  }
}
