internal import EmuSystem
internal import EmuThread
/// Copies of a database by name: the files of a folder, or nameless ones that are deleted with the
/// process.
///
/// A copy is written as a draft, which is not listed, and then renamed in one step.
package final class DatabaseCopies: Sendable {
  private struct State {
    var drafts = 0
    var nameless: [String: DatabaseCopy] = [:]
  }

  private static let ending = ".sqlite"
  /// No name begins with a dot.
  private static let draftPrefix = ".draft-"

  /// nil for nameless copies.
  private let folder: String?
  private let state = Monitor(State())

  /// - Parameter folder: the folder of the files, created with the first one; nil for nameless
  ///   copies.
  package init(folder: String?) {
    self.folder = folder
    // Drafts of a process that was killed.
    for file in Self.files(of: folder) where file.hasPrefix(Self.draftPrefix) {
      if let folder { unlink(folder + "/" + file) }
    }
  }

  /// Returns a new file to be filled and published; it is deleted when it is not published.
  ///
  /// - Throws: `cannotOpen`, `readOnly`, `diskFull`.
  package func draft() throws(DatabaseError) -> DatabaseCopy {
    guard let folder else { return try DatabaseCopy() }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw DatabaseFile.failure(errno, folder)
    }
    // A symbolic link would redirect the copies, and their deletion, to another folder.
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw DatabaseError(.cannotOpen, "\(folder): is not a folder; remove it, or move it away")
    }
    return try DatabaseCopy(draft: newDraft(in: folder))
  }

  private func newDraft(in folder: String) -> String {
    let number = state.withLock { state in
      state.drafts += 1
      return state.drafts
    }
    return "\(folder)/\(Self.draftPrefix)\(number)\(Self.ending)"
  }

  /// Publishes a draft under a name, replacing an earlier copy of the name.
  ///
  /// - Parameter name: a plain file name that does not begin with a dot.
  /// - Throws: `cannotOpen`, `readOnly`, `diskFull`; the earlier copy remains then.
  package func publish(_ draft: DatabaseCopy, as name: String) throws(DatabaseError) {
    guard let folder else { return state.withLock { $0.nameless[name] = draft } }
    try draft.publish(as: path(of: name, in: folder), in: folder)
  }

  /// Every name, in order.
  package var names: [String] {
    guard folder != nil else { return state.withLock { $0.nameless.keys.sorted() } }
    return Self.files(of: folder)
      .filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.ending.count)) }.sorted()
  }

  /// Returns the copy of a name; nil when there is none.
  ///
  /// The object has a link to the file, so that it remains the same when the name is removed or
  /// published again.
  package func copy(named name: String) -> DatabaseCopy? {
    guard let folder else { return state.withLock { $0.nameless[name] } }
    let (path, linked) = (path(of: name, in: folder), newDraft(in: folder))
    // A symbolic link is linked itself. A file system without links has the one name.
    let isLinked = linkat(AT_FDCWD, path, AT_FDCWD, linked, 0) == 0
    let copy = DatabaseCopy(isLinked ? linked : path, isDraft: isLinked)
    return copy.isRegularFile ? copy : nil
  }

  /// Removes the copy of a name.
  ///
  /// - Returns: false when there was none.
  /// - Throws: `cannotOpen`, `readOnly`.
  package func remove(_ name: String) throws(DatabaseError) -> Bool {
    guard let folder else {
      return state.withLock { $0.nameless.removeValue(forKey: name) } != nil
    }
    let path = path(of: name, in: folder)
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw DatabaseFile.failure(errno, path) }
    return false
  }

  private func path(of name: String, in folder: String) -> String {
    "\(folder)/\(name)\(Self.ending)"
  }

  /// Returns the names of a folder's files; none where there is no folder.
  private static func files(of folder: String?) -> [String] {
    folder.flatMap { readFolder($0, followsLink: false) { _, names in names } } ?? []
  }
}
