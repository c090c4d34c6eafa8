import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The omissions, marks and limits of an import.
@Suite struct `control: imports at their edges` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private static func report(
    _ emulator: TestEmulator, _ document: String, _ query: String = ""
  ) async -> Reply {
    await emulator.control(
      .post, "projects/demo-project/import" + (query.isEmpty ? "" : "?" + query), document)
  }

  private static func lines(_ emulator: TestEmulator) async -> String {
    await emulator.control(.get, "export?format=ndjson&plainPasswords=true").text
  }

  @Test(arguments: [
    "\u{FEFF}{\"localId\":\"ann\",\"email\":\"ann@x.test\"}\n{\"localId\":\"bob\"}\n",
    "\u{FEFF}ann,ann@x.test,,,,,,,,,,,,,,,,,,,,,,,,\nbob,,,,,,,,,,,,,,,,,,,,,,,,,\n",
    "\u{FEFF}{\"users\":[{\"localId\":\"ann\",\"email\":\"ann@x.test\"},{\"localId\":\"bob\"}]}",
  ])
  func `a byte order mark is no part of the first user`(_ document: String) async throws {
    let reply = await Self.report(emulator, document)
    #expect(reply["stored"] == 2, "\(reply.text)")
    #expect(try emulator.user("ann", in: "demo-project")?.email == "ann@x.test")
  }

  @Test(arguments: [
    ("\"one\ntwo\r\n\n3\"", "one\ntwo\r\n\n3"), ("\"\r\n\"", "\r\n"),
    ("\"\"\"a\"\"\n\"\", 5\"\" wide\"", "\"a\"\n\", 5\" wide"),
    ("5\" wide", "5\" wide"), (" \"a,\n b\" ", "a,\n b"),
  ])
  func `a value of CSV within quotes may have line breaks, commas and quotes`(
    _ field: String, _ name: String
  ) async throws {
    let document = "ann,,,,,\(field),,5\" wide\nbob,,,,,\"b\"\n"
    let reply = await Self.report(emulator, document, "format=firebase-csv")
    #expect(reply["stored"] == 2, "\(reply.text)")
    #expect(try emulator.user("ann", in: "demo-project")?.displayName == name)
    #expect(try emulator.user("bob", in: "demo-project")?.displayName == "b")
  }

  @Test func `a quote of CSV that nothing closes ends at the longest record, and is named`() async {
    let line = String(repeating: "a", count: 1 << 20)
    let document = "ok,\n\"a\n\",\"" + Array(repeating: line, count: 17).joined(separator: "\n")
    let reply = await Self.report(emulator, document, "format=firebase-csv")
    #expect(
      reply["refusals"]?[0]?["message"]
        == "line 3: a quote is opened and not closed within 16 MB. Write a quote within quotes twice."
    )
  }

  @Test func `an identity keeps every field when it is exported and imported`() async throws {
    let identity =
      #"{"providerId":"twitter.com","rawId":"t1","email":"a@x.test","displayName":"A","photoUrl":"http://p","screenName":"ann"}"#
    let reply = await Self.report(emulator, #"{"localId":"ann","providers":[\#(identity)]}"#)
    #expect(reply["stored"] == 1, "\(reply.text)")
    let exported = await Self.lines(emulator)
    #expect(exported.contains(#""providers":[\#(identity)]"#), "\(exported)")
    let other = try TestEmulator()
    #expect(await Self.report(other, exported)["stored"] == 1)
    #expect(await Self.lines(other) == exported)
  }

  @Test func `continue sets up what an export folder says of the project`() async {
    let folder = #"""
      {"config":{"signIn":{"allowDuplicateEmails":true}},"accounts":{"":{"users":[
        {"localId":"a","email":"one@x.test"},{"localId":"b","email":"one@x.test"}]}}}
      """#
    let reply = await Self.report(emulator, folder, "continue=true")
    #expect(reply["stored"] == 2 && reply["refused"] == 0, "\(reply.text)")
  }

  @Test(arguments: ["", #","totpInfo":{}"#])
  func `an authenticator app of a folder is read by its secret`(_ more: String) async throws {
    let secret = "JBSWY3DPEHPK3PXP"
    let reply = await Self.report(
      emulator,
      #"{"users":[{"localId":"a","mfaInfo":[{"mfaEnrollmentId":"m","emulatorTotpSecret":"\#(secret)"\#(more)}]}]}"#
    )
    #expect(reply["stored"] == 1, "\(reply.text)")
    #expect(try emulator.user("a")?.secondFactors.map(\.kind) == [.totp(secret: secret)])
  }

  @Test func `the first hundred refusals are listed, and all are counted`() async {
    let reply = await Self.report(
      emulator, String(repeating: "{}\n", count: 130), "format=ndjson")
    #expect(reply["refused"] == 130)
    let places = reply["refusals"]?.array?.compactMap { $0["location"]?.string }
    #expect(places == (1...100).map { "line \($0)" })
  }

  @Test(arguments: ["dryRun=true", "replace=true", "continue=true", "tenant=t1"])
  func `a seed refuses the options of an import, and stores nothing then`(_ option: String)
    async throws
  {
    let seed = #"{"version":1,"projects":{"demo-project":{"users":[{"localId":"ann"}]}}}"#
    let reply = await Self.report(emulator, seed, option)
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.contains("leave tenant, replace") == true, "\(reply.text)")
    #expect(try emulator.user("ann", in: "demo-project") == nil)
    #expect(await Self.report(emulator, seed)["stored"] == 1)
  }
}
