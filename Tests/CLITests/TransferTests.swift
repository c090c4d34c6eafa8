import EmuHTTP
import EmuJSON
import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

/// `auth-emulator import` and `export`, also as flags of `start` and `exec`.
@Suite(.timeLimit(.minutes(2))) struct `Users in and out` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let data = ["--data", "x.sqlite"]

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
         providers:[{providerId:"google.com",rawId:"g",email:"g@x.test",displayName:"G",photoUrl:"http://g"},
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
  func `an export, imported and exported again, is identical`(_ target: String) throws {
    // NDJSON has no configuration, which would allow several users with one e-mail address.
    let twin = target.hasSuffix("ndjson") ? "twin@x.test" : "all@x.test"
    let seed = Self.seed.replacing(
      #"{localId:"twin",email:"all@x.test""#, with: #"{localId:"twin",email:"\#(twin)""#)
    try workspace.write(Data(seed.utf8), "seed.json5")
    try workspace.run(["seed", "seed.json5", "--data", "a.sqlite"])
    let plain = target == "folder" ? [] : ["--plain-passwords"]
    try workspace.run(["export", target, "--data", "a.sqlite"] + plain)
    // Once into a data file, and once through an emulator that serves one.
    for isServed in [false, true] {
      let file = "b\(isServed).sqlite"
      let server = isServed ? try Invocation.start(["--data", file], in: workspace).0 : nil
      let stored = try workspace.run(["import", target, "--data", file])
      #expect(stored.output.contains("4 stored"), "\(stored)")
      let again = "again-\(isServed)-\(target)"
      try workspace.run(["export", again, "--data", file] + plain)
      if target == "folder" {
        let names = try workspace.names(in: "folder/auth_export")
        #expect(
          names == ["accounts-acme.json", "accounts.json", "auth-emulator.json", "config.json"])
        for name in names.map({ "auth_export/\($0)" }) + ["firebase-export-metadata.json"] {
          #expect(
            try workspace.text("\(again)/\(name)")
              == workspace.text("\(target)/\(name)"), "\(name)")
        }
      } else {
        #expect(try workspace.text(again) == workspace.text(target))
      }
      #expect(try server?.stop() ?? 0 == 0)
    }
  }

  @Test func `users of an export folder keep passkeys, hashes and second factors`() throws {
    try workspace.write(Data(Self.seed.utf8), "seed.json5")
    try workspace.run(["seed", "seed.json5", "--data", "a.sqlite"])
    try workspace.run(["export", "folder", "--data", "a.sqlite"])
    try workspace.run(["import", "folder", "--data", "b.sqlite"])
    for file in ["a", "b"] {
      try workspace.run(
        ["export", "\(file).json5", "--data", "\(file).sqlite", "--plain-passwords"])
    }
    #expect(try workspace.text("a.json5") == workspace.text("b.json5"))
  }

  // MARK: - The folder of the Firebase CLI

  /// Writes a folder like `firebase emulators:export`.
  private static func writeFolder(to workspace: Workspace, accounts: String? = nil) throws {
    let folder = workspace.url.appending(path: "export/auth_export")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try workspace.write(
      Data(
        #"{"version":"13.0.0","firestore":{"version":"1.0","path":"firestore_export"},"auth":{"version":"13.0.0","path":"auth_export"}}"#
          .utf8), "export/firebase-export-metadata.json")
    try workspace.write(
      Data(
        #"{"signIn":{"allowDuplicateEmails":false},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true},"new":1}"#
          .utf8), "export/auth_export/config.json")
    let users = #"""
      {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"user1",
        "createdAt":"1700000000000","lastLoginAt":"1700000000001","passwordHash":"fakeHash:salt=fakeSaltX:password=secret1",
        "salt":"fakeSaltX","passwordUpdatedAt":1700000000000,"validSince":"1700000000","email":"user1@example.com",
        "emailVerified":true,"disabled":false,"lastRefreshAt":"2024-01-02T03:04:05.000Z",
        "providerUserInfo":[{"providerId":"password","email":"user1@example.com","federatedId":"user1@example.com","rawId":"user1@example.com"},
          {"providerId":"google.com","rawId":"g1","federatedId":"g1","displayName":"One"}],
        "mfaInfo":[{"mfaEnrollmentId":"m","phoneInfo":"+15555550102","unobfuscatedPhoneInfo":"+15555550102","enrolledAt":"2024-01-02T03:04:05.000Z"}]}]}
      """#
    try workspace.write(Data((accounts ?? users).utf8), "export/auth_export/accounts.json")
    try workspace.write(
      Data(#"{"users":[{"localId":"t1","email":"t@example.com"}]}"#.utf8),
      "export/auth_export/accounts-acme.json")
  }

  @Test(arguments: ["export", "export/", "export/auth_export"])
  func `an export folder of the Firebase CLI is imported, by its root or its auth_export`(
    _ path: String
  ) throws {
    try Self.writeFolder(to: workspace)
    try workspace.run(["import", path] + Self.data)
    let (server, port) = try Invocation.start(Self.data, in: workspace)
    let one = try JSON(
      parsing: workspace.run(["users", "show", "user1", "--json"] + Self.data).output)
    #expect(one["email"] == "user1@example.com" && one["lastLoginAt"] == "1700000000001")
    #expect(one["mfaInfo"]?[0]?["phoneInfo"] == "+15555550102")
    #expect(one["providerUserInfo"]?[1]?["rawId"] == "g1")
    let tenants = try workspace.run(["users", "--tenant", "acme"] + Self.data)
    #expect(tenants.output.contains("t@example.com"))
    let config = try Data(
      contentsOf: #require(
        URL(string: "http://127.0.0.1:\(port)/emulator/v1/projects/demo-project/config")))
    #expect(
      try JSON(parsing: Array(config))["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
    #expect(try server.stop() == 0)
  }

  @Test func `a broken export folder is named with its file, and nothing is stored`() throws {
    try Self.writeFolder(to: workspace, accounts: #"{"users":[{"localId":"a"},{"localId":"b"#)
    let broken = try workspace.run(["import", "export"] + Self.data, code: 1)
    #expect(broken.errors.contains("accounts.json, users[1]: the file breaks off"), "\(broken)")
    for name in ["accounts", "accounts-acme"] {
      try workspace.remove("export/auth_export/\(name).json")
    }
    let missing = try workspace.run(["import", "export"] + Self.data, code: 1)
    #expect(
      missing.errors.contains(
        "there is no accounts.json and no accounts-TENANT.json in export/auth_export."),
      "\(missing)")
    try workspace.write(Data("{".utf8), "export/firebase-export-metadata.json")
    let metadata = try workspace.run(["import", "export"] + Self.data, code: 1)
    #expect(metadata.errors.contains("export/firebase-export-metadata.json is not JSON."))
    try workspace.run(["export", "out.ndjson"] + Self.data, code: 1)
  }

  // MARK: - Files

  @Test func `an import that fails reports each location on standard error, and as JSON`() throws {
    try workspace.write(Data("{\"localId\":\"a\"}\n{\"localId\":\"a\"}\n".utf8), "bad.ndjson")
    let failed = try workspace.run(["import", "bad.ndjson"] + Self.data, code: 1)
    #expect(failed.output == "bad.ndjson: 0 stored, 1 refused\n")
    #expect(failed.errors.contains("line 2: localId a: line 1 has the same"), "\(failed)")
    #expect(failed.errors.contains("add --continue"))
    let json = try workspace.run(["import", "bad.ndjson", "--json"] + Self.data, code: 1)
    #expect(try JSON(parsing: json.output)["imports"]?[0]?["refusals"]?[0]?["location"] == "line 2")
    let gone = try workspace.run(["import", "gone.ndjson"] + Self.data, code: 1)
    #expect(gone.errors.contains("gone.ndjson: there is no file or folder gone.ndjson."))
    let continued = try workspace.run(["import", "bad.ndjson", "--continue"] + Self.data)
    #expect(
      continued.output == "bad.ndjson: 1 stored, 1 were there\nChanged the data file x.sqlite.\n")
  }

  @Test func `a killed import leaves nothing`() throws {
    // More than the page cache holds until the end, so that the log contains some of it early.
    let photo = "http://x.test/" + String(repeating: "p", count: 400)
    var lines = ""
    for number in 0..<60_000 {
      lines += "{\"localId\":\"u\(number)\",\"photoUrl\":\"\(photo)\"}\n"
    }
    try workspace.write(Data(lines.utf8), "many.ndjson")
    try workspace.write(Data(#"{"localId":"old"}"#.utf8), "old.ndjson")
    try workspace.run(["import", "old.ndjson"] + Self.data)
    let killed = try Invocation(["import", "many.ndjson", "--replace"] + Self.data, in: workspace)
    let log = workspace.url.appending(path: "x.sqlite-wal").path
    try killed.wait(for: "the import to write") {
      let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
      return (size ?? 0) > 100_000
    }
    #expect(try killed.stop(SIGKILL) == SIGKILL)
    try workspace.run(["export", "left.ndjson"] + Self.data)
    #expect(try workspace.text("left.ndjson").hasPrefix(#"{"localId":"old""#))
    try workspace.run(["import", "many.ndjson", "--replace"] + Self.data)
    try workspace.run(["export", "all.ndjson"] + Self.data)
    #expect(try workspace.text("all.ndjson").split(separator: "\n").count == 60_000)
  }

  @Test func `a data file of a running emulator is not opened again`() throws {
    let (server, _) = try Invocation.start(Self.data, in: workspace)
    try workspace.remove("x.sqlite-ready.json")
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    let run = try workspace.run(["import", "a.ndjson"] + Self.data, code: 1)
    #expect(run.errors.contains("is in use by another emulator process"), "\(run)")
    #expect(try server.stop() == 0)
  }

  @Test(arguments: [["import"], ["seed"]])
  func `files are all found before one is stored, or a data file is created`(
    _ command: [String]
  ) throws {
    try workspace.write(Data(#"{version:1,projects:{p:{users:[{localId:"a"}]}}}"#.utf8), "a.json5")
    let run = try workspace.run(command + ["a.json5", "nowhere.json5"], code: 1)
    #expect(run.errors.contains("nowhere.json5") && run.output.isEmpty, "\(run)")
    #expect(try workspace.names() == ["a.json5", "tmp"])
  }

  @Test(arguments: [["import"], ["seed"]])
  func `a file that is refused after another one leaves a report of both`(
    _ command: [String]
  ) throws {
    try workspace.write(Data(#"{version:1,projects:{p:{users:[{localId:"a"}]}}}"#.utf8), "a.json5")
    try workspace.write(Data(#"{version:1,projects:{p:{usres:[]}}}"#.utf8), "b.json5")
    let run = try workspace.run(command + ["a.json5", "b.json5"], code: 1)
    #expect(run.output.contains("a.json5: 1 "), "\(run)")
    #expect(run.output.contains("Changed the data file .auth-emulator/state.sqlite."), "\(run)")
    #expect(run.errors.contains("b.json5: ") && run.errors.contains("usres"), "\(run)")
    let again = try workspace.run(command + ["a.json5"])
    #expect(again.output.contains("a.json5: 0 "), "\(again)")
    #expect(!again.output.contains("Changed"), "\(again)")
  }

  // MARK: - auth:import

  @Test(arguments: ["users.json", "users.csv"])
  func `an export for auth:import has scrypt hashes that its parameters verify`(
    _ target: String
  ) throws {
    try workspace.write(Data(Self.seed.utf8), "seed.json5")
    try workspace.run(["seed", "seed.json5"] + Self.data)
    let cheap = ["--rounds", "2", "--mem-cost", "4"]
    let report = try JSON(
      parsing: workspace.run(["export", target, "--json"] + cheap + Self.data).output)
    #expect(report["users"] == 3 && report["lostPasswords"] == 1 && report["lostIdentities"] == 0)
    // The JSON holds telephones, and no authenticator apps.
    #expect(report["lostSecondFactors"] == (target.hasSuffix("csv") ? 2 : 1), "\(report)")
    #expect(report["lostPasskeys"] == 1)
    let text = try workspace.text(target)
    #expect(!text.contains("secret1") && !text.contains("fakeHash"))
    try workspace.run(["export", "again-\(target)"] + cheap + Self.data)
    #expect(try workspace.text("again-\(target)") == text)

    let file = ["--data", "y.sqlite"]
    try workspace.write(
      Data(
        #"{version:1,projects:{"demo-project":{config:{signIn:{allowDuplicateEmails:true}}}}}"#.utf8
      ),
      "config.json5")
    try workspace.run(["seed", "config.json5"] + file)
    let parameters = [
      "--hash-algo", "SCRYPT", "--hash-key", report["signerKey"]?.string ?? "",
      "--salt-separator", report["saltSeparator"]?.string ?? "", "--rounds", "2", "--mem-cost", "4",
    ]
    try workspace.run(["import", target] + parameters + file)
    let (server, _) = try Invocation.start(file, in: workspace)
    try workspace.run(["users", "enable", "all"] + file)
    let shown = try JSON(
      parsing: workspace.run(["users", "show", "all", "--json"] + file).output)
    #expect(shown["displayName"] == #"A, "B""# && shown["createdAt"] == "1600000000000")
    #expect(shown["customAttributes"] == #"{"role":"admin"}"#)
    let url = try #require(try server.readyLine()["url"]?.string)
    for (password, isGood) in [("secret1", true), ("wrong-1", false)] {
      let answer = try signIn(url, "all@x.test", password)
      #expect((answer["localId"] == "all") == isGood, "\(answer)")
    }
    #expect(try server.stop() == 0)
  }

  @Test(arguments: [
    ["export", "a.ndjson"], ["export", "a.json5"], ["seed", "export", "a.json5"],
    ["export", "a.json"], ["export", "a.csv"],
  ])
  func `an export has hashes in place of passwords, and is imported without a flag`(
    _ words: [String]
  ) throws {
    let user = #"{"localId":"ann","email":"ann@x.test","password":"secret1"}"#
    try workspace.write(Data(user.utf8), "ann.ndjson")
    try workspace.run(["import", "ann.ndjson"] + Self.data)
    let (target, file) = (words.last ?? "", ["--data", "y.sqlite"])
    let output = try workspace.run(words + Self.data).output
    #expect(!output.contains("cannot sign in"), "\(output)")
    #expect(try !workspace.text(target).contains("secret1"))
    try workspace.run(["import", target] + file)
    let (server, _) = try Invocation.start(file, in: workspace)
    let url = try #require(try server.readyLine()["url"]?.string)
    for (password, isGood) in [("secret1", true), ("wrong-1", false)] {
      let answer = try signIn(url, "ann@x.test", password)
      #expect((answer["localId"] == "ann") == isGood, "\(answer)")
    }
    #expect(try server.stop() == 0)
    // A file's hashes are those of the next file.
    guard [".json", ".csv"].contains(where: target.hasSuffix) else { return }
    let again = try workspace.run(["export", "again-\(target)"] + file).output
    #expect(!again.contains("cannot sign in"), "\(again)")
    let hash = try #require(try workspace.text(target).firstMatch(of: /[\w+\/]{86}==/))
    #expect(try workspace.text("again-\(target)").contains(hash.output))
  }

  private func signIn(_ url: String, _ email: String, _ password: String) throws -> JSON {
    let client = ControlClient(url)
    let body: JSONObject = ["email": .string(email), "password": .string(password)]
    let answer = try? client.bytes(
      .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
      query: [("key", "emulator-demo-project")], body: JSON.object(body).serializedBytes())
    return try answer.map { try JSON(parsing: $0) } ?? .null
  }

  // MARK: - start and exec

  @Test
  func `a start imports a folder and exports at the end, and keeps what other emulators exported`()
    throws
  {
    try Self.writeFolder(to: workspace)
    try workspace.write(Data("kept".utf8), "export/firestore.txt")
    let flags = ["--ephemeral", "--import", "export", "--export-on-exit", "export"]
    let (server, _) = try Invocation.start(flags, in: workspace)
    let url = try #require(try server.readyLine()["url"]?.string)
    try workspace.run(["users", "create", "--uid", "new", "--url", url])
    #expect(try server.stop() == 0)
    let accounts = try workspace.text("export/auth_export/accounts.json")
    #expect(accounts.contains(#""localId":"user1""#) && accounts.contains(#""localId":"new""#))
    #expect(try workspace.text("export/firestore.txt") == "kept")
    let metadata = try JSON(
      parsing: workspace.text("export/firebase-export-metadata.json"))
    #expect(metadata["firestore"]?["path"] == "firestore_export" && metadata["version"] == "13.0.0")
    #expect(
      try workspace.names(in: "export") == [
        "auth_export", "firebase-export-metadata.json", "firestore.txt",
      ])
  }

  @Test func `a start that replaces users keeps no snapshot of them`() throws {
    try Self.writeFolder(to: workspace)
    try workspace.write(Data(#"{"localId":"old"}"#.utf8), "old.ndjson")
    try workspace.run(["import", "old.ndjson"] + Self.data)
    let (server, _) = try Invocation.start(
      Self.data + ["--quiet", "--import", "export", "--replace"], in: workspace)
    let users = try workspace.run(["users"] + Self.data)
    #expect(users.output.contains("user1") && !users.output.contains("old"))
    let snapshots = try workspace.run(["snapshots", "list"] + Self.data)
    #expect(snapshots.output == "There is no snapshot.\n")
    #expect(try server.stop() == 0)
    #expect(
      server.errors
        == "auth-emulator: --import export: config.json: new was left out: it is not a member that is "
        + "read.\n")
    for flag in ["--replace", "--strict-import", "--export-on-exit"] {
      #expect(try workspace.run(["start", flag], code: 2).errors.contains("--import"))
    }
  }

  @Test func `a folder that is not an export is not written to, and start reports it immediately`()
    throws
  {
    try FileManager.default.createDirectory(
      at: workspace.url.appending(path: "src"), withIntermediateDirectories: true)
    try workspace.write(Data("mine".utf8), "src/file.txt")
    let words = ["start", "--ephemeral", "--port", "0", "--json", "--export-on-exit", "src"]
    let run = try workspace.run(words, code: 1)
    #expect(run.errors.contains("src is not an export folder"), "\(run)")
    #expect(try workspace.names(in: "src") == ["file.txt"])
  }

  @Test func `exec imports before the command and exports after it`() throws {
    try Self.writeFolder(to: workspace)
    let flags = ["exec", "--import", "export", "--export-on-exit", "out", "--"]
    let run = try workspace.run(flags + ["sh", "-c", "echo \"$GCLOUD_PROJECT\"; exit 7"], code: 7)
    #expect(run.output == "demo-project\n")
    #expect(try workspace.text("out/auth_export/accounts.json").contains("user1"))
  }

  // MARK: - Progress

  @Test func `the progress line shows part, rate and remaining time`() {
    #expect(
      ProgressBar.line("users.ndjson", 30_000_000, of: 120_000_000, .bytes, after: .seconds(3))
        == "users.ndjson [======                  ] 25 %, 10 MB/s, 9 s left")
    #expect(
      ProgressBar.line("export", 1, of: 1000, .users, after: .seconds(1))
        == "export [                        ] 0 %, 1 users/s, 16 min 39 s left")
    #expect(
      ProgressBar.line("x", 5, of: 5, .users, after: .seconds(1)).hasSuffix(
        "storing the last of it"))
  }
}
