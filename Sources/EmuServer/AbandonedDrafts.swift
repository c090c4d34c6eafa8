internal import EmuSystem

/// The drafts of files and folders that a killed process left, which may have plaintext passwords.
///
/// A draft of `users.json` is `users.json.draft-4711-Xa8hJ2` beside it, with the id of its process,
/// which holds a lock on it while it writes.
package enum AbandonedDrafts {
  /// Returns the template of a draft's name for mkstemp(3) and mkdtemp(3), ended by a zero.
  static func template(of path: String) -> [CChar] {
    Array("\(path)\(mark)\(getpid())-XXXXXX".utf8CString)
  }

  private static let mark = ".draft-"

  /// Removes the drafts in a folder that no process writes any more.
  ///
  /// Other files stay: a name has the form of a draft, its process has ended, and no process holds its
  /// lock, as one of another container might. The first process of a container has the same id after
  /// each start, so there the lock alone decides.
  package static func remove(in folder: String) {
    for name in LocalFolder.names(in: folder) ?? [] {
      guard let pid = process(of: name) else { continue }
      let isMine = pid == getpid()
      guard isMine || kill(pid, 0) != 0 && errno == ESRCH else { continue }
      let path = "\(folder)/\(name)"
      // open(2) reads the path only while it runs; a pipe of that name does not block it.
      let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // File systems without locks have the process alone.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || !isMine && errno != EWOULDBLOCK else {
        continue
      }
      switch LocalFile.kind(of: path) {
      case .folder?: LocalFolder.removeFiles(of: path)
      case .file?: LocalFile.remove(path)
      case .link?, .other?, nil: continue
      }
    }
  }

  /// Returns the id of the process that a draft's name has; nil for another name.
  private static func process(of name: String) -> pid_t? {
    guard let start = name.utf8.indices.last(where: { name.utf8[$0...].starts(with: mark.utf8) })
    else { return nil }
    let parts = name.utf8[start...].dropFirst(mark.utf8.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 6, parts[0].allSatisfy({ 48...57 ~= $0 }) else {
      return nil
    }
    return String(parts[0]).flatMap { pid_t($0) }
  }
}

/// A folder that is written beside the one it replaces. It is removed with the object, unless it was
/// moved away.
// Safety: nothing of it changes.
package final class FolderDraft: @unchecked Sendable {
  package let path: String
  private let descriptor: Int32

  /// Creates a folder that only its owner can read, under an unused name.
  package init(of path: String) throws(LocalFile.Failure) {
    var template = AbandonedDrafts.template(of: path)
    // mkdtemp(3) creates it with mode 0700 and replaces the Xs in place.
    guard unsafe mkdtemp(&template) != nil else { throw LocalFile.Failure(number: errno) }
    self.path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = unsafe open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    close(descriptor)
    LocalFolder.removeFiles(of: path)
  }
}
