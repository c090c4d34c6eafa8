import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer

/// Writes an export folder of the Firebase CLI.
///
/// `auth_export` is written next to an older one and replaces it atomically; exports of other
/// emulators in the folder remain.
struct FolderExport {
  private typealias Name = ExportFolder.Name

  private let export: UserExport
  private let isImported: Bool
  private let keepsOld: Bool

  /// - Parameters:
  ///   - isImported: true for the folder of `--import`.
  ///   - keepsOld: true to keep an older `auth_export` beside the new one.
  init(_ export: UserExport, isImported: Bool = false, keepsOld: Bool = false) {
    (self.export, self.isImported, self.keepsOld) = (export, isImported, keepsOld)
  }

  /// Creates the folder and missing ones above it. Rejects one that is not writable, or that contains anything
  /// but an export.
  ///
  /// - Parameter isImported: true for the folder of `--import`.
  static func prepare(_ path: String, isImported: Bool) throws(ClientFailure) {
    let target = trimmed(path)
    try check(target, isImported)
    do throws(LocalFile.Failure) {
      try LocalFolder.make(target)
      LocalFolder.removeFiles(of: try LocalFolder.makeDraft(of: "\(target)/\(Name.authentication)"))
    } catch {
      throw unwritable(target, error.reason)
    }
  }

  private static func check(_ target: String, _ isImported: Bool) throws(ClientFailure) {
    guard LocalFile.kind(of: target) != nil else { return }
    let names = LocalFolder.exists(target) ? LocalFolder.names(in: target) : nil
    guard let names, isImported || Name.areOfExport(names) else {
      throw ClientFailure(
        message:
          "\(target) is not an export folder: it has no \(Name.metadata). Nothing was written. "
          + "Name a new folder, an empty one, or one of an earlier export.")
    }
    let folder = "\(target)/\(Name.authentication)"
    switch LocalFile.kind(of: folder) {
    case nil: return
    case .folder?:
      let foreign = LocalFolder.names(in: folder)?.first { name in
        !Name.isOfExport(name) || LocalFile.kind(of: "\(folder)/\(name)") != .file
      }
      guard let foreign else { return }
      throw ClientFailure(
        message:
          "\(folder) holds \(foreign), which is not a file of an export and would be removed. "
          + "Nothing was written. Move it away, or name another folder.")
    case let kind?:
      throw ClientFailure(
        message: "\(folder) is not replaced: \(kind.refusal). Nothing was written. Remove it, or "
          + "name another folder.")
    }
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
  }

  private static func unwritable(_ target: String, _ reason: String) -> ClientFailure {
    ClientFailure(message: "\(target) cannot be written (\(reason)). Name another folder.")
  }

  func write(to path: String) throws(ClientFailure) -> ClientReply {
    let target = Self.trimmed(path)
    try Self.prepare(target, isImported: isImported)
    let metadata = try metadata(in: target)
    let folder = "\(target)/\(Name.authentication)"
    let draft: String
    do throws(LocalFile.Failure) {
      draft = try LocalFolder.makeDraft(of: folder)
    } catch {
      throw Self.unwritable(target, error.reason)
    }
    do {
      let users = try writeFiles(to: draft)
      try RevisedFiles.revise(folder, into: draft)
      let kept = keepsOld ? Self.unusedName(for: "\(folder).old") : nil
      try LocalFolder.replace(folder, with: draft, keepingAs: kept)
      try RevisedFiles.replace("\(target)/\(Name.metadata)", with: metadata)
      let old: TerminalText? = kept.map {
        "The older export, with what was left out at the start, is \($0).\n"
      }
      return ClientReply(
        json: ["folder": .string(target), "users": .int(Int64(users))],
        text:
          "Wrote \(target), \(users) \(users == 1 ? "user" : "users"), with passwords in clear as "
          + "the official emulator has them. Import it: auth-emulator import \(ShellWord.argument(target))\n"
          + (old ?? "")
      )
    } catch {
      LocalFolder.removeFiles(of: draft)
      if let failure = error as? ClientFailure { throw failure }
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
  private func metadata(in target: String) throws(ClientFailure) -> [UInt8] {
    let path = "\(target)/\(Name.metadata)"
    var metadata: JSONObject = ["version": .string(emulatorVersion)]
    let old = (try? LocalFile.bytes(at: path, limit: 1 << 20)) ?? []
    if !old.isEmpty {
      guard let object = (try? JSON(parsing: old, options: .relaxed))?.object else {
        throw ClientFailure(
          message:
            "\(path) is not JSON, so the export that is there is left alone. Name another folder.")
      }
      metadata = object
    }
    // The version of an older export stays, as that of the whole does.
    metadata["auth"] = [
      "version": metadata["auth"]?["version"] ?? .string(emulatorVersion),
      "path": .string(Name.authentication),
    ]
    return Array((JSON.object(metadata).serialized() + "\n").utf8)
  }

  private func writeFiles(to folder: String) throws(ClientFailure) -> Int {
    let project = PercentEncoding.pathSegment(export.project)
    let all = try export.client.control(.get, "projects/\(project)/config")
    var config: JSONObject = [:]
    // The official emulator's members.
    for name in ["signIn", "emailPrivacyConfig"] { config[name] = all[name] }
    _ = try FileDraft.write("\(folder)/\(Name.config)") { draft throws(ClientFailure) in
      try draft.append(JSON.object(config).serialized() + "\n")
    }
    let tenants = try export.tenants()
    var total = 0
    for tenant in [nil] + tenants.map(Optional.some) { total += try export.count(ofTenant: tenant) }
    let progress = ProgressBar("export", of: total, .users)
    defer { progress.end() }
    var users = try writeAccounts("\(folder)/\(Name.accounts)", nil, from: 0, progress)
    for tenant in tenants {
      users += try writeAccounts(
        "\(folder)/\(Name.accounts(ofTenant: tenant))", tenant, from: users, progress)
    }
    let supplement = "\(folder)/\(Name.supplement)"
    _ = try FileDraft.write(supplement) { draft throws(ClientFailure) in
      try export.download([("format", "supplement")], to: draft)
    }
    if Self.saysNothing(supplement) { LocalFile.remove(supplement) }
    return users
  }

  /// Returns true for a supplement without data beyond the other files.
  private static func saysNothing(_ path: String) -> Bool {
    guard let bytes = try? LocalFile.bytes(at: path, limit: 1 << 20), bytes.count <= 1 << 20,
      let document = (try? JSON(parsing: bytes))?.object, document["issuers"] == nil,
      let project = document["projects"]?.object?.first?.value.object
    else { return false }
    return project.allSatisfy { member in
      switch member.key {
      case "users": member.value.array?.isEmpty == true
      case "settings": member.value == ["profile": "compatible"]
      // The name of a file says this much of a tenant.
      case "tenants": member.value.array?.allSatisfy { $0.object?.count == 1 } == true
      default: false
      }
    }
  }

  private func writeAccounts(
    _ path: String, _ tenant: String?, from first: Int, _ progress: ProgressBar
  ) throws(ClientFailure) -> Int {
    var count = 0
    _ = try FileDraft.write(path) { draft throws(ClientFailure) in
      try draft.append("{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\"users\":[")
      try export.forEachPage(ofTenant: tenant) { users throws(ClientFailure) in
        var text = ""
        for user in users {
          text += (count == 0 ? "\n" : ",\n") + user.serialized()
          count += 1
        }
        try draft.append(text)
        progress.reach(first + count)
      }
      try draft.append("\n]}\n")
    }
    return count
  }
}
