import EmuTestSupport
import Testing

@Suite final class `control: imports`: EmulatorSuite {
  // MARK: - Forms

  private static let forms = [
    "ndjson": """
    {"localId":"ann","email":"Ann@X.test","password":"secret1","customClaims":{"a":1}}

    {"localId":"bob","phoneNumber":"+15555550100","providers":[{"providerId":"google.com","rawId":"g1"}]}
    """,
    "firebase": #"""
    {"users":[
      {"localId":"ann","email":"Ann@X.test","rawPassword":"secret1","customAttributes":"{\"a\":1}",
       "unknown":1,"displayName":""},
      {"localId":"bob","phoneNumber":"+15555550100","providerUserInfo":[
        {"providerId":"google.com","rawId":"g1"},{"providerId":"phone","rawId":"+15555550100"}]}]}
    """#,
    "firebase-csv": """
    ann, Ann@X.test,false,fakeHash:salt=s:password=secret1,s,,,,,,,,,,,,,,,,,,,,,,,"{""a"":1}",\r
    bob,,,,,,,g1,,,,,,,,,,,,,,,,,,+15555550100
    """,
    "emulator": #"""
    {"accounts":{"":{"kind":"x","users":[
      {"localId":"ann","email":"ann@x.test","passwordHash":"fakeHash:salt=s:password=secret1","salt":"s",
       "customAttributes":"{\"a\":1}"},
      {"localId":"bob","phoneNumber":"+15555550100","providerUserInfo":[
        {"providerId":"google.com","rawId":"g1"}]}]}}}
    """#,
    "seed": """
    {version:1,projects:{"demo-project":{users:[
      {localId:"ann",email:"ann@x.test",password:"secret1",customClaims:{a:1}},
      {localId:"bob",phoneNumber:"+15555550100",providers:[{providerId:"google.com",rawId:"g1"}]}]}}}
    """,
  ]

  @Test(arguments: forms.keys.sorted(), [false, true])
  func `every form is recognised, with the same users`(format: String, isNamed: Bool) async throws {
    let document = try #require(Self.forms[format])
    await emulator.importing(document, isNamed ? "format=\(format)" : "").expect(
      200, ["refused": 0, "format": .string(format), "stored": 2])
    let ann = try #require(try emulator.user("ann"))
    #expect(ann.email == "ann@x.test" && ann.customAttributes == #"{"a":1}"#)
    let bob = try #require(try emulator.user("bob"))
    #expect(bob.phoneNumber == "+15555550100" && bob.links.first?.rawID == "g1")
    await emulator.signIn("ann@x.test").expect(["localId": "ann"])
  }

  @Test func `every documented column of the CSV is read`() async throws {
    // The example of Firebase's documentation of auth:import, with spaces around values.
    let line =
      "111, test@test.org, false, , , Test User, http://photo.com/123, G, g@x.test, G N, http://g, "
      + "123, test@test.org, Test FB User, http://photo.com/456, T, t@x.test, T N, http://t, "
      + "H, h@x.test, H N, http://h, 1486324027000, 1486324028000, +15555550100"
    await emulator.importing(line).expect(["stored": 1])
    let user = try #require(try emulator.user("111"))
    #expect(user.displayName == "Test User" && user.photoURL == "http://photo.com/123")
    #expect(user.createdAt == Timestamp(milliseconds: 1_486_324_027_000))
    #expect(user.lastLoginAt == Timestamp(milliseconds: 1_486_324_028_000))
    #expect(user.providers == ["google.com", "facebook.com", "twitter.com", "github.com", "phone"])
    let twitter = user.link(to: "twitter.com")
    #expect(
      twitter
        == ProviderLink(
          providerID: "twitter.com", rawID: "T", email: "t@x.test", displayName: "T N",
          photoURL: "http://t"))
  }

  @Test func `a seed that names other projects has a warning of each with its users`() async {
    let reply = await emulator.importing(
      """
      {version:1,projects:{"demo-project":{users:[{localId:"own"}]},empty:{users:[]},
        one:{users:[{localId:"ann"},{email:"bob@x.test"}]},
        more:{users:[{localId:"1"},{localId:"2"},{localId:"3"},{localId:"4"},{localId:"5"},{localId:"6"}]}}}
      """)
    #expect(
      reply["warnings"] == [
        "The seed names another project, more, which has its users: 1, 2, 3, 4, 5 and 1 more.",
        "The seed names another project, one, which has its users: ann, bob@x.test.",
      ], "\(reply.text)")
  }

  // MARK: - What cannot be stored

  /// Documents with the place and the message of the refusal, as `place | message`.
  private typealias Broken = [String: String]

  private static let lines: Broken = [
    #"{"localId":"ok"}"# + "\n{\"localId\":": "line 2 | the line is not JSON",
    "{\"localId\":\"ok\"}\n\n[1]": "line 3 | the line is not an object",
    #"{"localId":"a","emial":"x"}"#: "line 1 | emial: there is no such field",
    #"{"email":"unknown"}"#: #"line 1 | email: "unknown" is not an e-mail address"#,
    #"{"localId":"a","passwordHash":"abcd"}"#:
      "line 1 | passwordHash: the file does not say how the hash was made; a hashAlgorithm is needed",
    #"{"localId":"a","providers":[{"providerId":"password","rawId":"1"}]}"#:
      "line 1 | providers[0].providerId",
    #"{"localId":"a","localId":"b"}"#:
      "line 1 | the line is not JSON, column 16: the key localId is",
    #"{"localId":"a","tenantId":"a b"}"#: "line 1 | tenantId: a tenant id has",
  ]

  private static let lists: Broken = [
    #"{"users":[{"localId":"ok"},{"email":"a@x.test"}]}"#:
      "users[1] | localId: the field is missing",
    #"{"users":[{"localId":"a","customAttributes":"{admin:true}"}]}"#:
      "users[0] | customAttributes: the text is not a JSON object",
    #"{"users":[{"localId":"ok"},{"localId":"b""#: " | users[1]: the file breaks off",
    #"{"users":[{"localId":"ok"}"#: " | users[1]: the file breaks off",
    #"{"kind":"x"}"#: " | There is no list of users in the file.",
  ]

  private static let columns: Broken = [
    "a,\"b@x.test\nb": " | line 1: a quote is opened and not closed.",
    "ok,\na,\"b\"c": " | line 2: a comma must follow a closing quote.",
    "ok,\na,,maybe": "line 2 | Email Verified: \"maybe\" is not a Boolean",
    "ok,\n,a@x.test": "line 2 | localId: the field is missing",
    "c1;c1@x.test;false;;": "line 1 | the line has no columns that commas",
    "c1\tLee, Ann": "line 1 | the line has no columns that commas",
    "google:\n  users:": "line 1 | the line has no columns that commas",
    "a" + String(repeating: ",", count: 23) + "soon":
      "line 1 | User Creation Time: \"soon\" is not a time",
    String(repeating: "a,", count: 60): "line 1 | the line has 61 columns",
  ]

  private static let folders: Broken = [
    #"{"accounts":{"t1":{"users":[{"localId":"ok"},{"localId":7}]}}}"#:
      "accounts-t1.json, users[1] | localId:",
    #"{"accounts":{"":{"users":[{"localId":"a","tenantId":"t2"}]},"t1":{"users":[{"localId":"b","tenantId":"t2"}]}}}"#:
      "accounts-t1.json, users[0] | tenantId: the user belongs to the tenant t2",
    #"{"accounts":{"":{"users":[{"localId":"a"}]}},"config":{}}"#:
      " | config is after the accounts. Write it before them.",
    #"{"accounts":{"":{"users":[{"localId":"a"}]}},"other":{}}"#:
      #" | other is not read. Write {"accounts": {"": {"users": [...]}}}."#,
    #"{"accounts":{"":{"users":[{"localId":"a"}]}"#:
      " | accounts.json, users[1]: the file breaks off",
  ]

  private static let broken =
    [("ndjson", lines), ("firebase", lists), ("firebase-csv", columns), ("emulator", folders)]
    .flatMap { format, files in files.map { (format: format, document: $0.key, words: $0.value) } }

  /// Imports into an empty store and into one with users: in an empty store the indexes are created
  /// at the end.
  private static let states = [false, true]

  @Test(arguments: broken, states)
  func `a broken file is refused with the place`(
    _ row: (format: String, document: String, words: String), hasUsers: Bool
  ) async throws {
    if hasUsers { _ = await emulator.importing(#"{"localId":"old"}"#, "format=ndjson") }
    let reply = await emulator.importing(row.document, "format=\(row.format)")
    #expect(reply.status == 200 && reply["stored"] == 0, "\(reply.text)")
    let refusal = reply["refusals"]?[0]
    let words = "\(refusal?["location"]?.string ?? "") | \(refusal?["message"]?.string ?? "")"
    #expect(words.hasPrefix(row.words), "\(reply.text)")
    #expect(await emulator.userIDs() == (hasUsers ? ["old"] : []))
  }

  /// A claim of a user, the same in other letters where they do not count, and its name.
  private static let claims = [
    (#""localId":"a""#, #""localId":"a""#, "localId"),
    (#""email":"A@x.test""#, #""email":"a@x.test""#, "email"),
    (#""phoneNumber":"+15555550100""#, #""phoneNumber":"+15555550100""#, "phoneNumber"),
    (identity, identity, "the identity"), (passkey, passkey, "passkey"),
  ]
  private static let identity = #""providers":[{"providerId":"google.com","rawId":"1"}]"#
  private static let passkey = #""passkeys":[{"credentialId":"YWJj"}]"#

  @Test(arguments: claims, states)
  func `two users of a file with one claim are both named`(
    _ row: (first: String, second: String, field: String), hasUsers: Bool
  ) async {
    let id = { (id: String) in row.field == "localId" ? "" : #""localId":"\#(id)","# }
    let document = """
      {\(id("x"))\(row.first)}
      {"localId":"other"}
      {\(id("y"))\(row.second)}
      """
    if hasUsers { _ = await emulator.importing(#"{"localId":"old"}"#, "format=ndjson") }
    let reply = await emulator.importing(document, "format=ndjson")
    #expect(reply["refused"] == 1 && reply["stored"] == 0, "\(reply.text)")
    let refusal = reply["refusals"]?[0]
    #expect(refusal?["location"] == "line 3" && refusal?["code"] == "DUPLICATE", "\(reply.text)")
    let message = refusal?["message"]?.string ?? ""
    #expect(message.contains(row.field) && message.contains("line 1 has the same"), "\(message)")
    #expect(await emulator.userIDs() == (hasUsers ? ["old"] : []))
  }

  @Test func `a project that allows duplicate e-mails accepts such users`() async throws {
    try emulator.configure(["signIn": ["allowDuplicateEmails": true]])
    let document =
      #"{"localId":"a","email":"a@x.test"}"# + "\n" + #"{"localId":"b","email":"a@x.test"}"#
    #expect(await emulator.importing(document)["stored"] == 2)
    let more = document.replacing("\"a\"", with: "\"c\"").replacing("\"b\"", with: "\"d\"")
    #expect(await emulator.importing(more)["stored"] == 2)
  }

  @Test func `every user that cannot be stored is listed, not only the first`() async throws {
    _ = await emulator.importing(#"{"localId":"old","email":"old@x.test"}"#, "format=ndjson")
    let reply = await emulator.importing(
      """
      {"localId":"old","displayName":"New"}
      {"localId":"a","email":7}
      {"localId":"b","email":"old@x.test"}
      {"localId":"c"}
      """)
    #expect(reply["refused"] == 3)
    let refusals = reply["refusals"]?.array ?? []
    let codes = refusals.map { "\($0["location"]?.string ?? ""): \($0["code"]?.string ?? "")" }
    #expect(codes == ["line 1: ALREADY_EXISTS", "line 2: INVALID_VALUE", "line 3: ALREADY_EXISTS"])
    #expect(refusals.first?["message"]?.string?.contains("add --replace") == true, "\(reply.text)")
  }

  // MARK: - Ways to store

  @Test func `replace removes the project's users first, of all tenants or of one`() async throws {
    let old = """
      {"localId":"a"}
      {"localId":"t","tenantId":"t1"}
      {"localId":"u","tenantId":"t2"}
      """
    _ = await emulator.importing(old)
    #expect(await emulator.importing(#"{"localId":"b"}"#, "replace=true&tenant=t1")["stored"] == 1)
    #expect(await emulator.userIDs() == ["a"])
    #expect(await emulator.userIDs(tenant: "t1") == ["b"])
    #expect(await emulator.importing(#"{"localId":"c"}"#, "replace=true")["stored"] == 1)
    #expect(await emulator.userIDs() == ["c"])
    #expect(await emulator.userIDs(tenant: "t1") == [])
    #expect(await emulator.userIDs(tenant: "t2") == [])
    // A refusal keeps the old users.
    _ = await emulator.importing("{", "replace=true&format=ndjson")
    #expect(await emulator.userIDs() == ["c"])
  }

  @Test func `a dry run says what would be stored, and stores nothing`() async throws {
    let reply = await emulator.importing(#"{"localId":"a"}"#, "dryRun=true")
    #expect(reply["stored"] == 1 && reply["dryRun"] == true)
    #expect(await emulator.userIDs() == [])
    let bad = await emulator.importing(#"{"localId":"a"}"# + "\n{}", "dryRun=true")
    #expect(bad["refused"] == 1 && bad["stored"] == 0)
  }

  @Test func `requireEmpty refuses a project with users, of tenants too`() async throws {
    _ = await emulator.importing(#"{"localId":"t","tenantId":"t1"}"#)
    await emulator.importing(#"{"localId":"a"}"#, "requireEmpty=true").expectRefusal(
      "has users already. Set replace")
  }

  @Test func `users who follow an import into an empty store are unique too`() async throws {
    let users = (0..<3000).map {
      #"{"localId":"u\#($0)","email":"u\#($0)@x.test","providers":[{"providerId":"google.com","rawId":"g\#($0)"}]}"#
    }
    #expect(await emulator.importing(users.joined(separator: "\n"))["stored"] == 3000)
    #expect(await emulator.signUp("u2999@x.test").errorMessage == "EMAIL_EXISTS")
    await emulator.signIn("google.com", claims: ["sub": "g1500"]).expect(["localId": "u1500"])
  }

  // MARK: - Requests

  @Test func `a file in UTF-16 is refused, whatever its stated encoding`() async throws {
    let bytes: [UInt8] = [0xFF, 0xFE] + #"{"localId":"a"}"#.utf16.flatMap { [UInt8($0 & 255), 0] }
    for query in ["", "?format=ndjson", "?format=firebase-csv"] {
      await emulator.call(.post, "/emulator/v1/projects/demo-project/import\(query)", bytes: bytes)
        .expect(400, beginning: "The file is not in UTF-8")
    }
  }
}
