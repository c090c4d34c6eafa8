internal import EmuSystem

/// A file that is written next to the one it replaces, and then renamed atomically.
///
/// Until then readers get the old content; an unpublished draft is deleted with the object.
// Safety: used by one thread at a time, as `append` and `publish` follow one another.
package final class FileDraft: @unchecked Sendable {
  package let path: String
  private let draft: String
  private let descriptor: Int32
  private var isPublished = false
  /// Bytes so far.
  package private(set) var count = 0

  /// Creates a file that only its owner can read, under an unused name.
  ///
  /// - Throws: `Failure` also where the path names anything but a file: no link is followed or
  ///   replaced.
  package init(of path: String) throws(LocalFile.Failure) {
    try LocalFile.checkPlain(path)
    self.path = path
    // mkstemp(3) creates it with mode 0600 and replaces the Xs in place.
    var template = AbandonedDrafts.template(of: path)
    descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw LocalFile.Failure(number: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    draft = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    close(descriptor)
    discard()
  }

  /// Deletes the draft unless it is published: a process that ends may release no object before.
  package func discard() {
    if !isPublished { LocalFile.remove(draft) }
  }

  package func append(_ bytes: [UInt8]) throws(LocalFile.Failure) {
    try LocalFile.put(bytes, to: descriptor)
    count += bytes.count
  }

  /// Renames the draft to the path.
  ///
  /// - Parameter syncs: true when it must survive a loss of power.
  package func publish(syncs: Bool = true) throws(LocalFile.Failure) {
    guard !syncs || fsync(descriptor) == 0 else { throw LocalFile.Failure(number: errno) }
    // rename(2) reads both texts only while it runs.
    guard unsafe rename(draft, path) == 0 else { throw LocalFile.Failure(number: errno) }
    isPublished = true
  }
}
