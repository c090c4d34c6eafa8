import EmuHTTP
import EmuJSON
import EmuServer

/// An export folder of the Firebase CLI: `firebase-export-metadata.json`, and the users in `auth_export`.
struct ExportFolder {
  /// The names of its files.
  enum Name {
    static let metadata = "firebase-export-metadata.json"
    static let authentication = "auth_export"
    static let config = "config.json"
    static let accounts = "accounts.json"
    /// A seed document of ours, with the data that the other files cannot contain.
    static let supplement = "auth-emulator.json"

    static func accounts(ofTenant id: String) -> String { "accounts-\(id).json" }

    /// Returns true for a file of an export; the Finder adds one.
    static func isOfExport(_ file: String) -> Bool {
      [config, accounts, supplement, ".DS_Store"].contains(file) || tenant(of: file) != nil
    }

    /// The tenant of a file with users.
    static func tenant(of file: String) -> String? {
      guard file.hasPrefix("accounts-"), file.hasSuffix(".json") else { return nil }
      return String(file.dropFirst(9).dropLast(5))
    }
  }

  /// The folder with `accounts.json`.
  let path: String

  /// Finds the users in an export folder, or in its `auth_export`.
  init(reading path: String) throws(ClientFailure) {
    let root = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let metadata = "\(root)/\(Name.metadata)"
    if LocalFile.exists(metadata) {
      let tree = (try? LocalFile.bytes(at: metadata, limit: 1 << 20)).flatMap {
        try? JSON(parsing: $0)
      }
      guard let tree else {
        throw ClientFailure(message: "\(metadata) is not JSON. Restore the file, or export again.")
      }
      guard let folder = tree["auth"]?["path"]?.string else {
        throw ClientFailure(
          message: "The export \(root) has no users of Authentication. Name one that has.")
      }
      self.path = "\(root)/\(folder)"
    } else if LocalFile.exists("\(root)/\(Name.accounts)") {
      self.path = root
    } else {
      self.path = "\(root)/\(Name.authentication)"
    }
    guard LocalFile.exists("\(self.path)/\(Name.accounts)") else {
      throw ClientFailure(
        message: "There is no \(Name.accounts) in \(self.path). Name a folder that "
          + "`firebase emulators:export` or `auth-emulator export` wrote.")
    }
  }

  /// All files as one body, see `EmulatorExport` in EmuControl.
  var body: any StoredBody {
    get throws(ClientFailure) {
      var parts: [any StoredBody] = [text("{")]
      for (member, file) in [("config", Name.config), ("supplement", Name.supplement)]
      where LocalFile.exists("\(path)/\(file)") {
        parts += [text("\"\(member)\":"), try self.file(file), text(",")]
      }
      parts += [text("\"accounts\":{\"\":"), try file(Name.accounts)]
      for name in LocalFolder.names(in: path) ?? [] {
        guard let tenant = Name.tenant(of: name) else { continue }
        parts += [text(",\(JSON.string(tenant).serialized()):"), try file(name)]
      }
      return JoinedBody(parts + [text("}}")])
    }
  }

  private func text(_ text: String) -> any StoredBody { BytesBody(Array(text.utf8)) }

  private func file(_ name: String) throws(ClientFailure) -> any StoredBody {
    try ImportFile.body("\(path)/\(name)")
  }
}
