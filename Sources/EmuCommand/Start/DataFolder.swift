import EmuServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of the default data file, which keeps itself out of version control.
package enum DataFolder {
  static let name = ".auth-emulator"
  package static let defaultFile = "\(name)/state.sqlite"

  /// Where the local CA is kept: beside the data file, and in the default folder where nothing else
  /// is kept, for a CA that did not outlive a start would be trusted by nobody.
  static func ofAuthority(besides location: Configuration.Location) -> String {
    guard let path = location.path else { return name }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether anything is kept in the folder.
  static func isNeeded(by configuration: Configuration) -> Bool {
    configuration.location == .file(defaultFile)
      || configuration.tls?.source == .localAuthority(folder: name)
  }

  /// The path, with its slash, of the folder that commands are about: the nearest one from the current
  /// folder upwards that has a data folder; the current one, with no path, where none has.
  ///
  /// The search ends at the root of a project, and at a folder of another user.
  static var ownPrefix: String {
    var prefix = ""
    // No path is deeper.
    for _ in 0..<64 {
      if LocalFile.kind(of: prefix + name) == .folder { return prefix }
      let isRoot =
        [".git", ProjectFiles.configName].contains { LocalFile.exists(prefix + $0) }
        || LocalFile.absolute(prefix.isEmpty ? "." : prefix) == "/"
      prefix += "../"
      if isRoot || LocalFile.exposure(ofFileAt: prefix, forbidden: 0) != nil { break }
    }
    return ""
  }

  /// Makes the folder in the current one, private to the user, unless it is there already.
  ///
  /// - Throws: `StartFailure` when neither can be.
  static func prepare() throws(StartFailure) {
    // mkdir(2), open(2) and write(2) read the texts only while they run.
    guard unsafe mkdir(name, 0o700) == 0 || errno == EEXIST else {
      throw StartFailure.folder(name, reason: errno)
    }
    if let kind = LocalFile.kind(of: name), kind != .folder {
      throw StartFailure.folder(name, reason: kind.refusal)
    }
    let file = "\(name)/.gitignore"
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw StartFailure.folder(name, reason: errno)
    }
    Output.put("*\n", to: descriptor)
    close(descriptor)
  }
}
