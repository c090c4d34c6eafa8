import EmuTestSupport
import Testing

/// Imports that leave something out: `skipRefused`, `withoutPasswords`, and what is named of fields.
@Suite final class `control: imports that leave something out`: EmulatorSuite {
  /// An export with one user that cannot be stored between two that can.
  private static func export(_ bad: String) -> String {
    #"""
    {"accounts":{"":{"kind":"x","users":[
      {"localId":"a","email":"a@x.test","phoneNumber":"+15555550100",
       "providerUserInfo":[{"providerId":"google.com","rawId":"g"}]},
      \#(bad),
      {"localId":"z","email":"z@x.test"}]}}}
    """#
  }

  private static let bad: [(user: String, reason: String)] = [
    (#"{"localId":"b","email":"A@x.test"}"#, "email"),
    (#"{"localId":"b","phoneNumber":"+15555550100"}"#, "phoneNumber"),
    (#"{"localId":"b","providerUserInfo":[{"providerId":"google.com","rawId":"g"}]}"#, "identity"),
    (#"{"localId":"a","email":"b@x.test"}"#, "localId"),
    (#"{"email":"b@x.test"}"#, "localId: the field is missing"),
    (#"{"localId":"b","customAttributes":"{admin:true}"}"#, "customAttributes"),
    (#"{"localId":"b","customAttributes":"{\"aud\":1}"}"#, "customClaims.aud"),
    (#"{"localId":"b","phoneNumber":"15555550101"}"#, "phoneNumber: write the number as +"),
    (#"{"localId":"b","createdAt":"yesterday"}"#, "createdAt: a time is expected"),
    (#"{"localId":"b","providerUserInfo":[{"rawId":"g"}]}"#, "providerUserInfo[0].providerId"),
    (#"7"#, "a user is an object"),
  ]

  @Test(arguments: bad, [false, true])
  func `an impossible user is left out`(row: (user: String, reason: String), hasUsers: Bool) async {
    if hasUsers { _ = await emulator.importing(#"{"localId":"old"}"#, "format=ndjson") }
    let reply = await emulator.importing(Self.export(row.user), "skipRefused=true")
    #expect(reply["stored"] == 2 && reply["refused"] == 1, "\(reply.text)")
    #expect(reply["refusals"]?[0]?["location"] == "accounts.json, users[1]", "\(reply.text)")
    #expect(
      reply["refusals"]?[0]?["message"]?.string?.contains(row.reason) == true, "\(reply.text)")
    #expect(await emulator.userIDs() == (hasUsers ? ["a", "old", "z"] : ["a", "z"]))
  }

  @Test func `a file that breaks off is refused even so, and removes no user`() async {
    _ = await emulator.importing(#"{"localId":"old"}"#, "format=ndjson")
    for document in [#"{"users":[{"localId":"a"},{"localId":"b""#, #"{"users":[{"localId":"a"}"#] {
      await emulator.importing(document, "skipRefused=true&replace=true").expectRefusal(
        "the file breaks off")
      #expect(await emulator.userIDs() == ["old"])
    }
  }

  /// Users of `accounts.json` and `accounts-acme.json`, and the location and the reason of the error.
  private static let brokenFolders = [
    (#"{"localId":"a"},{"localId":"b" x}"#, "", "accounts.json, users[1]", "a comma or } must"),
    (#"{"localId":"a"} {"localId":"b"}"#, "", "accounts.json, users[1]", "a comma or ] must"),
    (#"{"localId":"a"}"#, #"{"localId" 1}"#, "accounts-acme.json, users[0]", "a colon must"),
    (#"{"localId":"a"}"#, "{}{}", "accounts-acme.json, users[1]", "a comma or ] must"),
  ]

  @Test(arguments: brokenFolders)
  func `broken JSON of a folder is located`(
    _ users: String, _ others: String, _ place: String, _ reason: String
  ) async throws {
    let document =
      #"{"accounts":{"":{"users":[\#(users)]},"acme":{"users":[\#(others)]}},"config":{}}"#
    let text = await emulator.importing(document, "format=emulator").text
    #expect(text.contains("\(place): the file breaks off or is not JSON (\(reason)"), "\(text)")
    #expect(text.contains("Correct it there, or export it again."), "\(text)")
  }

  @Test func `an entry without content, and times as RFC 3339, are taken`() async throws {
    let user = #"""
      {"localId":"b","createdAt":"2024-01-02T03:04:05Z","lastLoginAt":"2024-01-02T03:04:06.000Z",
       "passwordUpdatedAt":1.7E12,"validSince":"1700000000","email":"b@x.test","rawPassword":"secret1",
       "providerUserInfo":[{},{"providerId":"","rawId":""},{"providerId":"google.com","rawId":"h"},
       {"providerId":"password"},{"providerId":"password"}]}
      """#
    await emulator.importing(Self.export(user)).expect(["stored": 3, "refused": 0])
    let stored = try #require(try emulator.user("b"))
    #expect(stored.createdAt == Timestamp(milliseconds: 1_704_164_645_000))
    #expect(stored.lastLoginAt == Timestamp(milliseconds: 1_704_164_646_000))
    #expect(stored.providers == ["google.com", "password"] && stored.validSince == 1_700_000_000)
  }

  @Test func `fields that the form has not are named with their number and place`() async {
    let reply = await emulator.importing(
      #"{"users":[{"localId":"a","version":0},{"localId":"b","customClaims":{"r":1},"photoURL":"x"},"#
        + #"{"localId":"c","customClaims":{}}]}"#)
    let warnings = reply["warnings"]?.array?.compactMap(\.string) ?? []
    #expect(reply["stored"] == 3 && warnings.count == 2, "\(reply.text)")
    #expect(
      warnings.first?.hasPrefix(
        "The field customClaims of 2 users, first at users[1] was left out") == true,
      "\(warnings)")
    #expect(warnings.first?.contains("customAttributes") == true)
    #expect(warnings.last?.contains("Did you mean photoUrl?") == true, "\(warnings)")
  }

  @Test func `fields of identities and factors, and beside users, are named`() async throws {
    let user = #"""
      {"localId":"a","providerUserInfo":[{"providerId":"google.com","rawId":"1","uid":"1"},
      {"providerId":"apple.com","rawId":"2","uid":"2"}],"mfaInfo":[{"phoneInfo":"+15555550100",
      "emailInfo":{"emailAddress":"a@x.test"}}]}
      """#
    let names = ["providerUserInfo.uid", "mfaInfo.emailInfo"].map { "The field \($0) of 1 user" }
    let reply = await emulator.importing(#"{"users":[\#(user)],"project":"p"}"#)
    let warnings = reply["warnings"]?.array?.compactMap(\.string) ?? []
    #expect(reply["stored"] == 1, "\(reply.text)")
    #expect(zip(warnings, names).allSatisfy { $0.hasPrefix($1) }, "\(warnings)")
    #expect(warnings.last == "project was left out: it is not a member that is read.")
    let folder =
      #"{"config":{"signIn":{"anonymus":true}},"accounts":{"":{"users":[\#(user)],"x":1}}}"#
    let second = try await TestEmulator().importing(folder, "format=emulator")
    let others = second["warnings"]?.array?.compactMap(\.string) ?? []
    #expect(zip(others, names).allSatisfy { $0.hasPrefix($1) }, "\(others)")
    #expect(
      others.dropFirst(2) == [
        "accounts.json: x was left out: it is not a member that is read.",
        "config.json: signIn.anonymus was left out: it is not a member that is read.",
      ], "\(others)")
  }

  @Test(arguments: [
    ("localId,email,displayName\na,a@x.test,Ann\n", "line 1: column 3 is called \"displayName\""),
    ("a,a@x.test\rb,b@x.test\r", "line 1: the line has a carriage return in its middle."),
  ]) func `a CSV of another form is refused`(_ text: String, _ message: String) async {
    let reply = await emulator.importing(text, "format=firebase-csv")
    #expect(reply.text.contains(message.replacing("\"", with: "\\\"")), "\(reply.text)")
    #expect(await emulator.userIDs() == [])
  }

  @Test(arguments: [
    "UID,Email,Email Verified,Password Hash,Password Salt,Name\n",
    "localId,email,emailVerified,passwordHash,salt,displayName\n",
  ]) func `a first line with the names of the columns is no user`(_ names: String) async throws {
    let text = names + "a,a@x.test,true,,,Ann\r\n\"b\",b@x.test,,,,\"Bea \"\"B\"\"\"\r\n"
    await emulator.importing(text, "format=firebase-csv").expect(["stored": 2])
    #expect(try emulator.user("b")?.displayName == #"Bea "B""#)
  }

  private static let hashed =
    #"{"localId":"h","email":"h@x.test","passwordHash":"lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==","salt":"42xEC+ixf3L2lw=="}"#

  private static let hashedFiles = [
    #"{"users":[\#(hashed)]}"#, #"{"accounts":{"":{"users":[\#(hashed)]}}}"#,
  ]

  @Test(arguments: hashedFiles)
  func `users of unknown hashes come without passwords`(_ document: String) async throws {
    let reply = await emulator.importing(document, "withoutPasswords=true").expect(["stored": 1])
    #expect(
      reply["warnings"]?[0]?.string?.hasPrefix("1 user was stored without the password") == true,
      "\(reply.text)")
    #expect(try #require(try emulator.user("h")).password == nil)
  }

  /// The example of github.com/firebase/scrypt: the password is user1password.
  @Test(arguments: hashedFiles)
  func `hash parameters of the query apply to users of either form`(_ document: String) async {
    let key =
      "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    let reply = await emulator.importing(
      document,
      "hashAlgorithm=SCRYPT&saltSeparator=Bw==&rounds=8&memoryCost=14&signerKey="
        + PercentEncoding.pathSegment(key))
    #expect(reply["stored"] == 1, "\(reply.text)")
    await emulator.signIn("h@x.test", "user1password").expect(["localId": "h"])
  }

  @Test func `52 columns are read with ten providers, and 28 as before`() async throws {
    let columns = { (id: String, google: String, later: [String]) in
      "\(id),,,,,,,\(google),,,,,,,,,,,,,,,,1700000000000,1700000000000,,false,,"
        + later.map { "\($0),,,," }.joined() + "\n"
    }
    let later = ["a1", "m1", "l1", "gc1", "pg1", "y1"]
    let reply = await emulator.importing(columns("new", "g1", later) + columns("old", "g2", []))
    #expect(reply["format"] == "firebase-csv" && reply["stored"] == 2, "\(reply.text)")
    #expect(
      try #require(try emulator.user("new")).providers == [
        "google.com", "apple.com", "microsoft.com", "linkedin.com", "gc.apple.com",
        "playgames.google.com", "yahoo.com",
      ])
    #expect(try #require(try emulator.user("old")).providers == ["google.com"])
  }

  // MARK: Marks and limits

  @Test(arguments: [
    "\u{FEFF}{\"localId\":\"ann\",\"email\":\"ann@x.test\"}\n{\"localId\":\"bob\"}\n",
    "\u{FEFF}ann,ann@x.test,,,,,,,,,,,,,,,,,,,,,,,,\nbob,,,,,,,,,,,,,,,,,,,,,,,,,\n",
    "\u{FEFF}{\"users\":[{\"localId\":\"ann\",\"email\":\"ann@x.test\"},{\"localId\":\"bob\"}]}",
  ]) func `a byte order mark is no part of the first user`(_ document: String) async throws {
    await emulator.importing(document).expect(["stored": 2])
    #expect(try emulator.user("ann")?.email == "ann@x.test")
  }

  @Test(arguments: [
    ("\"one\ntwo\r\n\n3\"", "one\ntwo\r\n\n3"), ("\"\r\n\"", "\r\n"),
    ("\"\"\"a\"\"\n\"\", 5\"\" wide\"", "\"a\"\n\", 5\" wide"),
    ("5\" wide", "5\" wide"), (" \"a,\n b\" ", "a,\n b"),
  ])
  func `a quoted value of CSV has breaks and quotes`(_ field: String, _ name: String) async throws {
    let document = "ann,,,,,\(field),,5\" wide\nbob,,,,,\"b\"\n"
    await emulator.importing(document, "format=firebase-csv").expect(["stored": 2])
    #expect(try emulator.user("ann")?.displayName == name)
    #expect(try emulator.user("bob")?.displayName == "b")
  }

  @Test func `a quote of CSV that nothing closes ends at the longest record, and is named`() async {
    let line = String(repeating: "a", count: 1 << 20)
    let document = "ok,\n\"a\n\",\"" + Array(repeating: line, count: 17).joined(separator: "\n")
    #expect(
      await emulator.importing(document, "format=firebase-csv")["refusals"]?[0]?["message"]
        == "line 3: a quote is opened and not closed within 16 MB. Write a quote within quotes twice."
    )
  }

  @Test func `an identity keeps every field when it is imported and exported`() async {
    let identity =
      #"{"providerId":"twitter.com","rawId":"t1","email":"a@x.test","displayName":"A","photoUrl":"http://p","screenName":"ann"}"#
    await emulator.importing(#"{"localId":"ann","providers":[\#(identity)]}"#).expect(["stored": 1])
    let exported = await emulator.control(.get, "export?format=ndjson").text
    #expect(exported.contains(#""providers":[\#(identity)]"#), "\(exported)")
  }

  @Test(arguments: ["", #","totpInfo":{}"#])
  func `an authenticator app of a folder is read by its secret`(_ more: String) async throws {
    let secret = "JBSWY3DPEHPK3PXP"
    await emulator.importing(
      #"{"users":[{"localId":"a","mfaInfo":[{"mfaEnrollmentId":"m","emulatorTotpSecret":"\#(secret)"\#(more)}]}]}"#
    ).expect(["stored": 1])
    #expect(try emulator.user("a")?.secondFactors.map(\.kind) == [.totp(secret: secret)])
  }

  @Test func `the first hundred refusals are listed, and all are counted`() async {
    let reply = await emulator.importing(String(repeating: "{}\n", count: 130), "format=ndjson")
    #expect(reply["refused"] == 130)
    let places = reply["refusals"]?.array?.compactMap { $0["location"]?.string }
    #expect(places == (1...100).map { "line \($0)" })
  }
}
