internal import EmuSystem

extension LocalFolder {
  /// Moves a folder to a path, and then deletes the folder that it replaces, or keeps it under another name.
  ///
  /// Both exchange their names in one step: at each moment, and after a crash, one of them is
  /// complete at that path. A file system without such a step gets two renames. A crash between
  /// them leaves the old folder under its new path, or as `PATH.PID.old`. After a failure both
  /// folders have their names again. A link at that path remains, and is a failure.
  ///
  /// - Parameters:
  ///   - kept: the new path of the old folder; nil to remove it.
  ///   - exchange: the one step; returns 0 or its error number.
  package static func replace(
    _ path: String, with draft: String, keepingAs kept: String? = nil,
    exchange: (String, String) -> Int32 = exchange
  ) throws(LocalFile.Failure) {
    guard let kind = LocalFile.kind(of: path) else { return try move(draft, to: path) }
    guard kind == .folder else { throw LocalFile.Failure(reason: kind.refusal) }
    // An old folder that is kept never has the name of a draft, which a later start removes.
    if let kept { try move(draft, to: kept) }
    let number = exchange(kept ?? draft, path)
    guard number != 0 else { return kept == nil ? removeFiles(of: draft) : () }
    if let kept { try move(kept, to: draft) }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(number) else {
      throw LocalFile.Failure(number: number)
    }
    try replaceInTwoSteps(path, with: draft, keepingAs: kept)
  }

  private static func replaceInTwoSteps(
    _ path: String, with draft: String, keepingAs kept: String?
  ) throws(LocalFile.Failure) {
    let old = kept ?? "\(path).\(getpid()).old"
    try move(path, to: old)
    do {
      try move(draft, to: path)
    } catch {
      try? move(old, to: path)
      throw error
    }
    if kept == nil { removeFiles(of: old) }
  }

  private static func move(_ path: String, to target: String) throws(LocalFile.Failure) {
    // rename(2) reads both texts only while it runs.
    guard unsafe rename(path, target) == 0 else { throw LocalFile.Failure(number: errno) }
  }

  /// Exchanges the names of two files or folders of one file system.
  ///
  /// - Returns: 0, or the number of the error: EINVAL, ENOTSUP or ENOSYS where the system cannot do it.
  package static func exchange(_ one: String, _ other: String) -> Int32 {
    #if canImport(Darwin)
      // renamex_np(2) reads both texts only while it runs.
      return unsafe renamex_np(one, other, UInt32(RENAME_SWAP)) == 0 ? 0 : errno
    #else
      typealias Call =
        @convention(c) (
          Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32
      // The header declares renameat2(2) for GNU sources alone, which a Swift module is not. So the
      // function is looked up in the libraries of the process: null is RTLD_DEFAULT.
      guard let symbol = unsafe dlsym(nil, "renameat2") else { return ENOSYS }
      // Safety: the type is that of rename(2)'s page. Both texts are read only while the call runs.
      let renameat2 = unsafe unsafeBitCast(symbol, to: Call.self)
      let exchangesNames: UInt32 = 2  // RENAME_EXCHANGE of linux/fs.h
      return unsafe renameat2(AT_FDCWD, one, AT_FDCWD, other, exchangesNames) == 0 ? 0 : errno
    #endif
  }
}
