#if os(Linux)
  import EmuHTTP
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

    private static func post(_ path: String, _ pieces: [String], port: UInt16) async throws -> Reply
    {
      try await SocketTransport(port: port).call(
        .post, path, bytes: Array(pieces.joined().utf8),
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"])
    }

    private static func batch(_ numbers: Range<Int>) -> [String] {
      [#"{"users":["#]
        + numbers.map { number in
          (number > numbers.lowerBound ? "," : "")
            + #"{"localId":"u\#(number)","ignored":"\#(padding)"}"#
        } + ["]}"]
    }

    @Test func `memory does not grow with the length of an import`() async throws {
      let (emulator, port) = try Invocation.start()
      let path = "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:batchCreate"
      let first = try await Self.post(path, Self.batch(0..<Self.users.first), port: port)
      #expect(first.status == 200, "\(first.text.prefix(500))")
      let before = try Self.peak(of: emulator)
      let reply = try await Self.post(
        path, Self.batch(Self.users.first..<Self.users.then), port: port)
      #expect(reply.status == 200, "\(reply.text.prefix(500))")
      let after = try Self.peak(of: emulator)
      #expect(after - before < Self.allowance, "\(before) kB before, \(after) kB after")
      #expect(try emulator.stop() == 0)
    }

    /// The tree of such a body takes some 27 MB: 90 bytes for each empty object.
    private static let smallValues = [
      #"{"ignored":["#, Array(repeating: "{}", count: 300_000).joined(separator: ","), "]}",
    ]

    @Test func `memory does not grow with the number of long bodies at once`() async throws {
      let (emulator, port) = try Invocation.start()
      let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
      let first = try await Self.post(path, Self.smallValues, port: port)
      #expect(first.status == 200, "\(first.text.prefix(500))")
      let before = try Self.peak(of: emulator)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<12 {
          group.addTask { try await Self.post(path, Self.smallValues, port: port).status }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(statuses == [200])
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
      let (emulator, port) = try Invocation.start()
      let client = SocketTransport(port: port)
      #expect(try Self.libraries(of: emulator).contains("libmicrohttpd"))
      #expect(try !Self.libraries(of: emulator).contains("libcurl"))
      let function = """
        {"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"http://127.0.0.1:1/f"}}}}
        """
      let config = try await client.call(
        .patch, "/identitytoolkit.googleapis.com/v2/projects/demo-project/config",
        bytes: Array(function.utf8),
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"])
      #expect(config.status == 200, "\(config.text)")
      let signUp = try await client.call(
        .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
        bytes: Array(#"{"email":"ann@example.com","password":"secret1"}"#.utf8),
        headers: ["Content-Type": "application/json"])
      #expect(signUp.text.contains("cannot be reached"), "\(signUp.text)")
      #expect(try Self.libraries(of: emulator).contains("libcurl"))
      #expect(try emulator.stop() == 0)
    }
  }
#endif
