import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand
@testable import EmuServer

@Suite struct `The log of requests` {
  private static let request = RequestLine(
    time: Timestamp(seconds: 1_800_000_000), method: "POST",
    path: "/identitytoolkit.googleapis.com/v1/accounts:signUp", status: 400,
    latencyMicroseconds: 1_270,
    annotations: Annotations(
      operation: "accounts:signUp", project: "demo-project", unknownFields: ["nickname"],
      decisions: [
        Decision(.switch(.quotas), .warned, "production would\u{1B}[2J wait")
      ]))

  @Test func `the log of requests has a line for each, and one for each note`() {
    #expect(
      AccessLog(format: .text).line(Self.request) == """
        08:00:00.000Z POST /identitytoolkit.googleapis.com/v1/accounts:signUp 400 1.2 ms demo-project
          warned (quotas): production would\\u{1b}[2J wait
          unknown fields: nickname
        """)
  }

  @Test(arguments: [
    (StartOptions.LogFormat.text, [.warned, .refused]), (.json, Decision.Outcome.allCases),
  ])
  func `the request log prints notes`(format: StartOptions.LogFormat, printed: [Decision.Outcome]) {
    let log = AccessLog(format: format)
    let outcomes = Decision.Outcome.allCases
    #expect(outcomes.filter { log.prints(Decision(.refusal, $0, "so")) } == printed)
  }

  @Test(arguments: [
    (StartOptions.LogFormat.text, "u1 was\\u{1b} made"),
    (.json, #"{"event":"notice","message":"u1 was\u001b made"}"#),
  ]) func `the log of requests has other problems`(format: StartOptions.LogFormat, line: String) {
    #expect(AccessLog(format: format).line(notice: "u1 was\u{1B} made").description == line)
  }

  @Test func `the log of requests has one JSON object for each`() throws {
    let line = AccessLog(format: .json).line(Self.request).description
    #expect(!line.contains("\n"))
    let value = try JSON(parsing: Array(line.utf8))
    #expect(value["event"] == "request" && value["time"] == "2027-01-15T08:00:00.000Z")
    #expect(value["status"] == 400 && value["latencyMicroseconds"] == 1270)
    #expect(value["operation"] == "accounts:signUp" && value["decisions"]?[0]?["rule"] == "quotas")
    #expect(value["unknownFields"] == ["nickname"])
  }

  @Test(arguments: [StartOptions.LogFormat.text, .json])
  func `the request log has short lines for any request`(format: StartOptions.LogFormat) throws {
    let log = AccessLog(format: format)
    for (path, names) in [(5_000, 0), (10, 5_000), (4_000, 10_000)] {
      var request = Self.request
      request.path = String(repeating: "/\u{1}é", count: path)
      request.annotations.unknownFields = Array(repeating: "nickname", count: names)
      let line = log.shortened(log.line(request)).description
      #expect(line.utf8.count <= 4_000 && line.utf8.count > 500)
      if format == .json { #expect(try JSON(parsing: line)["event"] == "request") }
    }
  }

  @Test func `the log of requests shows the content of a message, to copy from`() throws {
    let message = OutgoingMessage(
      projectID: "demo-project",
      content: .code(
        VerificationCode(
          session: "s", phoneNumber: "+15555550100", code: "123456",
          createdAt: Timestamp(seconds: 1_800_000_000))))
    let sentence = "To verify the phone number +15555550100, use the code 123456"
    #expect(AccessLog(format: .text).line(message).description == sentence)
    let value = try JSON(parsing: Array(AccessLog(format: .json).line(message).description.utf8))
    #expect(value["event"] == "message" && value["sentence"]?.string == sentence)
  }

  @Test(.timeLimit(.minutes(10)))
  func `the log of requests drops lines, and reports it, rather than wait for a reader`() throws {
    let pipe = Pipe()
    let log = LogOutput(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, patience: .milliseconds(1))
    let line = String(repeating: "x", count: 100)
    for _ in 0..<5_000 { log.write(TerminalText(line)) { "\($0) left out" } }
    // Makes room for a last line, which reports the earlier ones.
    let first = pipe.fileHandleForReading.availableData
    log.write("end") { "\($0) left out" }
    try pipe.fileHandleForWriting.close()
    let all = first + (try pipe.fileHandleForReading.readToEnd() ?? Data())
    let lines = String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
    let written = lines.count { $0 == line }
    #expect(lines.suffix(2) == ["\(5_000 - written) left out", "end"])
    #expect(lines.count == written + 2)
  }

  #if os(Linux)
    @Test func `the log of requests reports the lines that a full disk did not take`() throws {
      let descriptor = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
      defer { close(descriptor) }
      let log = LogOutput(descriptor: descriptor)
      for _ in 0..<3 { log.write("lost") { "\($0) left out" } }
      // From now on the descriptor is that of a file with room.
      let folder = try TestFolder()
      let file = folder.url.appending(path: "emulator.log")
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      dup2(handle.fileDescriptor, descriptor)
      for line in ["first", "second"] { log.write(TerminalText(line)) { "\($0) left out" } }
      #expect(try String(contentsOf: file, encoding: .utf8) == "\n3 left out\nfirst\nsecond\n")
    }
  #endif
}
