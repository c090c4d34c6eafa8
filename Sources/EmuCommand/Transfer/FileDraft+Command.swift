import EmuServer

extension FileDraft {
  /// Writes a file that replaces an existing one atomically, and returns its length.
  ///
  /// The file is opened before `body` runs, so that no work is lost for a path that cannot be written.
  static func write(
    _ path: String, _ body: (FileDraft) throws(ClientFailure) -> Void
  ) throws(ClientFailure) -> Int {
    func failure(_ error: LocalFile.Failure) -> ClientFailure {
      ClientFailure(message: "\(path) cannot be written (\(error.reason)). Name another file.")
    }
    LocalFolder.removeAbandonedDrafts(in: LocalFolder.parent(of: path))
    let draft: FileDraft
    do throws(LocalFile.Failure) { draft = try FileDraft(of: path) } catch { throw failure(error) }
    do throws(ClientFailure) {
      try body(draft)
    } catch {
      draft.discard()
      throw error
    }
    do throws(LocalFile.Failure) { try draft.publish() } catch { throw failure(error) }
    return draft.count
  }

  func append(_ text: String) throws(ClientFailure) {
    let failure = Failure()
    _ = failure.keep { () throws(LocalFile.Failure) in try append(Array(text.utf8)) }
    try failure.check()
  }
}
