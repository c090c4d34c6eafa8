import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Names of hosts` {
  private static func answer(
    _ port: UInt16, _ host: String, _ headers: [String] = []
  ) throws -> String {
    let words = ["-s", "-i", "-H", "Host: \(host)"] + headers.flatMap { ["-H", $0] }
    return try Tool.run("curl", words + ["http://127.0.0.1:\(port)/"]).output
  }

  @Test(.needs("curl"))
  func `the name of a forwarded port is admitted by its flag, and no other one is`() throws {
    let run = try Workspace().start("--ephemeral --allowed-host ab-9099.app.github.dev")
    #expect(try Self.answer(run.port, "ab-9099.app.github.dev").hasPrefix("HTTP/1.1 200"))
    #expect(try Self.answer(run.port, "ab-9098.app.github.dev").hasPrefix("HTTP/1.1 403"))
    #expect(try run.stop() == 0)
  }

  @Test(.needs("curl")) func `a refused host gets JSON where JSON is asked for`() throws {
    let run = try Workspace().start()
    for (header, isJSON) in [
      ("Accept: application/json", true), ("Content-Type: application/json; charset=utf-8", true),
      ("Accept: text/html", false), ("X-Other: 1", false),
    ] {
      let answer = try Self.answer(run.port, "a.example", [header])
      #expect(answer.hasPrefix("HTTP/1.1 403") && answer.contains("--allowed-host"), "\(answer)")
      #expect(answer.contains(#"{"error":{"code":403,"message":"#) == isJSON, "\(answer)")
      #expect(answer.contains("Content-Type: application/json") == isJSON, "\(answer)")
    }
    #expect(try run.stop() == 0)
  }
}
