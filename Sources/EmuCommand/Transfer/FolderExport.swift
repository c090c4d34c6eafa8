import EmuJSON
import EmuModel
import EmuServer

/// Writes an export folder of the Firebase CLI.
///
/// `auth_export` is written next to an older one and replaces it atomically; exports of other
/// emulators in the folder remain. Users have the order of their ids and a line each, so that a change
/// of a user changes its line alone. A part that cannot be read stays as the older export has it.
struct FolderExport {
  let export: UserExport
  /// True for the folder of `--import`.
  var isImported = false
  /// True to keep an older `auth_export` beside the new one.
  var keepsOld = false

  /// Creates the folder and missing ones above it. Rejects one that is not writable, or that contains anything
  /// but an export.
  ///
  /// - Parameter isImported: true for the folder of `--import`.
  static func prepare(_ path: String, isImported: Bool) throws {
    let target = trimmed(path)
    try check(target, isImported)
    do throws(LocalFile.Failure) {
      try LocalFolder.make(target)
      AbandonedDrafts.remove(in: target)
      _ = try FolderDraft(of: "\(target)/\(ExportFolder.authentication)")
    } catch {
      throw unwritable(target, error.reason)
    }
  }

  private static func check(_ target: String, _ isImported: Bool) throws {
    guard LocalFile.kind(of: target) != nil else { return }
    let names = LocalFolder.exists(target) ? LocalFolder.names(in: target) : nil
    guard let names, isImported || ExportFolder.areOfExport(names) else {
      throw CommandFailure(
        "\(target) is not an export folder: it has no \(ExportFolder.metadata). Nothing was written. "
          + "Name a new folder, an empty one, or one of an earlier export.")
    }
    let folder = "\(target)/\(ExportFolder.authentication)"
    switch LocalFile.kind(of: folder) {
    case nil: return
    case .folder?:
      let foreign = LocalFolder.names(in: folder)?.first { name in
        !ExportFolder.isOfExport(name) || LocalFile.kind(of: "\(folder)/\(name)") != .file
      }
      guard let foreign else { return }
      throw CommandFailure(
        "\(folder) holds \(foreign), which is not a file of an export and would be removed. "
          + "Nothing was written. Move it away, or name another folder.")
    case let kind?:
      throw CommandFailure(
        "\(folder) is not replaced: \(kind.refusal). Nothing was written. Remove it, or "
          + "name another folder.")
    }
  }

  /// Returns the path of a folder without the slash at its end.
  static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
  }

  private static func unwritable(_ target: String, _ reason: String) -> CommandFailure {
    CommandFailure("\(target) cannot be written (\(reason)). Name another folder.")
  }

  func write(to path: String) throws -> ClientReply {
    let target = Self.trimmed(path)
    try Self.prepare(target, isImported: isImported)
    let metadata = try metadata(in: target)
    let folder = "\(target)/\(ExportFolder.authentication)"
    do {
      let draft = try FolderDraft(of: folder)
      // Its end removes the files, which must not come before they are moved.
      defer { withExtendedLifetime(draft) {} }
      var parts = FolderParts(export, of: draft.path, over: folder)
      try parts.write()
      let kept = keepsOld ? Self.unusedName(for: "\(folder).old") : nil
      try LocalFolder.replace(folder, with: draft.path, keepingAs: kept)
      try LocalFile.replace("\(target)/\(ExportFolder.metadata)", with: metadata)
      let old: TerminalText? = kept.map {
        "The older export, with what was left out at the start, is \($0).\n"
      }
      let count = parts.users.counted("user")
      guard parts.problems.isEmpty else {
        throw CommandFailure(
          "\(target) has \(count), and not everything. "
            + parts.problems.joined(separator: "\n") + (old.map { "\n\($0)" } ?? ""))
      }
      return ClientReply(
        json: ["folder": .string(target), "users": .int(Int64(parts.users))],
        text:
          "Wrote \(target), \(count), with plaintext passwords as the official emulator has them. "
          + "Import it: auth-emulator import \(ShellWord.argument(target))\n" + (old ?? ""))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw Self.unwritable(target, (error as? LocalFile.Failure)?.reason ?? "\(error)")
    }
  }

  private static func unusedName(for name: String) -> String {
    var (candidate, number) = (name, 1)
    while LocalFile.kind(of: candidate) != nil {
      number += 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }

  /// Returns the older export's metadata with ours, so that other emulators find their part.
  private func metadata(in target: String) throws -> [UInt8] {
    let path = "\(target)/\(ExportFolder.metadata)"
    var metadata: JSONObject = ["version": .string(emulatorVersion)]
    let old = (try? LocalFile.bytes(at: path, limit: 1 << 20)) ?? []
    if !old.isEmpty {
      guard let object = (try? JSON(parsing: old, options: .relaxed))?.object else {
        throw CommandFailure(
          "\(path) is not JSON, so the export that is there is left alone. Name another folder.")
      }
      metadata = object
    }
    // The version of an older export stays, as that of the whole does.
    metadata["auth"] = [
      "version": metadata["auth"]?["version"] ?? .string(emulatorVersion),
      "path": .string(ExportFolder.authentication),
    ]
    return Array((JSON.object(metadata).serialized(pretty: true) + "\n").utf8)
  }
}
