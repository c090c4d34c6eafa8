import EmuJSON
import Testing

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

  private func users(_ name: String, of folder: String = "data") throws -> [JSON] {
    try JSON(parsing: workspace.text("\(folder)/auth_export/\(name)"))["users"]?.array ?? []
  }

  @Test(arguments: [nil, official])
  func `an export of unchanged users has the imported members`(accounts: String?) throws {
    try workspace.copyInput("export-plain", as: "data")
    if let accounts { try workspace.write(accounts, "data/auth_export/accounts.json") }
    let names = ["accounts.json", "accounts-t1.json"]
    let before = try names.map { try users($0) }
    for store in ["--ephemeral", ""] {
      try workspace.serve("\(store) --import data --export-on-exit")
      #expect(try names.map { try users($0) } == before)
      #expect(
        try workspace.names(in: "data/auth_export") == [
          "accounts-t1.json", "accounts.json", "config.json",
        ])
    }
    // A change of a user changes its line alone, and the files of others stay as they are.
    let lines = try workspace.text("data/auth_export/accounts.json").split(separator: "\n")
    let other = try workspace.text("data/auth_export/accounts-t1.json")
    let uid = try #require(before[0].first?["localId"]?.string)
    try workspace.serve("--import data --export-on-exit") { url in
      try workspace.run("users update \(uid) --name Ann --url \(url)")
    }
    let changed = try workspace.text("data/auth_export/accounts.json").split(separator: "\n")
    #expect(changed.count == lines.count)
    let differing = zip(lines, changed).filter { $0 != $1 }.map(\.1)
    #expect(differing.count == 1 && differing.first?.contains(#""displayName":"Ann""#) == true)
    #expect(try workspace.text("data/auth_export/accounts-t1.json") == other)
  }

  @Test func `an export has no hash that the import of a folder left out`() throws {
    try workspace.copyInput("export-plain", as: "data")
    try workspace.write(
      #"{"users":[{"localId":"a","passwordHash":"aGFzaA==","salt":"c2FsdA=="}]}"#,
      "data/auth_export/accounts.json")
    try workspace.run("import data --without-passwords --data x.sqlite")
    try workspace.run("export out/ --data x.sqlite")
    #expect(try users("accounts.json", of: "out").map { $0["passwordHash"] } == [nil])
  }

  @Test(arguments: ["users.txt", "out/users.yml", "data-1.2"])
  func `a target with an unknown extension is refused`(target: String) throws {
    try workspace.add(#"{"localId":"a"}"#, "a.ndjson")
    try workspace.fail(
      "export \(target) --data x.sqlite", "No form of an export has files that end with .", code: 2)
    #expect(try !workspace.names().contains(target))
    try workspace.run("export \(target)/ --data x.sqlite")
  }

  @Test func `a project that there is not is named, by users and by each form of export`() throws {
    func expectRefusal(_ command: String) throws {
      try workspace.fail("\(command) --project nosuch", "There is no project nosuch.")
    }
    try workspace.add(#"{"localId":"a","email":"a@x.test"}"#, "a.ndjson")
    for target in ["folder", "u.json", "u.csv", "u.ndjson", "u.json5"] {
      try expectRefusal("export \(target) --data x.sqlite")
      #expect(try !workspace.names().contains(target))
    }
    try workspace.serve("--data x.sqlite") { url in
      for words in ["users list", "users show a", "codes", "settings show"] {
        try expectRefusal("\(words) --url \(url)")
      }
      try expectRefusal("issuers people google.com --url \(url)")
      try workspace.fail("codes --tenant none --url \(url)", "There is no tenant none.")
      let list = try workspace.run("users --url \(url)").output
      #expect(list.contains("no sign-in method") && !list.contains("anonymous"), "\(list)")
    }
  }

  // MARK: - firebase.json and .firebaserc

  private func project(_ flags: String = "", folder: String = "") throws -> String {
    try workspace.run("exec \(flags) -- sh -c", ["echo $GCLOUD_PROJECT"], folder: folder).output
  }

  @Test func `aliases of .firebaserc are projects, also below the folder`() throws {
    for name in ["firebase.json", ".firebaserc"] {
      try workspace.copyInput("alias/\(name)", as: name)
    }
    try workspace.makeFolder("app/src")
    #expect(try project("--project develop") == "my-dev-1234\n")
    #expect(try project("--project develop", folder: "app/src") == "my-dev-1234\n")
    #expect(try project(folder: "app/src") == "my-proj\n")
    try workspace.add(#"{"localId":"a"}"#, "a.ndjson", "--project develop --data x.sqlite")
    try workspace.run("export b.ndjson --project my-dev-1234 --data x.sqlite")
  }

  @Test func `a single alias of .firebaserc is the default project`() throws {
    for name in ["firebase.json", ".firebaserc"] {
      try workspace.copyInput("one-alias/\(name)", as: name)
    }
    #expect(try project() == "my-cloud\n")
  }
}
