import EmuServer
import EmuThread

extension FileDraft {
  /// Writes a file that replaces an existing one atomically, and returns its length.
  ///
  /// The file is opened before `body` runs, so that no work is lost for a path that cannot be written.
  static func write(_ path: String, _ body: (FileDraft) throws -> Void) throws -> Int {
    func message(_ failure: LocalFile.Failure) -> TerminalText {
      "\(path) cannot be written (\(failure.reason)). Name another file."
    }
    AbandonedDrafts.remove(in: LocalFolder.parent(of: path))
    let draft = try CommandFailure.ofFile(try FileDraft(of: path), message)
    do {
      try body(draft)
    } catch {
      draft.discard()
      throw error
    }
    try CommandFailure.ofFile(try draft.publish(), message)
    return draft.count
  }

  /// Appends the response of a control call.
  ///
  /// - Parameter onProgress: is called with each piece.
  func download(
    _ path: String, query: [(String, String?)] = [], _ client: ControlClient,
    onProgress: @escaping @Sendable () -> Void = {}
  ) throws {
    let failure = Monitor<LocalFile.Failure?>(nil)
    let received = Result {
      try client.download(path, query: query) { bytes in
        onProgress()
        do throws(LocalFile.Failure) {
          try self.append(bytes)
          return true
        } catch {
          failure.withLock { $0 = error }
          return false
        }
      }
    }
    // The request was cancelled because of it.
    if let failure = failure.withLock({ $0 }) { throw CommandFailure(message(failure)) }
    try received.get()
  }

  func append(_ text: String) throws {
    try CommandFailure.ofFile(try append(Array(text.utf8)), message)
  }

  /// Returns the sentences about the file when it cannot be written any further.
  private func message(_ failure: LocalFile.Failure) -> TerminalText {
    "The file \(path) cannot be written (\(failure.reason)). Make room, or name another one."
  }
}
