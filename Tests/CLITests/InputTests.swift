import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

/// Folders, files and lines as public repositories have them, in `Inputs`.
@Suite(.timeLimit(.minutes(3))) struct `Files as people have them` {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Starts with these flags, does something, and stops.
  ///
  /// - Returns: what was printed on standard error.
  @discardableResult
  static func start(
    _ flags: [String], in workspace: Workspace, _ body: (_ url: String) throws -> Void = { _ in }
  ) throws -> String {
    let words = ["start", "--port", "0", "--json", "--quiet"]
    let server = try Invocation(words + flags, in: workspace)
    let url = try server.readyLine()["url"]?.string ?? ""
    try body(url)
    #expect(try server.stop() == 0, "\(server.errors)")
    return server.errors
  }

  /// Compares the ids of the users with those that are expected.
  static func check(
    _ url: String, _ expected: [String], ofTenant tenant: String? = nil, in workspace: Workspace,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let words = ["users", "--json", "--url", url] + (tenant.map { ["--tenant", $0] } ?? [])
    let users = try JSON(parsing: workspace.run(words).output)["users"]?.array ?? []
    let ids = users.compactMap { $0["localId"]?.string }
    #expect(ids == expected, sourceLocation: sourceLocation)
  }

  // MARK: - Starts with nothing to import

  private static let nothing: [(name: String, prepare: @Sendable (Workspace) throws -> Void)] = [
    ("there is no file or folder data", { _ in }),
    ("data is empty", { try $0.makeFolder("data") }),
    (
      "data is empty",
      {
        try $0.makeFolder("data")
        try $0.write(Data(), "data/.gitkeep")
      }
    ),
    (
      "data has no firebase-export-metadata.json and no auth_export",
      { try $0.makeFolder("data/firestore_export") }
    ),
    (
      "the export data has no users of Authentication",
      { try $0.copyInput("export-firestore-only", as: "data") }
    ),
    (
      "there is no accounts.json and no accounts-TENANT.json in data/auth_export",
      { try $0.copyInput("export-no-accounts", as: "data") }
    ),
  ]

  @Test(arguments: nothing.indices, [["--ephemeral"], []])
  func `a line with both flags starts before there is anything, and goes on the second time`(
    _ row: Int, _ store: [String]
  ) throws {
    try Self.nothing[row].prepare(workspace)
    let flags = store + ["--import", "./data", "--export-on-exit"]
    let reason = Self.nothing[row].name.replacing("data is", with: "./data is")
      .replacing("folder data", with: "folder ./data").replacing("data has", with: "./data has")
      .replacing("export data", with: "export ./data").replacing("in data/", with: "in ./data/")
    let strict = try workspace.run(
      ["start", "--port", "0", "--json"] + flags + ["--strict-import"], code: 1)
    #expect(strict.errors.contains(reason), "\(strict.errors)")
    let first = try Self.start(flags, in: workspace) { url in
      try Self.check(url, [], in: workspace)
      try workspace.run(["users", "create", "--uid", "one", "--url", url])
    }
    #expect(first.contains("\(reason), so nothing was imported."), "\(first)")
    let second = try Self.start(flags, in: workspace) { url in
      try Self.check(url, ["one"], in: workspace)
      try workspace.run(["users", "create", "--uid", "two", "--url", url])
    }
    #expect(second == "", "\(second)")
    let third = try Self.start(flags, in: workspace) { url in
      try Self.check(url, ["one", "two"], in: workspace)
    }
    #expect(third == "", "\(third)")
  }

  @Test func `a start with a path that is not there says so, and keeps the users that it has`()
    throws
  {
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    try workspace.run(["import", "a.ndjson", "--data", "x.sqlite"])
    let errors = try Self.start(["--data", "x.sqlite", "--import", "data"], in: workspace) { url in
      try Self.check(url, ["a"], in: workspace)
    }
    #expect(
      errors.contains(
        "--import data: there is no file or folder data, so nothing was imported. The project "
          + "demo-project has its 1 user still."), "\(errors)")
  }

  @Test
  func `exec with both flags begins with nothing, and its second run has the first one's users`()
    throws
  {
    let create = "\"$0\" users create --uid $1 --url $AUTH_EMULATOR_URL >/dev/null"
    for (uid, count) in [("one", 1), ("two", 2)] {
      try workspace.run(
        [
          "exec", "--import=./data", "--export-on-exit", "--", "sh", "-c", create, Binary.url.path,
          uid,
        ])
      let accounts = try JSON(parsing: workspace.text("data/auth_export/accounts.json"))
      #expect(accounts["users"]?.array?.count == count)
    }
  }

  @Test func `a folder of exports without metadata is read, with a warning`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.remove("data/firebase-export-metadata.json")
    let errors = try Self.start(
      ["--ephemeral", "--import", "data", "--export-on-exit", "data"], in: workspace
    ) { url in
      try Self.check(url, ["u1", "u2", "u3"], in: workspace)
    }
    #expect(errors.contains("data/firebase-export-metadata.json is missing or empty"), "\(errors)")
    #expect(try workspace.names(in: "data").contains("firebase-export-metadata.json"))
  }

  // MARK: - The folder wins

  @Test func `a run that was killed before its export is kept as a snapshot, which the line names`()
    throws
  {
    try workspace.copyInput("export-plain", as: "data")
    let flags = ["--import", "data", "--export-on-exit"]
    let killed = try Invocation(["start", "--port", "0", "--json"] + flags, in: workspace)
    let url = try #require(try killed.readyLine()["url"]?.string)
    try workspace.run(["users", "create", "--uid", "new", "--url", url])
    #expect(try killed.stop(SIGKILL) == SIGKILL)
    var name = ""
    let second = try Self.start(flags, in: workspace) { url in
      try Self.check(url, ["u1", "u2", "u3"], in: workspace)
      let list = try JSON(
        parsing: workspace.run(["snapshots", "list", "--json", "--url", url]).output)
      name = list["snapshots"]?[0]?["name"]?.string ?? ""
      try workspace.run(["snapshots", "restore", name, "--url", url])
      try Self.check(url, ["new", "u1", "u2", "u3"], in: workspace)
    }
    #expect(name.hasPrefix("before-import-"))
    #expect(
      second.contains("had 5 users, of which 1 is not the same there")
        && second.contains("`auth-emulator snapshots restore \(name)` returns to it."), "\(second)")
    let third = try Self.start(flags, in: workspace) { url in
      try Self.check(url, ["new", "u1", "u2", "u3"], in: workspace)
    }
    #expect(third == "", "\(third)")
  }

  @Test func `users of a seed are there beside those of a folder, each time`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.write(
      Data(#"{version:1,projects:{"demo-project":{users:[{localId:"seeded"}]}}}"#.utf8), "s.json5")
    for _ in 0..<2 {
      let errors = try Self.start(["--import", "data", "--seed", "s.json5"], in: workspace) { url in
        try Self.check(url, ["seeded", "u1", "u2", "u3"], in: workspace)
      }
      #expect(errors == "", "\(errors)")
    }
  }

  // MARK: - Bad users and files

  private static let bad: [(input: String, ids: [String], reason: String)] = [
    ("export-address-twice", ["u1"], "accounts.json, users[1]: email"),
    ("export-phone-twice", ["u1"], "accounts.json, users[1]: phoneNumber"),
    (
      "export-bad-claims", ["u1"],
      "accounts.json, users[1]: customAttributes: the text is not a JSON"
    ),
    ("export-bare-list", [], "auth_export/accounts.json is not an object with users"),
  ]

  @Test(arguments: bad)
  func `one bad user does not stop a start, and the old folder is kept beside the new one`(
    _ row: (input: String, ids: [String], reason: String)
  ) throws {
    try workspace.copyInput(row.input, as: "data")
    let before = try workspace.text("data/auth_export/accounts.json")
    let flags = ["--ephemeral", "--import", "data", "--export-on-exit"]
    let strict = try workspace.run(
      ["start", "--port", "0", "--json", "--strict-import"] + flags, code: 1)
    #expect(strict.errors.contains(row.reason), "\(strict.errors)")
    #expect(strict.errors.contains("leave --strict-import out"))
    let imported = try workspace.run(["import", "data", "--data", "x.sqlite"], code: 1)
    #expect(imported.errors.contains(row.reason), "\(imported.errors)")
    let errors = try Self.start(flags, in: workspace) { url in
      try Self.check(url, row.ids, in: workspace)
    }
    #expect(errors.contains(row.reason) && !errors.contains("--continue"), "\(errors)")
    #expect(try workspace.text("data/auth_export.old/accounts.json") == before)
    let again = try Self.start(flags, in: workspace)
    #expect(again == "", "\(again)")
    #expect(
      try workspace.names(in: "data") == [
        "auth_export", "auth_export.old", "firebase-export-metadata.json",
      ])
  }

  @Test(arguments: [
    ("export-bom", ["u1"], ""),
    ("export-zero-bytes", [], "accounts.json is empty and was passed over."),
    ("export-tenant-only", [], ""), ("export-plain", ["u1", "u2", "u3"], ""),
  ])
  func `folders without accounts.json, with an empty one and with a byte order mark are imported`(
    _ input: String, _ ids: [String], _ warning: String
  ) throws {
    try workspace.copyInput(input, as: "data")
    let imported = try workspace.run(["import", "data", "--data", "x.sqlite"])
    #expect(warning.isEmpty ? imported.errors.isEmpty : imported.errors.contains(warning))
    try Self.start(["--data", "x.sqlite"], in: workspace) { url in
      try Self.check(url, ids, in: workspace)
      let tenants = ["export-tenant-only": "u2", "export-plain": "u9"]
      if let user = tenants[input] { try Self.check(url, [user], ofTenant: "t1", in: workspace) }
    }
  }

  @Test func `a byte order mark may begin every file of a folder, and firebase.json`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.copyInput("alias/firebase.json", as: "firebase.json")
    let names = try workspace.names(in: "data/auth_export").map { "data/auth_export/\($0)" }
    for name in names + ["data/firebase-export-metadata.json", "firebase.json"] {
      try workspace.write(Data([0xEF, 0xBB, 0xBF]) + workspace.bytes(name), name)
    }
    let errors = try Self.start(["--ephemeral", "--import", "data"], in: workspace) { url in
      try Self.check(url, ["u1", "u2", "u3"], in: workspace)
    }
    #expect(errors == "", "\(errors)")
  }

  // MARK: - Files of auth:export

  @Test(arguments: [
    ("users-28-columns.csv", ["google.com"]), ("users-52-columns.csv", ["apple.com"]),
    ("users-mfa-apple.json", ["apple.com", "microsoft.com"]),
  ])
  func `files of each version of auth:export are imported, and written again`(
    _ name: String, _ providers: [String]
  ) throws {
    try workspace.copyInput(name, as: name)
    let imported = try workspace.run(["import", name, "--data", "x.sqlite"])
    #expect(imported.errors == "" && imported.output.contains("1 stored"), "\(imported)")
    let columns = name.contains("28") ? ["--csv-columns", "28"] : []
    let written = try workspace.run(["export", "out-\(name)", "--data", "x.sqlite"] + columns)
    #expect(!written.output.contains("left out"), "\(written.output)")
    if name.hasSuffix("csv") {
      let line = try workspace.text(name).split(separator: "\n")[0]
      #expect(try workspace.text("out-\(name)") == line + "\n")
    } else {
      let user = try JSON(parsing: workspace.text("out-\(name)"))["users"]?[0]
      #expect(user?["providerUserInfo"]?.array?.map { $0["providerId"]?.string } == providers)
      #expect(user?["mfaInfo"]?[0]?["phoneInfo"] == "+15555550100")
      #expect(user?["mfaInfo"]?[0]?["mfaEnrollmentId"] == "m1")
    }
  }

  @Test func `an export counts what the chosen form leaves out`() throws {
    try workspace.copyInput("users-mfa-apple.json", as: "users.json")
    try workspace.run(["import", "users.json", "--data", "x.sqlite"])
    let csv = try workspace.run(
      ["export", "users.csv", "--csv-columns", "28", "--data", "x.sqlite"])
    #expect(csv.output.contains("Left out: identities, 2."), "\(csv.output)")
    #expect(csv.output.contains("Left out: second factors, 1."), "\(csv.output)")
  }

  @Test(arguments: [
    ("users-semicolon.csv", "line 1: the line has no columns that commas separate"),
    ("users.yaml", "users.yaml is neither a seed, with version and projects, nor a list of users."),
  ])
  func `text of another form is refused`(_ name: String, _ message: String) throws {
    try workspace.copyInput(name, as: "input.txt")
    try workspace.copyInput(name, as: name)
    let byName = try workspace.run(["import", name, "--data", "x.sqlite"], code: 1)
    #expect(byName.errors.contains(message), "\(byName.errors)")
    let byContent = try workspace.run(["import", "input.txt", "--data", "x.sqlite"], code: 1)
    #expect(byContent.errors.contains("none of the forms"), "\(byContent.errors)")
  }

  @Test func `users from a pipe are refused as such`() throws {
    let command = "echo '{}' | '\(Binary.url.path)' import /dev/stdin --data x.sqlite 2>&1"
    let run = try Tool.run("sh", ["-c", command], in: workspace.url)
    #expect(run.status == 1 && run.output.contains("it is a pipe or a device"), "\(run)")
  }

  @Test func `unknown keys of users.json are named on standard error`() throws {
    try workspace.copyInput("users-unsupported-keys.json", as: "users.json")
    let run = try workspace.run(["import", "users.json", "--data", "x.sqlite"])
    for field in ["customClaims", "password"] {
      #expect(
        run.errors.contains("The field \(field) of 1 user at users[0] was left out"), "\(run)")
    }
  }

  @Test func `hash flags are taken in any case, and passwords may be left out`() throws {
    try workspace.copyInput("users-production.json", as: "users.json")
    let words = ["import", "users.json", "--replace", "--data", "x.sqlite"]
    let refused = try workspace.run(words, code: 1)
    #expect(
      refused.errors.contains("--hash-algo") && refused.errors.contains("--without-passwords"))
    let without = try workspace.run(words + ["--without-passwords"])
    #expect(without.errors.contains("1 user was stored without the password"), "\(without)")
    // A key has the length of a hash.
    let key = String(repeating: "A", count: 86) + "=="
    let scrypt = ["--hash-algo=scrypt", "--hash-key", key, "--rounds", "8", "--mem-cost", "14"]
    #expect(try workspace.run(words + scrypt).errors == "")
    try workspace.run(
      words + ["--hash-algo", "sha512", "--rounds", "1", "--hash-input-order", "salt_first"])
    // Beside a start, a file has no flags for hashes: the message names none.
    let start = try Self.start(["--ephemeral", "--import", "users.json"], in: workspace)
    #expect(start.contains("users[0]: passwordHash: the file does not say"), "\(start)")
    #expect(!start.contains("--hash") && !start.contains("--without"))
  }
}

extension Workspace {
  /// Copies a file or folder of `Inputs`.
  func copyInput(_ name: String, as target: String) throws {
    let inputs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Inputs")
    try FileManager.default.copyItem(
      at: inputs.appending(path: name), to: url.appending(path: target))
  }
}
