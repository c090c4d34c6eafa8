import EmuHTTP
import EmuJSON
import EmuServer

/// The files of `auth_export`, of which each is written by itself: one that fails costs no other.
struct FolderParts {
  private let export: UserExport
  private let folder: String
  /// The folder of the older export, whose file stays where the new one cannot be written.
  private let old: String
  private(set) var users = 0
  /// A sentence for each file that could not be written.
  private(set) var problems: [TerminalText] = []

  init(_ export: UserExport, of folder: String, over old: String) {
    (self.export, self.folder, self.old) = (export, folder, old)
  }

  /// - Throws: the first failure where no file could be written.
  mutating func write() throws {
    let counts = try export.counts()
    let progress = ProgressBar("export", of: counts.reduce(0) { $0 + $1.users }, .users)
    defer { progress.end() }
    var failures: [CommandFailure] = []
    try write(ExportFolder.config, &failures, config)
    for (tenant, _) in counts {
      let name = tenant.map(ExportFolder.accounts(ofTenant:)) ?? ExportFolder.accounts
      let before = users
      var count = 0
      try write(name, &failures) { [export] path in
        count = try Self.writeAccounts(path, of: tenant, export) { progress.reach(before + $0) }
      }
      users += count
    }
    try write(ExportFolder.supplement, &failures) { [export] path in
      _ = try FileDraft.write(path) { draft in
        try export.download([("format", "supplement")], to: draft)
      }
      if Self.saysNothing(path) { LocalFile.remove(path) }
    }
    if failures.count == counts.count + 2, let first = failures.first { throw first }
  }

  /// Writes a file; after a failure, a copy of the older one.
  private mutating func write(
    _ name: String, _ failures: inout [CommandFailure],
    _ body: (_ path: String) throws -> Void
  ) throws {
    do {
      try body("\(folder)/\(name)")
    } catch {
      let failure = CommandFailure(error)
      failures.append(failure)
      let kept = "\(old)/\(name)"
      let isKept = LocalFile.exists(kept)
      if isKept {
        try LocalFile.replace("\(folder)/\(name)", with: LocalFile.bytes(at: kept, limit: .max))
      }
      problems.append(
        "\(name) was not written, and \(isKept ? "is as the older export had it" : "is missing"): \(failure.message)"
      )
    }
  }

  private func config(_ path: String) throws {
    let project = PercentEncoding.pathSegment(export.project)
    let all = try export.client.control(.get, "projects/\(project)/config")
    var config: JSONObject = [:]
    // The official emulator's members.
    for name in ["signIn", "emailPrivacyConfig"] { config[name] = all[name] }
    _ = try FileDraft.write(path) { draft in
      try draft.append(JSON.object(config).serialized(pretty: true) + "\n")
    }
  }

  private static func writeAccounts(
    _ path: String, of tenant: String?, _ export: UserExport, _ progress: (Int) -> Void
  ) throws -> Int {
    var count = 0
    _ = try FileDraft.write(path) { draft in
      try draft.append("{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\"users\":[")
      try export.forEachPage(ofTenant: tenant) { users in
        var text = ""
        for user in users {
          text += (count == 0 ? "\n" : ",\n") + user.serialized()
          count += 1
        }
        try draft.append(text)
        progress(count)
      }
      try draft.append("\n]}\n")
    }
    return count
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
}
