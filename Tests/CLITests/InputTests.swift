import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// Folders, files and lines as public repositories have them, in `Inputs`.
@Suite(.timeLimit(.minutes(3))) final class `Files as people have them`: WorkspaceSuite {
  private func check(
    _ url: String, _ expected: String, _ flags: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try workspace.uids("--url \(url) \(flags)").joined(separator: " ")
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  // MARK: - Starts with nothing to import

  /// The fault of a folder, and the file, folder or input that is there.
  private static let nothing: [(reason: String, there: String)] = [
    ("there is no file or folder ./data", ""), ("./data is empty", "data/"),
    ("./data is empty", "data/.gitkeep"),
    ("./data has no firebase-export-metadata.json and no auth_export", "data/firestore_export/"),
    ("the export ./data has no users of Authentication", "export-firestore-only"),
    (
      "there is no accounts.json and no accounts-TENANT.json in ./data/auth_export",
      "export-no-accounts"
    ),
  ]

  @Test(arguments: nothing, ["--ephemeral", ""])
  func `a line starts with nothing, and goes on`(
    row: (reason: String, there: String), store: String
  ) throws {
    let (reason, there) = row
    if there.hasPrefix("export") {
      try workspace.copyInput(there, as: "data")
    } else if !there.isEmpty {
      try workspace.makeFolder(there.hasSuffix("/") ? there : "data")
      if !there.hasSuffix("/") { try workspace.write("", there) }
    }
    let flags = "\(store) --import ./data --export-on-exit"
    try workspace.fail("start --port 0 --json \(flags) --strict-import", reason)
    let first = try workspace.serve("--quiet \(flags)") { url in
      try check(url, "")
      try workspace.run("users create --uid one --url \(url)")
    }
    #expect(first.contains("\(reason), so nothing was imported."), "\(first)")
    let second = try workspace.serve("--quiet \(flags)") { url in
      try check(url, "one")
      try workspace.run("users create --uid two --url \(url)")
    }
    #expect(second == "", "\(second)")
    let third = try workspace.serve("--quiet \(flags)") { try check($0, "one two") }
    #expect(third == "", "\(third)")
  }

  @Test func `a start with a path that is not there says so, and keeps its users`() throws {
    try workspace.add(#"{"localId":"a"}"#, "a.ndjson")
    let errors = try workspace.serve("--data x.sqlite --import data") { try check($0, "a") }
    #expect(
      errors.contains(
        "--import data: there is no file or folder data, so nothing was imported."), "\(errors)")
  }

  @Test func `exec exports after its command, and the next run has those users`() throws {
    let create = "\"$0\" users create --uid $1 --url $AUTH_EMULATOR_URL >/dev/null; exit 7"
    for (uid, count) in [("one", 1), ("two", 2)] {
      try workspace.run(
        "exec --import=./data --export-on-exit -- sh -c", [create, Binary.url.path, uid], code: 7)
      let accounts = try JSON(parsing: workspace.text("data/auth_export/accounts.json"))
      #expect(accounts["users"]?.array?.count == count)
    }
  }

  @Test func `a folder of exports without metadata is read, with a warning`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.remove("data/firebase-export-metadata.json")
    let flags = "--ephemeral --import data --export-on-exit data"
    let errors = try workspace.serve(flags) { try check($0, "u1 u2 u3") }
    #expect(errors.contains("data/firebase-export-metadata.json is missing or empty"), "\(errors)")
    #expect(try workspace.names(in: "data").contains("firebase-export-metadata.json"))
  }

  // MARK: - The folder wins

  @Test func `a run that was killed before its export is kept as a snapshot`() throws {
    try workspace.copyInput("export-plain", as: "data")
    let flags = "--quiet --import data --export-on-exit"
    let killed = try workspace.start(flags)
    try workspace.run("users create --uid new --url \(killed.url)")
    #expect(try killed.stop(SIGKILL) == SIGKILL)
    var name = ""
    let second = try workspace.serve(flags) { url in
      try check(url, "u1 u2 u3")
      let list = try workspace.json("snapshots list --url \(url)")
      name = list["snapshots"]?[0]?["name"]?.string ?? ""
      try workspace.run("snapshots restore \(name) --url \(url)")
      try check(url, "new u1 u2 u3")
    }
    #expect(name.hasPrefix("before-import-"))
    #expect(
      second.contains("had 5 users, of which 1 is not the same there")
        && second.contains("`auth-emulator snapshots restore \(name)` returns to it."), "\(second)")
    let third = try workspace.serve(flags) { try check($0, "new u1 u2 u3") }
    #expect(third == "", "\(third)")
  }

  @Test func `users of a seed are there beside those of a folder, each time`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.write(
      #"{version:1,projects:{"demo-project":{users:[{localId:"seeded"}]}}}"#, "s.json5")
    for _ in 0..<2 {
      let errors = try workspace.serve("--quiet --import data --seed s.json5") {
        try check($0, "seeded u1 u2 u3")
      }
      #expect(errors == "", "\(errors)")
    }
  }

  @Test func `a seeded address that another user has now does not stop a further start`() throws {
    func seed(_ users: String, _ name: String = "s.json5") throws {
      try workspace.write(#"{version:1,projects:{"demo-project":{users:[\#(users)]}}}"#, name)
    }
    try seed(#"{localId:"a",email:"a@x.test"},{localId:"b",email:"b@x.test"}"#)
    let flags = "--quiet --data x.sqlite --seed s.json5"
    try workspace.serve(flags) { url in
      try workspace.run("users delete a --url \(url)")
      try workspace.run("users create --uid c --email a@x.test --url \(url)")
      try workspace.run("users create --uid d --email d@x.test --url \(url)")
    }
    let errors = try workspace.serve(flags) { try check($0, "b c d") }
    let place = "s.json5: projects.demo-project.users[0].email: user c has this already"
    #expect(errors.contains(place) && errors.contains("It was left out."), "\(errors)")
    // A conflict at a first start is an error of the documents.
    try seed(#"{localId:"z",email:"a@x.test"}"#, "t.json5")
    try workspace.fail(
      "start --port 0 --json --ephemeral --seed s.json5 t.json5",
      "t.json5: projects.demo-project.users[0].email: user a has this already")
  }

  // MARK: - Bad users and files

  @Test(arguments: [
    ("export-address-twice", "u1", "accounts.json, users[1]: email"),
    ("export-phone-twice", "u1", "accounts.json, users[1]: phoneNumber"),
    (
      "export-bad-claims", "u1", "accounts.json, users[1]: customAttributes: the text is not a JSON"
    ),
    ("export-bare-list", "", "auth_export/accounts.json is not an object with users"),
  ]) func `one bad user does not stop a start`(input: String, ids: String, reason: String) throws {
    try workspace.copyInput(input, as: "data")
    let before = try workspace.text("data/auth_export/accounts.json")
    let flags = "--ephemeral --import data --export-on-exit"
    let strict = try workspace.fail("start --port 0 --json --strict-import \(flags)", reason)
    #expect(strict.errors.contains("leave --strict-import out"))
    try workspace.fail("import data --data x.sqlite", reason)
    let errors = try workspace.serve("--quiet \(flags)") { try check($0, ids) }
    #expect(errors.contains(reason) && !errors.contains("--continue"), "\(errors)")
    #expect(try workspace.text("data/auth_export.old/accounts.json") == before)
    let again = try workspace.serve("--quiet \(flags)")
    #expect(again == "", "\(again)")
    #expect(
      try workspace.names(in: "data") == [
        "auth_export", "auth_export.old", "firebase-export-metadata.json",
      ])
  }

  @Test(arguments: [
    ("export-zero-bytes", "", "", "is empty and was passed over."),
    ("export-tenant-only", "", "u2", ""), ("export-plain", "u1 u2 u3", "u9", ""),
  ])
  func `folders without users of the project are imported`(
    input: String, ids: String, idsOfTenant: String, warning: String
  ) throws {
    try workspace.copyInput(input, as: "data")
    let errors = try workspace.run("import data --data x.sqlite").errors
    #expect(
      warning.isEmpty ? errors.isEmpty : errors.contains("accounts.json \(warning)"), "\(errors)")
    try workspace.serve("--data x.sqlite") { url in
      try check(url, ids)
      if !idsOfTenant.isEmpty { try check(url, idsOfTenant, "--tenant t1") }
    }
  }

  @Test func `a byte order mark may begin every file of a folder, and firebase.json`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.copyInput("alias/firebase.json", as: "firebase.json")
    let names = try workspace.names(in: "data/auth_export").map { "data/auth_export/\($0)" }
    for name in names + ["data/firebase-export-metadata.json", "firebase.json"] {
      try workspace.write(Data([0xEF, 0xBB, 0xBF]) + workspace.bytes(name), name)
    }
    let errors = try workspace.serve("--quiet --ephemeral --import data") {
      try check($0, "u1 u2 u3")
    }
    #expect(errors == "", "\(errors)")
  }

  // MARK: - Files of auth:export

  @Test(arguments: ["users-28-columns.csv", "users-52-columns.csv"])
  func `a CSV file of each version of auth:export is read and written`(name: String) throws {
    try workspace.copyInput(name, as: name)
    let imported = try workspace.run("import \(name) --data x.sqlite")
    #expect(imported.errors == "" && imported.output.contains("1 stored"), "\(imported)")
    let columns = name.contains("28") ? "--csv-columns 28" : ""
    let written = try workspace.run("export out.csv --data x.sqlite \(columns)").output
    #expect(!written.contains("left out"), "\(written)")
    #expect(try workspace.text("out.csv") == workspace.text(name).split(separator: "\n")[0] + "\n")
  }

  @Test func `a JSON file of auth:export is written again, and partly as CSV`() throws {
    let name = "users-mfa-apple.json"
    try workspace.copyInput(name, as: name)
    let imported = try workspace.run("import \(name) --data x.sqlite")
    #expect(imported.errors == "" && imported.output.contains("1 stored"), "\(imported)")
    let written = try workspace.run("export out.json --data x.sqlite").output
    #expect(!written.contains("left out"), "\(written)")
    let user = try JSON(parsing: workspace.text("out.json"))["users"]?[0]
    let providers = user?["providerUserInfo"]?.array?.map { $0["providerId"]?.string }
    #expect(providers == ["apple.com", "microsoft.com"])
    user.expect(["mfaInfo.0.phoneInfo": "+15555550100", "mfaInfo.0.mfaEnrollmentId": "m1"])
    let csv = try workspace.run("export users.csv --csv-columns 28 --data x.sqlite").output
    for part in ["identities, 2.", "second factors, 1."] {
      #expect(csv.contains("Left out: \(part)"), "\(csv)")
    }
  }

  @Test(arguments: [
    ("users-semicolon.csv", "line 1: the line has no columns that commas separate"),
    ("users.yaml", "users.yaml is neither a seed, with version and projects, nor a list of users."),
  ]) func `text of another form is refused`(name: String, message: String) throws {
    for (target, words) in [(name, message), ("input.txt", "none of the forms")] {
      try workspace.copyInput(name, as: target)
      try workspace.fail("import \(target) --data x.sqlite", words)
    }
  }

  @Test(arguments: [
    "echo '{}' | # import /dev/stdin", "mkfifo p; # import p", "mkfifo p; # seed p",
  ]) func `users from a pipe are refused as such`(line: String) throws {
    let command = "\(line.replacing("#", with: "'\(Binary.url.path)'")) --data x.sqlite 2>&1"
    let run = try Tool.run("sh", ["-c", command], in: workspace.url)
    #expect(run.status == 1 && run.output.contains("it is a pipe or a device"), "\(run)")
  }

  @Test func `hash flags are taken in any case, and passwords may be left out`() throws {
    try workspace.copyInput("users-production.json", as: "users.json")
    let command = "import users.json --replace --data x.sqlite"
    let refused = try workspace.fail(command, "--hash-algo")
    #expect(refused.errors.contains("--without-passwords"))
    try workspace.run(
      "\(command) --without-passwords", saying: "1 user was stored without the password")
    // A key has the length of a hash.
    let key = String(repeating: "A", count: 86) + "=="
    let scrypt = "--hash-algo=scrypt --hash-key \(key) --rounds 8 --mem-cost 14"
    #expect(try workspace.run("\(command) \(scrypt)").errors == "")
    try workspace.run("\(command) --hash-algo sha512 --rounds 1 --hash-input-order salt_first")
    // Beside a start, a file has no flags for hashes: the message names none.
    let start = try workspace.serve("--ephemeral --import users.json")
    #expect(start.contains("users[0]: passwordHash: the file does not say"), "\(start)")
    #expect(!start.contains("--hash") && !start.contains("--without"))
  }
}
