import EmuHTTP
import EmuJSON
import EmuServer

/// An export folder of the Firebase CLI: `firebase-export-metadata.json`, and the users in `auth_export`.
enum ExportFolder {
  static let metadata = "firebase-export-metadata.json"
  static let authentication = "auth_export"
  static let config = "config.json"
  static let accounts = "accounts.json"
  /// A seed document of ours, with the data that the other files cannot contain.
  static let supplement = "auth-emulator.json"

  static func accounts(ofTenant id: String) -> String { "accounts-\(id).json" }

  /// Returns true for a file of an export; the Finder adds one, and people add one for git.
  static func isOfExport(_ file: String) -> Bool {
    [config, supplement, ".DS_Store", ".gitkeep"].contains(file) || tenant(of: file) != nil
  }

  /// The tenant of a file with users, empty for the project itself; nil for another file.
  static func tenant(of file: String) -> String? {
    if file == accounts { return "" }
    guard file.hasPrefix("accounts-"), file.hasSuffix(".json") else { return nil }
    return String(file.dropFirst(9).dropLast(5))
  }

  /// Returns true for the names in an export folder, in one without visible files, and in one
  /// where the first export was killed and left its draft.
  static func areOfExport(_ names: [String]) -> Bool {
    names.contains(metadata)
      || names.allSatisfy {
        $0.hasPrefix(".") || $0.hasSuffix("_export") || $0.hasPrefix(authentication + ".")
      }
  }
}

extension ImportFile {
  /// Finds the users in an export folder, or in its `auth_export`.
  ///
  /// - Throws: ``Nothing`` or `CommandFailure`.
  init(folder path: String) throws {
    (self.path, format) = (path, "emulator")
    let folder = try Self.folder(of: path, &warnings)
    var parts: [any StoredBody] = [Self.text("{")]
    for (member, file) in [
      ("config", ExportFolder.config), ("supplement", ExportFolder.supplement),
    ] where LocalFile.exists("\(folder)/\(file)") {
      guard let body = try part("\(folder)/\(file)") else { continue }
      do {
        _ = try JSON(parsing: body.bytes(from: 0, count: body.count))
      } catch {
        throw Self.unreadable("\(folder)/\(file)", error)
      }
      parts += [Self.text("\"\(member)\":"), body, Self.text(",")]
    }
    parts.append(Self.text("\"accounts\":{"))
    var isFirst = true
    for name in LocalFolder.names(in: folder) ?? [] {
      guard let tenant = ExportFolder.tenant(of: name), let body = try part("\(folder)/\(name)")
      else { continue }
      guard Self.firstCharacter(of: body) == "{" else {
        problems.append(
          #"\#(folder)/\#(name) is not an object with users and was left out. Write {"users": [...]}."#
        )
        continue
      }
      try Self.check(body, "\(folder)/\(name)")
      parts += [Self.text("\(isFirst ? "" : ",")\(JSON.string(tenant).serialized()):"), body]
      isFirst = false
    }
    body = JoinedBody(parts: parts + [Self.text("}}")])
  }

  /// Rejects a file of users that breaks off or goes on outside its users.
  ///
  /// The emulator receives the files as one text, in which it does not see where one ends. Any other error it
  /// finds itself, and names the user.
  private static func check(_ body: any StoredBody, _ path: String) throws {
    var reader = JSONElementReader(arrays: [["users"]], readingChunks: body.pieces())
    do {
      while try reader.skip() {}
    } catch {
      guard reader.path.isEmpty else { return }
      throw unreadable(path, error)
    }
    do {
      _ = try reader.skeleton()
    } catch {
      throw unreadable(path, error)
    }
  }

  private static func unreadable(_ path: String, _ error: any Error) -> CommandFailure {
    CommandFailure(
      "\(path): the file breaks off or is not JSON (\(error)). Correct it there, or export it again."
    )
  }

  private static func folder(of path: String, _ warnings: inout [String]) throws -> String {
    let root = FolderExport.trimmed(path)
    guard let names = LocalFolder.names(in: root), names.contains(where: { !$0.hasPrefix(".") })
    else { throw Nothing(reason: "\(root) is empty") }
    if names.contains(where: { ExportFolder.tenant(of: $0) != nil }) { return root }
    let metadata = "\(root)/\(ExportFolder.metadata)"
    var folder = "\(root)/\(ExportFolder.authentication)"
    let bytes = (try? LocalFile.bytes(at: metadata, limit: 1 << 20)) ?? []
    if bytes.isEmpty {
      guard LocalFolder.exists(folder) else {
        throw Nothing(
          reason: "\(root) has no \(ExportFolder.metadata) and no \(ExportFolder.authentication)")
      }
      warnings.append("\(metadata) is missing or empty; \(folder) was still read.")
    } else {
      guard let tree = try? JSON(parsing: bytes, options: .relaxed) else {
        throw CommandFailure("\(metadata) is not JSON. Restore the file, or export again.")
      }
      guard let name = tree["auth"]?["path"]?.string else {
        throw Nothing(reason: "the export \(root) has no users of Authentication")
      }
      folder = "\(root)/\(name)"
    }
    guard
      LocalFolder.names(in: folder)?.contains(where: { ExportFolder.tenant(of: $0) != nil }) == true
    else {
      throw Nothing(
        reason:
          "there is no \(ExportFolder.accounts) and no "
          + "\(ExportFolder.accounts(ofTenant: "TENANT")) in \(folder)")
    }
    return folder
  }

  private static func text(_ text: String) -> any StoredBody { BytesBody(Array(text.utf8)) }

  /// Returns a file without its byte order mark; nil for an empty one.
  private mutating func part(_ path: String) throws -> (any StoredBody)? {
    let file = try Self.body(path)
    let body = BodySuffix(body: file, start: file.byteOrderMark)
    guard body.count > 0 else {
      warnings.append("\(path) is empty and was passed over.")
      return nil
    }
    return body
  }

  private static func firstCharacter(of body: any StoredBody) -> Character? {
    let head = (try? body.bytes(from: 0, count: 4096)) ?? []
    return head.first { $0 > 0x20 }.map { Character(Unicode.Scalar($0)) }
  }
}
