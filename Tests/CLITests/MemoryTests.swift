#if os(Linux)
  import EmuHTTP
  import EmuJSON
  import EmuTestSupport
  import Foundation
  import Testing

  /// The process's memory with bodies that are longer than the allowance.
  @Suite struct `Memory` {
    /// Bodies of some 4 and 16 MB: few users, each with a field that is ignored, so that storing is
    /// fast. The first loads the code and fills the buffers and caches that remain.
    private static let users = (first: 500, then: 2500)
    private static let padding = String(repeating: "x", count: 8000)
    /// The allowed increase of the peak by the second, in kilobytes: less than half of what it is longer. The page
    /// cache keeps the rows of both, up to 16 MB.
    private static let allowance = 8 << 10

    /// Returns the peak memory of a process in kilobytes (proc(5), `VmHWM`).
    private static func peak(of process: Invocation) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(
        line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
          .flatMap { Int($0) })
    }

    private static func post(_ path: String, _ body: String, _ app: SocketTransport) async throws {
      let reply = try await app.call(
        .post, "/identitytoolkit.googleapis.com/v1/\(path)", bytes: Array(body.utf8),
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"])
      #expect(reply.status == 200, "\(reply.text.prefix(500))")
    }

    private static func batch(_ numbers: Range<Int>) -> String {
      let users = numbers.map { #"{"localId":"u\#($0)","ignored":"\#(padding)"}"# }
      return #"{"users":["# + users.joined(separator: ",") + "]}"
    }

    @Test func `memory does not grow with the length of an import`() async throws {
      let emulator = try Workspace().start()
      let path = "projects/demo-project/accounts:batchCreate"
      try await Self.post(path, Self.batch(0..<Self.users.first), emulator.app)
      let before = try Self.peak(of: emulator)
      try await Self.post(path, Self.batch(Self.users.first..<Self.users.then), emulator.app)
      let after = try Self.peak(of: emulator)
      #expect(after - before < Self.allowance, "\(before) kB before, \(after) kB after")
      #expect(try emulator.stop() == 0)
    }

    /// The tree of such a body takes some 27 MB: 90 bytes for each empty object.
    private static let smallValues =
      #"{"ignored":["# + Array(repeating: "{}", count: 300_000).joined(separator: ",") + "]}"

    @Test func `memory does not grow with the number of long bodies at once`() async throws {
      let emulator = try Workspace().start()
      let app = emulator.app
      try await Self.post("accounts:signUp?key=k", Self.smallValues, app)
      let before = try Self.peak(of: emulator)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<12 {
          group.addTask { try await Self.post("accounts:signUp?key=k", Self.smallValues, app) }
        }
        try await group.waitForAll()
      }
      let after = try Self.peak(of: emulator)
      // Less than two more trees: one may not be released yet while the next one is read.
      #expect(after - before < 50 << 10, "\(before) kB before, \(after) kB after")
      #expect(try emulator.stop() == 0)
    }

    private static func libraries(of process: Invocation) throws -> Set<String> {
      // A file of proc(5) has no size, so that a read of the entire file would end after a page.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process.pid)/maps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      return Set(
        maps.split(separator: "\n").compactMap { line in
          line.split(separator: "/").last.flatMap { $0.split(separator: ".").first }
            .map(String.init)
        })
    }

    @Test func `libcurl is loaded by the first call of another server`() async throws {
      let emulator = try Workspace().start()
      #expect(try Self.libraries(of: emulator).contains("libmicrohttpd"))
      #expect(try !Self.libraries(of: emulator).contains("libcurl"))
      let function: JSON = [
        "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "http://127.0.0.1:1/f"]]]
      ]
      let config = try await emulator.app.call(
        .patch, "/identitytoolkit.googleapis.com/v2/projects/demo-project/config", function,
        headers: ["Authorization": "Bearer owner"])
      #expect(config.status == 200, "\(config.text)")
      let signUp = try await emulator.app.post(
        "/v1/accounts:signUp?key=k", ["email": "ann@example.com", "password": "secret1"])
      #expect(signUp.text.contains("cannot be reached"), "\(signUp.text)")
      #expect(try Self.libraries(of: emulator).contains("libcurl"))
      #expect(try emulator.stop() == 0)
    }
  }
#endif
