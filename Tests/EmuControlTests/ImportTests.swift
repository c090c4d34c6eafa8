import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// `POST projects/{project}/import`: users in every format.
@Suite struct `control: imports` {
  private static let path = "projects/demo-project/import"

  /// Imports a document, and returns the report.
  private static func report(
    _ emulator: TestEmulator, _ document: String, _ query: String = ""
  ) async -> Reply {
    await emulator.control(.post, path + (query.isEmpty ? "" : "?" + query), document)
  }

  /// Returns the ids of the users of the project or a tenant.
  private static func ids(_ emulator: TestEmulator, tenant: String? = nil) async -> [String] {
    let page = await emulator.admin(
      "accounts:batchGet", nil, method: .get, tenant: tenant, query: "maxResults=-1")
    return page["users"]?.array?.compactMap { $0["localId"]?.string } ?? []
  }

  // MARK: - Forms

  private static let forms: [(format: String, document: String)] = [
    (
      "ndjson",
      """
      {"localId":"ann","email":"Ann@X.test","password":"secret1","customClaims":{"a":1}}

      {"localId":"bob","phoneNumber":"+15555550100","providers":[{"providerId":"google.com","rawId":"g1"}]}
      """
    ),
    (
      "firebase",
      #"""
      {"users":[
        {"localId":"ann","email":"Ann@X.test","rawPassword":"secret1","customAttributes":"{\"a\":1}",
         "unknown":1,"displayName":""},
        {"localId":"bob","phoneNumber":"+15555550100","providerUserInfo":[
          {"providerId":"google.com","rawId":"g1"},{"providerId":"phone","rawId":"+15555550100"}]}]}
      """#
    ),
    (
      "firebase-csv",
      """
      ann, Ann@X.test,false,fakeHash:salt=s:password=secret1,s,,,,,,,,,,,,,,,,,,,,,,,"{""a"":1}",\r
      bob,,,,,,,g1,,,,,,,,,,,,,,,,,,+15555550100
      """
    ),
    (
      "emulator",
      #"""
      {"accounts":{"":{"kind":"x","users":[
        {"localId":"ann","email":"ann@x.test","passwordHash":"fakeHash:salt=s:password=secret1","salt":"s",
         "customAttributes":"{\"a\":1}"},
        {"localId":"bob","phoneNumber":"+15555550100","providerUserInfo":[
          {"providerId":"google.com","rawId":"g1"}]}]}}}
      """#
    ),
    (
      "seed",
      """
      {version:1,projects:{"demo-project":{users:[
        {localId:"ann",email:"ann@x.test",password:"secret1",customClaims:{a:1}},
        {localId:"bob",phoneNumber:"+15555550100",providers:[{providerId:"google.com",rawId:"g1"}]}]}}}
      """
    ),
  ]

  @Test(arguments: forms)
  func `the same users come in by every form, which is recognised by the content`(
    _ format: String, _ document: String
  ) async throws {
    for name in ["", "format=\(format)"] {
      let emulator = try TestEmulator()
      let reply = await Self.report(emulator, document, name)
      #expect(reply.status == 200 && reply["refused"] == 0, "\(reply.text)")
      #expect(reply["format"] == .string(format) && reply["stored"] == 2)
      let ann = try #require(try emulator.user("ann"))
      #expect(ann.email == "ann@x.test" && ann.customAttributes == #"{"a":1}"#)
      let bob = try #require(try emulator.user("bob"))
      #expect(bob.phoneNumber == "+15555550100" && bob.links.first?.rawID == "g1")
      let signedIn = await emulator.client(
        "accounts:signInWithPassword", ["email": "ann@x.test", "password": "secret1"])
      #expect(signedIn["localId"] == "ann", "\(signedIn.text)")
    }
  }

  @Test func `every documented column of the CSV is read`() async throws {
    let emulator = try TestEmulator()
    // The example of Firebase's documentation of auth:import, with spaces around values.
    let line =
      "111, test@test.org, false, , , Test User, http://photo.com/123, G, g@x.test, G N, http://g, "
      + "123, test@test.org, Test FB User, http://photo.com/456, T, t@x.test, T N, http://t, "
      + "H, h@x.test, H N, http://h, 1486324027000, 1486324028000, +15555550100"
    let reply = await Self.report(emulator, line)
    #expect(reply["stored"] == 1, "\(reply.text)")
    let user = try #require(try emulator.user("111"))
    #expect(user.displayName == "Test User" && user.photoURL == "http://photo.com/123")
    #expect(user.createdAt == Timestamp(milliseconds: 1_486_324_027_000))
    #expect(user.lastLoginAt == Timestamp(milliseconds: 1_486_324_028_000))
    #expect(
      user.providers == ["google.com", "facebook.com", "twitter.com", "github.com", "phone"])
    let twitter = user.link(to: "twitter.com")
    #expect(
      twitter
        == ProviderLink(
          providerID: "twitter.com", rawID: "T", email: "t@x.test", displayName: "T N",
          photoURL: "http://t"))
  }

  @Test func `hashes of auth:import verify with the parameters of the query`() async throws {
    // The example of github.com/firebase/scrypt: the password is user1password.
    let users = """
      {"users":[{"localId":"a","email":"a@x.test","salt":"42xEC+ixf3L2lw==",
        "passwordHash":"lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="}]}
      """
    let key =
      "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    let query =
      "hashAlgorithm=SCRYPT&saltSeparator=Bw==&rounds=8&memoryCost=14&signerKey="
      + PercentEncoding.pathSegment(key)
    let emulator = try TestEmulator()
    #expect(await Self.report(emulator, users, query)["stored"] == 1)
    let signedIn = await emulator.client(
      "accounts:signInWithPassword", ["email": "a@x.test", "password": "user1password"])
    #expect(signedIn["localId"] == "a", "\(signedIn.text)")
  }

  // MARK: - What cannot be stored

  private static let broken: [(format: String, document: String, place: String, message: String)] =
    [
      ("ndjson", #"{"localId":"ok"}"# + "\n{\"localId\":", "line 2", "the line is not JSON"),
      ("ndjson", "{\"localId\":\"ok\"}\n\n[1]", "line 3", "the line is not an object"),
      ("ndjson", #"{"localId":"a","emial":"x"}"#, "line 1", "emial: there is no such field"),
      ("ndjson", #"{"email":"nobody"}"#, "line 1", #"email: "nobody" is not an e-mail address"#),
      (
        "ndjson", #"{"localId":"a","passwordHash":"abcd"}"#, "line 1",
        "passwordHash: the file does not say how the hash was made; a hashAlgorithm is needed"
      ),
      (
        "ndjson", #"{"localId":"a","providers":[{"providerId":"password","rawId":"1"}]}"#,
        "line 1", "providers[0].providerId"
      ),
      ("ndjson", #"{"localId":"a","tenantId":"a b"}"#, "line 1", "tenantId: a tenant id has"),
      (
        "firebase", #"{"users":[{"localId":"ok"},{"email":"a@x.test"}]}"#, "users[1]",
        "localId: the field is missing"
      ),
      (
        "firebase", #"{"users":[{"localId":"ok"},{"localId":"b""#, "",
        "users[1]: the file breaks off"
      ),
      ("firebase", #"{"users":[{"localId":"ok"}"#, "", "users[1]: the file breaks off"),
      ("firebase", #"{"kind":"x"}"#, "", "There is no list of users in the file."),
      (
        "firebase", #"{"users":[{"localId":"a","customAttributes":"{admin:true}"}]}"#, "users[0]",
        "customAttributes: the text is not a JSON object"
      ),
      ("firebase-csv", "a,\"b@x.test\nb", "", "line 1: a quote is opened and not closed."),
      ("firebase-csv", "ok,\na,\"b\"c", "", "line 2: a comma must follow a closing quote."),
      ("firebase-csv", "ok,\na,,maybe", "line 2", "Email Verified: \"maybe\" is not a Boolean"),
      ("firebase-csv", "ok,\n,a@x.test", "line 2", "localId: the field is missing"),
      ("firebase-csv", "c1;c1@x.test;false;;", "line 1", "the line has no columns that commas"),
      ("firebase-csv", "c1\tLee, Ann", "line 1", "the line has no columns that commas"),
      ("firebase-csv", "google:\n  users:", "line 1", "the line has no columns that commas"),
      (
        "firebase-csv", "a" + String(repeating: ",", count: 23) + "soon", "line 1",
        "User Creation Time: \"soon\" is not a time"
      ),
      ("firebase-csv", String(repeating: "a,", count: 60), "line 1", "the line has 61 columns"),
      (
        "emulator", #"{"accounts":{"t1":{"users":[{"localId":"ok"},{"localId":7}]}}}"#,
        "accounts-t1.json, users[1]", "localId:"
      ),
      (
        "emulator",
        #"{"accounts":{"":{"users":[{"localId":"a","tenantId":"t2"}]},"t1":{"users":[{"localId":"b","tenantId":"t2"}]}}}"#,
        "accounts-t1.json, users[0]", "tenantId: the user belongs to the tenant t2"
      ),
    ]

  /// Imports into an empty store and into one with users: in an empty store the indexes are created
  /// at the end.
  private static let states = [false, true]

  @Test(arguments: broken, states)
  func `a broken file is refused with the place, and nothing is stored`(
    _ row: (format: String, document: String, place: String, message: String), hasUsers: Bool
  ) async throws {
    let emulator = try TestEmulator()
    if hasUsers { _ = await Self.report(emulator, #"{"localId":"old"}"#, "format=ndjson") }
    let reply = await Self.report(emulator, row.document, "format=\(row.format)")
    #expect(reply.status == 200 && reply["stored"] == 0, "\(reply.text)")
    let refusal = reply["refusals"]?[0]
    #expect(refusal?["location"] == .string(row.place), "\(reply.text)")
    #expect(refusal?["message"]?.string?.hasPrefix(row.message) == true, "\(reply.text)")
    #expect(await Self.ids(emulator) == (hasUsers ? ["old"] : []))
  }

  @Test(arguments: states)
  func `two users of a file that claim the same are both named`(hasUsers: Bool) async throws {
    let claims = [
      (#""localId":"a""#, "localId"), (#""email":"A@x.test""#, "email"),
      (#""phoneNumber":"+15555550100""#, "phoneNumber"),
      (#""providers":[{"providerId":"google.com","rawId":"1"}]"#, "the identity"),
      (#""passkeys":[{"credentialId":"YWJj"}]"#, "passkey"),
    ]
    for (claim, field) in claims {
      let id = { (id: String) in claim.contains("localId") ? "" : #""localId":"\#(id)","# }
      let document = """
        {\(id("x"))\(claim)}
        {"localId":"other"}
        {\(id("y"))\(claim.lowercased().replacing("localid", with: "localId").replacing("phonenumber", with: "phoneNumber").replacing("providerid", with: "providerId").replacing("rawid", with: "rawId").replacing("credentialid", with: "credentialId").replacing("ywjj", with: "YWJj"))}
        """
      let emulator = try TestEmulator()
      if hasUsers { _ = await Self.report(emulator, #"{"localId":"old"}"#, "format=ndjson") }
      let reply = await Self.report(emulator, document, "format=ndjson")
      #expect(reply["refused"] == 1 && reply["stored"] == 0, "\(reply.text)")
      let refusal = reply["refusals"]?[0]
      #expect(refusal?["location"] == "line 3" && refusal?["code"] == "DUPLICATE", "\(reply.text)")
      let message = refusal?["message"]?.string ?? ""
      #expect(message.contains(field) && message.contains("line 1 has the same"), "\(message)")
      #expect(await Self.ids(emulator) == (hasUsers ? ["old"] : []))
    }
  }

  @Test func `a project that allows duplicate e-mails accepts several users of one address`()
    async throws
  {
    let emulator = try TestEmulator()
    _ = await emulator.call(
      .patch, "/emulator/v1/projects/demo-project/config",
      ["signIn": ["allowDuplicateEmails": true]])
    let document =
      #"{"localId":"a","email":"a@x.test"}"# + "\n" + #"{"localId":"b","email":"a@x.test"}"#
    #expect(await Self.report(emulator, document)["stored"] == 2)
    let more = document.replacing("\"a\"", with: "\"c\"").replacing("\"b\"", with: "\"d\"")
    #expect(await Self.report(emulator, more)["stored"] == 2)
  }

  @Test func `every user that cannot be stored is listed, not only the first`() async throws {
    let emulator = try TestEmulator()
    _ = await Self.report(emulator, #"{"localId":"old","email":"old@x.test"}"#, "format=ndjson")
    let reply = await Self.report(
      emulator,
      """
      {"localId":"old","displayName":"New"}
      {"localId":"a","email":7}
      {"localId":"b","email":"old@x.test"}
      {"localId":"c"}
      """)
    #expect(reply["refused"] == 3)
    let refusals = reply["refusals"]?.array ?? []
    let codes = refusals.map { "\($0["location"]?.string ?? ""): \($0["code"]?.string ?? "")" }
    #expect(
      codes == ["line 1: ALREADY_EXISTS", "line 2: INVALID_VALUE", "line 3: ALREADY_EXISTS"])
    #expect(
      reply["refusals"]?[0]?["message"]?.string?.contains("add --replace") == true, "\(reply.text)")
  }

  // MARK: - Ways to store

  @Test func `replace removes the users of the project first, of all tenants or of one`()
    async throws
  {
    let emulator = try TestEmulator()
    let old = """
      {"localId":"a"}
      {"localId":"t","tenantId":"t1"}
      {"localId":"u","tenantId":"t2"}
      """
    _ = await Self.report(emulator, old)
    #expect(
      await Self.report(emulator, #"{"localId":"b"}"#, "replace=true&tenant=t1")["stored"] == 1)
    #expect(await Self.ids(emulator) == ["a"])
    #expect(await Self.ids(emulator, tenant: "t1") == ["b"])
    #expect(await Self.report(emulator, #"{"localId":"c"}"#, "replace=true")["stored"] == 1)
    #expect(await Self.ids(emulator) == ["c"])
    #expect(await Self.ids(emulator, tenant: "t1") == [])
    #expect(await Self.ids(emulator, tenant: "t2") == [])
    // A refusal keeps the old users.
    _ = await Self.report(emulator, "{", "replace=true&format=ndjson")
    #expect(await Self.ids(emulator) == ["c"])
  }

  @Test func `a dry run says what would be stored, and stores nothing`() async throws {
    let emulator = try TestEmulator()
    let reply = await Self.report(emulator, #"{"localId":"a"}"#, "dryRun=true")
    #expect(reply["stored"] == 1 && reply["dryRun"] == true)
    #expect(await Self.ids(emulator) == [])
    let bad = await Self.report(emulator, #"{"localId":"a"}"# + "\n{}", "dryRun=true")
    #expect(bad["refused"] == 1 && bad["stored"] == 0)
  }

  @Test func `requireEmpty refuses a project with users, of tenants too`() async throws {
    let emulator = try TestEmulator()
    _ = await Self.report(emulator, #"{"localId":"t","tenantId":"t1"}"#)
    let reply = await Self.report(emulator, #"{"localId":"a"}"#, "requireEmpty=true")
    #expect(reply.status == 400)
    #expect(
      reply.errorMessage?.contains("has users already. Set replace") == true, "\(reply.text)")
  }

  @Test func `continue stores what is good, and a second run only what was missing`() async throws {
    let emulator = try TestEmulator()
    let users = (0..<1200).map { #"{"localId":"u\#($0)","email":"u\#($0)@x.test"}"# }
    _ = await Self.report(
      emulator, users[..<700].joined(separator: "\n") + "\n{", "continue=true&format=ndjson")
    #expect(await Self.ids(emulator).count == 700)
    let all = users.joined(separator: "\n") + "\n" + #"{"localId":"z","email":"u1@x.test"}"#
    let reply = await Self.report(emulator, all, "continue=true")
    #expect(reply["stored"] == 500 && reply["skipped"] == 700 && reply["refused"] == 1)
    #expect(reply["refusals"]?[0]?["location"] == "line 1201", "\(reply.text)")
    #expect(await Self.ids(emulator).count == 1200)
    #expect(
      await Self.report(emulator, users.joined(separator: "\n"), "continue=true")["skipped"] == 1200
    )
  }

  @Test func `users who follow an import into an empty store find each other by their claims`()
    async throws
  {
    let emulator = try TestEmulator()
    let users = (0..<3000).map {
      #"{"localId":"u\#($0)","email":"u\#($0)@x.test","providers":[{"providerId":"google.com","rawId":"g\#($0)"}]}"#
    }
    #expect(await Self.report(emulator, users.joined(separator: "\n"))["stored"] == 3000)
    let taken = await emulator.client(
      "accounts:signUp", ["email": "u2999@x.test", "password": "secret1"])
    #expect(taken.errorMessage == "EMAIL_EXISTS")
    let signedIn = await emulator.signIn("google.com", claims: ["sub": "g1500"])
    #expect(signedIn["localId"] == "u1500", "\(signedIn.text)")
  }

  // MARK: - Requests

  @Test(arguments: [
    ("format=xml", "format: the value must be one of seed, ndjson"),
    ("dryRun=yes", "dryRun: the value must be true or false."),
    ("continue=true&replace=true", "continue goes on with an import"),
    ("hashAlgorithm=ROT13", "hashAlgorithm: no password hash algorithm is called ROT13."),
    ("hashAlgorithm=SCRYPT", "hashAlgorithm: a SCRYPT import needs a signer key"),
    ("hashAlgorithm=HMAC_SHA256", "hashAlgorithm: an HMAC import needs a signer key."),
    ("hashAlgorithm=MD5&rounds=many", "rounds: the value must be a number."),
    ("signerKey=abc", "signerKey belongs to a hashAlgorithm, which is missing."),
    ("tenant=a%20b", "tenant: a tenant id has letters"),
    ("format=seed&replace=true", "A seed document names projects, tenants and hash parameters"),
  ])
  func `an import with an impossible query says what is wrong`(
    _ query: String, _ message: String
  ) async throws {
    let reply = await Self.report(try TestEmulator(), #"{"localId":"a"}"#, query)
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.hasPrefix(message) == true, "\(reply.text)")
  }

  @Test(arguments: [
    ("", "The file is empty."), ("\u{FEFF} \n", "The file is empty."),
    ("[{}]", "The file is a list."),
    ("a\u{0}b", "The file is not in UTF-8"),
  ])
  func `a malformed file is refused with the next step`(_ document: String, _ message: String)
    async throws
  {
    let reply = await Self.report(try TestEmulator(), document)
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.hasPrefix(message) == true, "\(reply.text)")
  }

  @Test func `a file in UTF-16 is refused, whatever its stated encoding`() async throws {
    let bytes: [UInt8] = [0xFF, 0xFE] + #"{"localId":"a"}"#.utf16.flatMap { [UInt8($0 & 255), 0] }
    for query in ["", "?format=ndjson", "?format=firebase-csv"] {
      let reply = try await TestEmulator().call(
        .post, "/emulator/v1/\(Self.path)\(query)", bytes: bytes,
        headers: ["Host": "localhost:9099"])
      #expect(reply.status == 400)
      #expect(reply.errorMessage?.hasPrefix("The file is not in UTF-8") == true, "\(reply.text)")
    }
  }

  // MARK: - Round trip

  @Test func `users of every kind are exported as lines, imported and exported unchanged`()
    async throws
  {
    let first = try await `control: export of a project as a seed`.everyKind()
    let export = "export?format=ndjson&plainPasswords=true"
    let lines = await first.control(.get, export).text
    #expect(lines.split(separator: "\n").count == 8 && lines.contains("totpSecret"))
    let second = try TestEmulator(seed: 2, machine: Timestamp(seconds: 1_900_000_000))
    let reply = await Self.report(second, lines)
    #expect(reply["refused"] == 0, "\(reply.text)")
    #expect(await second.control(.get, export).text == lines)
  }
}
