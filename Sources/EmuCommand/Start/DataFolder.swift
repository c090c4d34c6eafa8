import EmuServer

/// The folder of the default data file, which excludes itself from version control.
package enum DataFolder {
  static let name = ".auth-emulator"
  package static let defaultFile = "\(name)/state.sqlite"

  /// Returns the folder of the local CA: that of the data file, or the default folder without one.
  /// A CA that did not survive a restart would not be trusted.
  static func ofAuthority(besides dataFile: String?) -> String {
    dataFile.map(LocalFolder.parent) ?? name
  }

  /// Returns true when a file is stored in the folder.
  static func isNeeded(by configuration: Configuration) -> Bool {
    configuration.dataFile == defaultFile
      || configuration.tls?.source == .localAuthority(folder: name)
  }

  /// Returns the message about a data file whose folder does not exist; nil where it exists, and for
  /// the default folder, which `start` creates.
  static func missing(of path: String) -> String? {
    let folder = ofAuthority(besides: path)
    guard path != defaultFile, LocalFile.kind(of: folder) == nil else { return nil }
    return "The folder \(folder) of the data file \(path) does not exist. Create it, or choose "
      + "another path with --data FILE."
  }

  /// The path, with its slash, of the project folder: the nearest one from the current folder
  /// upwards with a data folder. It is empty for the current folder, and where none has one.
  ///
  /// The search ends at the root of a project, and at a folder of another user.
  static var ownPrefix: String {
    nearest(below: [".git", ProjectFiles.configName], forbidden: 0) {
      LocalFile.kind(of: $0 + name) == .folder
    }
  }

  /// Returns the path, with its slash, of the nearest folder from the current one upwards that passes a
  /// test; empty for the current folder, and where none does.
  ///
  /// - Parameters:
  ///   - roots: the names in a folder at which the search ends.
  ///   - forbidden: the permissions of other users with which a folder is not entered.
  static func nearest(
    below roots: [String], forbidden: UInt32, _ isFound: (_ prefix: String) -> Bool
  ) -> String {
    var prefix = ""
    // No path is deeper.
    for _ in 0..<64 {
      if isFound(prefix) { return prefix }
      let isRoot =
        roots.contains { LocalFile.exists(prefix + $0) }
        || LocalFile.absolute(prefix.isEmpty ? "." : prefix) == "/"
      prefix += "../"
      if isRoot || LocalFile.exposure(ofFileAt: prefix, forbidden: forbidden) != nil { break }
    }
    return ""
  }

  /// Creates the folder in the current one, private to the user, unless it exists.
  ///
  /// - Throws: `CommandFailure` when that fails.
  static func prepare() throws {
    let ignored = "\(name)/.gitignore"
    if let kind = LocalFile.kind(of: name), kind != .folder {
      throw CommandFailure(
        "The folder \(name) cannot be created (\(kind.refusal)). Remove it, or choose another file with "
          + "--data FILE.")
    }
    do throws(LocalFile.Failure) {
      try LocalFolder.make(name)
      if LocalFile.kind(of: ignored) == nil {
        try LocalFile.replace(ignored, with: Array("*\n".utf8), syncs: false)
      }
    } catch {
      throw CommandFailure.folder(name, reason: error.reason)
    }
  }
}
