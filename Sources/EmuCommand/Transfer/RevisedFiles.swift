import EmuJSON
import EmuServer

/// Writes new files in the form of the older ones that they replace, so that a folder under version control
/// shows only real changes.
enum RevisedFiles {
  /// The longest file that is compared, in bytes.
  private static let limit = 64 << 20

  /// Rewrites the new files of a folder in the form of the older ones of the same names.
  static func revise(_ old: String, into new: String) throws(LocalFile.Failure) {
    for name in LocalFolder.names(in: new) ?? [] {
      guard let content = bytes(at: "\(new)/\(name)"),
        let revised = revised("\(old)/\(name)", content)
      else { continue }
      try LocalFile.replace("\(new)/\(name)", with: revised)
    }
  }

  /// Writes a file in the form of an existing one, unless that one means the same.
  static func replace(_ path: String, with content: [UInt8]) throws(LocalFile.Failure) {
    let revised = revised(path, content) ?? content
    guard bytes(at: path) != revised else { return }
    try LocalFile.replace(path, with: revised)
  }

  private static func revised(_ path: String, _ new: [UInt8]) -> [UInt8]? {
    guard let old = bytes(at: path), let new = try? JSON(parsing: new) else { return nil }
    return RevisedText(old)?.revised(with: new)
  }

  private static func bytes(at path: String) -> [UInt8]? {
    guard let bytes = try? LocalFile.bytes(at: path, limit: limit), bytes.count <= limit else {
      return nil
    }
    return bytes
  }
}
