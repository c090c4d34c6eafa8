import EmuHTTP
import EmuJSON
import EmuServer

extension FolderExport {
  /// Writes the files of `auth_export` into a folder.
  ///
  /// - Returns: the number of users.
  func writeFiles(to folder: String) throws -> Int {
    let counts = try export.counts()
    let progress = ProgressBar("export", of: counts.reduce(0) { $0 + $1.users }, .users)
    defer { progress.end() }
    try writeConfig("\(folder)/\(ExportFolder.config)")
    var users = 0
    for (tenant, _) in counts {
      let name = tenant.map(ExportFolder.accounts(ofTenant:)) ?? ExportFolder.accounts
      let before = users
      users += try writeAccounts("\(folder)/\(name)", of: tenant) { progress.reach(before + $0) }
    }
    let supplement = "\(folder)/\(ExportFolder.supplement)"
    _ = try FileDraft.write(supplement) { draft in
      try export.download([("format", "supplement")], to: draft)
    }
    if Self.isEmptySupplement(supplement) { LocalFile.remove(supplement) }
    return users
  }

  private func writeConfig(_ path: String) throws {
    let project = PercentEncoding.pathSegment(export.project)
    let all = try export.client.control(.get, "projects/\(project)/config")
    var config: JSONObject = [:]
    // The official emulator's members.
    for name in ["signIn", "emailPrivacyConfig"] { config[name] = all[name] }
    _ = try FileDraft.write(path) { draft in
      try draft.append(JSON.object(config).serialized(pretty: true) + "\n")
    }
  }

  private func writeAccounts(
    _ path: String, of tenant: String?, _ progress: (Int) -> Void
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
  private static func isEmptySupplement(_ path: String) -> Bool {
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
