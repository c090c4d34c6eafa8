import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

/// `auth-emulator import` and `export`, also as flags of `start` and `exec`.
@Suite(.timeLimit(.minutes(2))) final class `Users in and out`: WorkspaceSuite {
  /// A seed with every field, tenants and every second factor.
  static let seed = """
    {version:1,projects:{"demo-project":{
      config:{signIn:{allowDuplicateEmails:true},mfa:{state:"ENABLED",enabledProviders:["PHONE_SMS"]}},
      providers:{"oidc.corp":{clientId:"c"}},
      tenants:[{id:"acme",displayName:"Acme",allowPasswordSignup:false}],
      users:[
        {localId:"all",email:"all@x.test",emailVerified:true,password:"secret1",passwordUpdatedAt:1700000000000,
         displayName:"A, \\"B\\"",photoUrl:"http://p",screenName:"s",phoneNumber:"+15555550100",
         disabled:true,customAuth:true,emailLinkSignin:true,initialEmail:"old@x.test",
         customClaims:{role:"admin"},createdAt:1600000000000,lastLoginAt:1650000000000,
         lastRefreshAt:1660000000000,validSince:1500000000,
         providers:[{providerId:"google.com",rawId:"g",email:"g@x.test",displayName:"G",screenName:"s"},
                    {providerId:"apple.com",rawId:"p",email:"p@x.test"}],
         providerOrder:["google.com","password","apple.com","phone"],
         mfa:[{phone:"+15555550101",displayName:"P",mfaEnrollmentId:"m1",enrolledAt:1640000000000},
              {totpSecret:"JBSWY3DPEHPK3PXP",mfaEnrollmentId:"m2",enrolledAt:1641000000000}],
         passkeys:[{credentialId:"YWJj",publicKey:"pQ",signCount:7,name:"Key",createdAt:1642000000000}]},
        {localId:"twin",email:"all@x.test",createdAt:1600000000000},
        {localId:"hashed",email:"h@x.test",createdAt:1600000000000,passwordHash:"aGFzaA==",salt:"c2FsdA==",
         hash:{algorithm:"PBKDF2_SHA256",rounds:1000},passwordUpdatedAt:1700000000000},
        {localId:"member",tenantId:"acme",email:"m@x.test",password:"secret2",passwordUpdatedAt:1,createdAt:1},
      ]}}}
    """

  // MARK: - Round trips

  @Test(arguments: ["users.json5", "users.ndjson", "folder"])
  func `an export, imported and exported again, is identical`(target: String) throws {
    // NDJSON has no configuration, which would allow several users with one e-mail address.
    let twin = target.hasSuffix("ndjson") ? "twin@x.test" : "all@x.test"
    let seed = Self.seed.replacing(
      #"{localId:"twin",email:"all@x.test""#, with: #"{localId:"twin",email:"\#(twin)""#)
    try workspace.write(seed, "seed.json5")
    try workspace.run("seed seed.json5 --data a.sqlite")
    let plain = target == "folder" ? "" : "--plain-passwords"
    try workspace.run("export \(target) --data a.sqlite \(plain)")
    // Once into a data file, and once through an emulator that serves one.
    for isServed in [false, true] {
      let file = "b\(isServed).sqlite"
      let server = isServed ? try workspace.start("--data \(file)") : nil
      let stored = try workspace.run("import \(target) --data \(file)")
      #expect(stored.output.contains("4 stored"), "\(stored)")
      let again = "again-\(isServed)-\(target)"
      try workspace.run("export \(again) --data \(file) \(plain)")
      var files = [""]
      if target == "folder" {
        let names = try workspace.names(in: "folder/auth_export")
        #expect(
          names == ["accounts-acme.json", "accounts.json", "auth-emulator.json", "config.json"])
        files = names.map { "/auth_export/\($0)" } + ["/firebase-export-metadata.json"]
        // Passkeys, hashes and second factors are there as well.
        for data in ["a.sqlite", file] {
          try workspace.run("export \(data).json5 --data \(data) --plain-passwords")
        }
        #expect(try workspace.text("a.sqlite.json5") == workspace.text("\(file).json5"))
      }
      for name in files {
        #expect(try workspace.text(again + name) == workspace.text(target + name), "\(name)")
      }
      #expect(try server?.stop() ?? 0 == 0)
    }
  }

  // MARK: - The folder of the Firebase CLI

  private func writeFolder() throws {
    try workspace.makeFolder("export/auth_export")
    try workspace.write(
      #"{"version":"13.0.0","firestore":{"version":"1.0","path":"firestore_export"},"auth":{"version":"13.0.0","path":"auth_export"}}"#,
      "export/firebase-export-metadata.json")
    try workspace.write(
      #"{"signIn":{"allowDuplicateEmails":false},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true},"new":1}"#,
      "export/auth_export/config.json")
    let users = #"""
      {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"user1",
        "createdAt":"1700000000000","lastLoginAt":"1700000000001","passwordHash":"fakeHash:salt=fakeSaltX:password=secret1",
        "salt":"fakeSaltX","passwordUpdatedAt":1700000000000,"validSince":"1700000000","email":"user1@example.com",
        "emailVerified":true,"disabled":false,"lastRefreshAt":"2024-01-02T03:04:05.000Z",
        "providerUserInfo":[{"providerId":"password","email":"user1@example.com","federatedId":"user1@example.com","rawId":"user1@example.com"},
          {"providerId":"google.com","rawId":"g1","federatedId":"g1","displayName":"One"}],
        "mfaInfo":[{"mfaEnrollmentId":"m","phoneInfo":"+15555550102","unobfuscatedPhoneInfo":"+15555550102","enrolledAt":"2024-01-02T03:04:05.000Z"}]}]}
      """#
    try workspace.write(users, "export/auth_export/accounts.json")
    try workspace.write(
      #"{"users":[{"localId":"t1","email":"t@example.com"}]}"#,
      "export/auth_export/accounts-acme.json")
  }

  @Test(arguments: ["export", "export/", "export/auth_export"])
  func `an export folder of the Firebase CLI is imported`(path: String) async throws {
    try writeFolder()
    try workspace.run("import \(path) --data x.sqlite")
    let server = try workspace.start("--data x.sqlite")
    let one = try workspace.json("users show user1 --data x.sqlite")
    #expect(one["email"] == "user1@example.com" && one["lastLoginAt"] == "1700000000001")
    one.expect(["mfaInfo.0.phoneInfo": "+15555550102", "providerUserInfo.1.rawId": "g1"])
    let tenants = try workspace.run("users --tenant acme --data x.sqlite")
    #expect(tenants.output.contains("t@example.com"))
    let config = try await server.app.control(.get, "projects/demo-project/config")
    #expect(config["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
    #expect(try server.stop() == 0)
  }

  @Test func `a broken export folder is named with its file, and nothing is stored`() throws {
    func expectFailure(_ words: String) throws {
      try workspace.fail("import export --data x.sqlite", words)
    }
    for (file, text, words) in [
      ("accounts", #"{"users":[{"localId":"a"},{"localId":"b"#, ", users[1]: the file breaks off"),
      ("accounts", #"{"users":[{"localId":"a" x},{}]}"#, ", users[0]: the file breaks off"),
      ("accounts", "{", ": the file breaks off or is not JSON (the text ends where a key"),
      ("accounts-acme", #"{"users":[],"x":{}"#, ": the file breaks off or is not JSON ("),
      ("accounts", #"{"users":[]},"x":{"users":[]}"#, ": the file breaks off or is not JSON ("),
      ("config", "{\n x", ": the file breaks off or is not JSON (line 2, column 2: "),
      ("config", #"{"signIn":{"#, ": the file breaks off"),
      (
        "config", #"{},"supplement":{}"#, ": the file breaks off or is not JSON (line 1, column 3: "
      ),
      ("config", "[]", ": an object is expected here"),
      ("auth-emulator", "{", ": the file breaks off or is not JSON (line 1, column 2: "),
    ] {
      try writeFolder()
      try workspace.write(text, "export/auth_export/\(file).json")
      try expectFailure("\(file).json\(words)")
    }
    for name in ["accounts", "accounts-acme"] {
      try workspace.remove("export/auth_export/\(name).json")
    }
    try expectFailure(
      "there is no accounts.json and no accounts-TENANT.json in export/auth_export.")
    try workspace.write("{", "export/firebase-export-metadata.json")
    try expectFailure("export/firebase-export-metadata.json is not JSON.")
    try workspace.run("export out.ndjson --data x.sqlite", code: 1)
  }

  // MARK: - Files

  @Test func `an import that fails reports each location on standard error, and as JSON`() throws {
    try workspace.write("{\"localId\":\"a\"}\n{\"localId\":\"a\"}\n", "bad.ndjson")
    let command = "import bad.ndjson --data x.sqlite"
    let failed = try workspace.fail(command, "line 2: localId a: line 1 has the same")
    #expect(failed.output == "bad.ndjson: 0 stored, 1 refused\n")
    #expect(failed.errors.contains("add --continue"))
    let json = try workspace.run("\(command) --json", code: 1)
    #expect(try JSON(parsing: json.output)["imports"]?[0]?["refusals"]?[0]?["location"] == "line 2")
    try workspace.fail(
      "import gone.ndjson --data x.sqlite", "gone.ndjson: there is no file or folder gone.ndjson.")
    #expect(
      try workspace.run("\(command) --continue", code: 1).output
        == "bad.ndjson: 1 stored, 1 refused\nChanged the data file x.sqlite.\n")
  }

  @Test func `a file called csv has the form of its content`() throws {
    try workspace.add(#"{"localId":"a"}"#, "csv")
    try workspace.run("export .csv --data x.sqlite")
    #expect(try workspace.names(in: ".csv") == ["auth_export", "firebase-export-metadata.json"])
  }

  @Test func `a killed import leaves nothing`() throws {
    // More than the page cache holds until the end, so that the log contains some of it early.
    let photo = "http://x.test/" + String(repeating: "p", count: 400)
    var lines = ""
    for number in 0..<60_000 { lines += "{\"localId\":\"u\(number)\",\"photoUrl\":\"\(photo)\"}\n" }
    try workspace.write(lines, "many.ndjson")
    try workspace.add(#"{"localId":"old"}"#, "old.ndjson")
    let killed = try Invocation("import many.ndjson --replace --data x.sqlite", in: workspace)
    let log = workspace.url.appending(path: "x.sqlite-wal").path
    try killed.wait(for: "the import to write") {
      let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
      return (size ?? 0) > 100_000
    }
    #expect(try killed.stop(SIGKILL) == SIGKILL)
    try workspace.run("export left.ndjson --data x.sqlite")
    #expect(try workspace.text("left.ndjson").hasPrefix(#"{"localId":"old""#))
    try workspace.run("import many.ndjson --replace --data x.sqlite")
    try workspace.run("export all.ndjson --data x.sqlite")
    #expect(try workspace.text("all.ndjson").split(separator: "\n").count == 60_000)
  }

  @Test func `a data file of a running emulator is not opened again`() throws {
    let server = try workspace.start("--data x.sqlite")
    try workspace.remove("x.sqlite-ready.json")
    try workspace.write(#"{"localId":"a"}"#, "a.ndjson")
    try workspace.fail("import a.ndjson --data x.sqlite", "is in use by another emulator process")
    #expect(try server.stop() == 0)
  }

  @Test(arguments: ["import", "seed"])
  func `files are all found before one is stored, and each reported`(command: String) throws {
    try workspace.write(#"{version:1,projects:{p:{users:[{localId:"a"}]}}}"#, "a.json5")
    let missing = try workspace.fail("\(command) a.json5 nowhere.json5", "nowhere.json5")
    #expect(missing.output.isEmpty)
    #expect(try workspace.names() == ["a.json5", "tmp"])
    try workspace.write(#"{version:1,projects:{p:{usres:[]}}}"#, "b.json5")
    let run = try workspace.fail("\(command) a.json5 b.json5", "b.json5: ")
    #expect(run.output.contains("a.json5: 1 "), "\(run)")
    #expect(run.output.contains("Changed the data file .auth-emulator/state.sqlite."), "\(run)")
    #expect(run.errors.contains("usres"), "\(run)")
    let again = try workspace.run("\(command) a.json5").output
    #expect(again.contains("a.json5: 0 ") && !again.contains("Changed"), "\(again)")
  }

  @Test func `an import of several files that replaces has the users of each`() throws {
    try workspace.add(#"{"localId":"old"}"#, "old.ndjson")
    try workspace.write(#"{"localId":"one","tenantId":"acme"}"#, "a.ndjson")
    try workspace.write(#"{"localId":"two"}"#, "b.ndjson")
    for flags in ["", "--dry-run"] {
      try workspace.run("import a.ndjson b.ndjson --replace --data x.sqlite \(flags)")
    }
    try workspace.run("export all.ndjson --data x.sqlite")
    let ids = try workspace.text("all.ndjson").matches(of: /"localId":"(\w+)"/).map(\.output.1)
    #expect(ids == ["two", "one"])
  }

  @Test(arguments: [
    (
      "import", "",
      "Not read: c.json5, c.json5. Correct bad.json5, then run the same command again."
    ),
    ("seed", "", "Not read: c.json5, c.json5. Correct bad.json5"), ("import", "--continue", ""),
    ("import", "--dry-run", ""),
  ])
  func `files after a refused one are named`(command: String, flags: String, words: String) throws {
    try workspace.write(#"{version:1,projects:{"demo-project":{}}}"#, "a.json5")
    try workspace.write(#"{version:1,projects:{p:{usres:[]}}}"#, "bad.json5")
    try workspace.write(#"{"localId":"c"}"#, "c.ndjson")
    let files = words.isEmpty ? "bad.json5 c.ndjson" : "a.json5 bad.json5 c.json5 c.json5"
    try workspace.write(workspace.text("a.json5"), "c.json5")
    let run = try workspace.fail("\(command) \(files) \(flags)", words)
    #expect(run.output.contains("c.ndjson: 1 ") == words.isEmpty, "\(run)")
    #expect(run.output.contains("c.json5") == false, "\(run)")
  }

  @Test func `a trial run in an empty folder creates nothing`() throws {
    try workspace.write(#"{"localId":"a"}"#, "a.ndjson")
    for flags in ["", "--data x.sqlite"] {
      let run = try workspace.run("import a.ndjson --dry-run \(flags)")
      #expect(run.output == "a.ndjson: 1 would be stored; nothing was\n", "\(run)")
      #expect(try workspace.names() == ["a.ndjson", "tmp"])
    }
  }

  @Test func `a file without a list of users is not imported`() throws {
    try workspace.write(#"{"users":null}"#, "a.json")
    let run = try workspace.fail("import a.json --data x.sqlite", "There is no list of users")
    #expect(run.errors.hasSuffix("Correct the file and import it again.\n"), "\(run)")
  }

  // MARK: - auth:import

  @Test(arguments: ["users.json", "users.csv"])
  func `an export for auth:import has hashes that its parameters verify`(target: String) throws {
    try workspace.write(Self.seed, "seed.json5")
    try workspace.run("seed seed.json5 --data x.sqlite")
    let cheap = "--rounds 2 --mem-cost 4"
    let report = try workspace.json("export \(target) \(cheap) --data x.sqlite")
    #expect(report["users"] == 3 && report["lostPasswords"] == 1 && report["lostIdentities"] == 0)
    // The JSON holds telephones, and no authenticator apps.
    #expect(report["lostSecondFactors"] == (target.hasSuffix("csv") ? 2 : 1), "\(report)")
    #expect(report["lostPasskeys"] == 1)
    let lost = report.texts("lostMembers")
    #expect(Set(["providerOrder", "providerUserInfo.screenName"]).isSubset(of: lost), "\(report)")
    let text = try workspace.text(target)
    #expect(!text.contains("secret1") && !text.contains("fakeHash"))
    try workspace.run("export again-\(target) \(cheap) --data x.sqlite")
    #expect(try workspace.text("again-\(target)") == text)

    try workspace.write(
      #"{version:1,projects:{"demo-project":{config:{signIn:{allowDuplicateEmails:true}}}}}"#,
      "config.json5")
    try workspace.run("seed config.json5 --data y.sqlite")
    let key = report["signerKey"]?.string ?? "", separator = report["saltSeparator"]?.string ?? ""
    try workspace.run(
      """
      import \(target) --hash-algo SCRYPT --hash-key \(key) --salt-separator \(separator) \(cheap)
      --data y.sqlite
      """)
    try workspace.serve("--data y.sqlite") { url in
      try workspace.run("users enable all --data y.sqlite")
      let shown = try workspace.json("users show all --data y.sqlite")
      #expect(shown["displayName"] == #"A, "B""# && shown["createdAt"] == "1600000000000")
      #expect(shown["customAttributes"] == #"{"role":"admin"}"#)
      try expectPassword(of: "all", url)
    }
  }

  @Test(arguments: ["a.ndjson", "a.json5", "seed", "a.json", "a.csv"])
  func `an export has hashes in place of passwords, and needs no flag`(name: String) throws {
    try workspace.add(#"{"localId":"ann","email":"ann@x.test","password":"secret1"}"#, "ann.ndjson")
    let target = name == "seed" ? "a.json5" : name
    let command = name == "seed" ? "seed export" : "export"
    let output = try workspace.run("\(command) \(target) --data x.sqlite").output
    #expect(!output.contains("cannot sign in"), "\(output)")
    #expect(try !workspace.text(target).contains("secret1"))
    try workspace.run("import \(target) --data y.sqlite")
    try workspace.serve("--data y.sqlite") { try expectPassword(of: "ann", $0) }
    // A file's hashes are those of the next file.
    guard [".json", ".csv"].contains(where: target.hasSuffix) else { return }
    let again = try workspace.run("export again-\(target) --data y.sqlite").output
    #expect(!again.contains("cannot sign in"), "\(again)")
    let hash = try #require(try workspace.text(target).firstMatch(of: /[\w+\/]{86}==/))
    #expect(try workspace.text("again-\(target)").contains(hash.output))
  }

  private func expectPassword(of uid: String, _ url: String) throws {
    for (password, isGood) in [("secret1", true), ("wrong-1", false)] {
      let body: JSON = ["email": .string("\(uid)@x.test"), "password": .string(password)]
      let answer = try? ControlClient(url).bytes(
        .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
        query: [("key", "emulator-demo-project")], body: body.serializedBytes())
      let reply = try answer.map { try JSON(parsing: $0) }
      #expect((reply?["localId"] == .string(uid)) == isGood, "\(password)")
    }
  }

  // MARK: - start

  @Test func `a start exports at its end, and keeps the exports of other emulators`() throws {
    try writeFolder()
    try workspace.write("kept", "export/firestore.txt")
    try workspace.serve("--ephemeral --import export --export-on-exit export") { url in
      try workspace.run("users create --uid new --url \(url)")
    }
    let accounts = try workspace.text("export/auth_export/accounts.json")
    #expect(accounts.contains(#""localId":"user1""#) && accounts.contains(#""localId":"new""#))
    #expect(try workspace.text("export/firestore.txt") == "kept")
    let metadata = try JSON(parsing: workspace.text("export/firebase-export-metadata.json"))
    #expect(metadata["firestore"]?["path"] == "firestore_export" && metadata["version"] == "13.0.0")
    #expect(
      try workspace.names(in: "export") == [
        "auth_export", "firebase-export-metadata.json", "firestore.txt",
      ])
  }

  @Test func `a start that replaces users keeps no snapshot of them`() throws {
    try writeFolder()
    try workspace.add(#"{"localId":"old"}"#, "old.ndjson")
    let errors = try workspace.serve("--data x.sqlite --quiet --import export --replace") { _ in
      #expect(try workspace.uids("--data x.sqlite") == ["user1"])
      let snapshots = try workspace.run("snapshots list --data x.sqlite")
      #expect(snapshots.output == "There is no snapshot.\n")
    }
    #expect(
      errors
        == "auth-emulator: --import export: config.json: new was left out: it is not a member that is "
        + "read.\n")
    for flag in ["--replace", "--strict-import", "--export-on-exit"] {
      try workspace.fail("start \(flag)", "--import", code: 2)
    }
  }

  @Test func `a folder that is not an export is not written to, and a start reports it`() throws {
    try workspace.makeFolder("src")
    try workspace.write("mine", "src/file.txt")
    try workspace.fail(
      "start --ephemeral --port 0 --json --export-on-exit src", "src is not an export folder")
    #expect(try workspace.names(in: "src") == ["file.txt"])
  }

  // MARK: - Progress

  @Test func `the progress line shows part, rate and remaining time`() {
    #expect(
      ProgressBar.line("users.ndjson", 30_000_000, of: 120_000_000, .bytes, after: .seconds(3))
        == "users.ndjson [======                  ] 25 %, 10 MB/s, 9s left")
    #expect(
      ProgressBar.line("export", 1, of: 1000, .users, after: .seconds(1))
        == "export [                        ] 0 %, 1 users/s, 16m39s left")
    #expect(
      ProgressBar.line("x", 5, of: 5, .users, after: .seconds(1)).hasSuffix(
        "storing the last of it"))
  }
}
