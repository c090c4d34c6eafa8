import EmuJSON
import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

extension `Files as people have them` {
  // MARK: - Exports

  /// Users as the official emulator exports them: without some members that this emulator adds, and
  /// with empty ones.
  private static let official = #"""
    {"kind":"identitytoolkit#DownloadAccountResponse","users":[
    {"localId":"a","lastLoginAt":"1788105513121","displayName":"","photoUrl":"","emailVerified":true,
     "phoneNumber":"+15555550101","email":"dave@example.com","salt":"fakeSalt3","customAttributes":"{ \"n\": 1.0 }",
     "passwordHash":"fakeHash:salt=fakeSalt3:password=mfa-password","validSince":"1788105513","new":[1.50,null],
     "mfaInfo":[{"displayName":"personal phone","phoneInfo":"+15555550102","mfaEnrollmentId":"E1"},
       {"phoneInfo":"+15555550103","mfaEnrollmentId":"E2","unobfuscatedPhoneInfo":"+15555550103"}],
     "providerUserInfo":[{"providerId":"password","email":"dave@example.com","federatedId":"dave@example.com",
       "rawId":"dave@example.com","displayName":"","photoUrl":""}]},
    {"localId":"b"},{"localId":"c","createdAt":"1","disabled":false,"providerUserInfo":[],"customAttributes":"{}"}]}
    """#

  /// Returns the users of a file as trees, and the lines of it.
  private static func users(
    _ name: String, in workspace: Workspace, of folder: String = "data"
  ) throws -> [JSON] {
    try JSON(parsing: workspace.text("\(folder)/auth_export/\(name)"))["users"]?.array ?? []
  }

  @Test(arguments: [nil, official])
  func `an export of unchanged users has the members of the imported folder`(
    _ accounts: String?
  ) throws {
    try workspace.copyInput("export-plain", as: "data")
    if let accounts { try workspace.write(Data(accounts.utf8), "data/auth_export/accounts.json") }
    let names = ["accounts.json", "accounts-t1.json"]
    let before = try names.map { try Self.users($0, in: workspace) }
    for store in [["--ephemeral"], []] {
      try Self.start(store + ["--import", "data", "--export-on-exit"], in: workspace)
      #expect(try names.map { try Self.users($0, in: workspace) } == before)
      #expect(
        try workspace.names(in: "data/auth_export") == [
          "accounts-t1.json", "accounts.json", "config.json",
        ])
    }
    // A change of a user changes its line alone, and the files of others stay as they are.
    let lines = try workspace.text("data/auth_export/accounts.json").split(
      separator: "\n")
    let other = try workspace.text("data/auth_export/accounts-t1.json")
    let uid = try #require(before[0].first?["localId"]?.string)
    try Self.start(["--import", "data", "--export-on-exit"], in: workspace) { url in
      try workspace.run(["users", "update", uid, "--name", "Ann", "--url", url])
    }
    let changed = try workspace.text("data/auth_export/accounts.json")
      .split(separator: "\n")
    #expect(changed.count == lines.count)
    let differing = zip(lines, changed).filter { $0 != $1 }.map(\.1)
    #expect(differing.count == 1 && differing.first?.contains(#""displayName":"Ann""#) == true)
    #expect(try workspace.text("data/auth_export/accounts-t1.json") == other)
  }

  @Test func `an export has no hash that the import of a folder left out`() throws {
    try workspace.copyInput("export-plain", as: "data")
    let user = #"{"users":[{"localId":"a","passwordHash":"aGFzaA==","salt":"c2FsdA=="}]}"#
    try workspace.write(Data(user.utf8), "data/auth_export/accounts.json")
    let data = ["--data", "x.sqlite"]
    try workspace.run(["import", "data", "--without-passwords"] + data)
    try workspace.run(["export", "out/"] + data)
    #expect(
      try Self.users("accounts.json", in: workspace, of: "out").map { $0["passwordHash"] } == [nil])
  }

  @Test(arguments: ["users.txt", "out/users.yml", "data-1.2"])
  func `a target with an unknown extension is refused`(_ target: String) throws {
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    try workspace.run(["import", "a.ndjson", "--data", "x.sqlite"])
    let run = try workspace.run(["export", target, "--data", "x.sqlite"], code: 2)
    #expect(run.errors.contains("No form of an export has files that end with ."), "\(run.errors)")
    #expect(try !workspace.names().contains(target))
    try workspace.run(["export", target + "/", "--data", "x.sqlite"])
  }

  @Test func `a project that there is not is named, by users and by each form of export`() throws {
    try workspace.write(Data(#"{"localId":"a","email":"a@x.test"}"#.utf8), "a.ndjson")
    try workspace.run(["import", "a.ndjson", "--data", "x.sqlite"])
    for target in ["folder", "u.json", "u.csv", "u.ndjson", "u.json5"] {
      let words = ["export", target, "--project", "nosuch", "--data", "x.sqlite"]
      let run = try workspace.run(words, code: 1)
      #expect(run.errors.contains("There is no project nosuch."), "\(run.errors)")
      #expect(try !workspace.names().contains(target))
    }
    try Self.start(["--data", "x.sqlite"], in: workspace) { url in
      for words in [["users", "list"], ["users", "show", "a"]] {
        let run = try workspace.run(words + ["--project", "nosuch", "--url", url], code: 1)
        #expect(run.errors.contains("There is no project nosuch."), "\(run.errors)")
      }
      let list = try workspace.run(["users", "--url", url]).output
      #expect(list.contains("no sign-in method") && !list.contains("anonymous"), "\(list)")
    }
  }

  // MARK: - firebase.json and .firebaserc

  @Test func `aliases of .firebaserc are projects, from the folder of firebase.json downwards`()
    throws
  {
    for name in ["firebase.json", ".firebaserc"] {
      try workspace.copyInput("alias/\(name)", as: name)
    }
    try workspace.makeFolder("app/src")
    let words = ["exec", "--project", "develop", "--", "sh", "-c", "echo $GCLOUD_PROJECT"]
    #expect(try workspace.run(words).output == "my-dev-1234\n")
    #expect(try workspace.run(words, folder: "app/src").output == "my-dev-1234\n")
    let standard = ["exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT"]
    #expect(try workspace.run(standard, folder: "app/src").output == "my-proj\n")
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    try workspace.run(["import", "a.ndjson", "--project", "develop", "--data", "x.sqlite"])
    try workspace.run(["export", "b.ndjson", "--project", "my-dev-1234", "--data", "x.sqlite"])
  }

  @Test func `a single alias of .firebaserc is the default project`() throws {
    for name in ["firebase.json", ".firebaserc"] {
      try workspace.copyInput("one-alias/\(name)", as: name)
    }
    let words = ["exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT"]
    #expect(try workspace.run(words).output == "my-cloud\n")
  }
}
