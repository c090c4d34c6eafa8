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
  func `a workspace in the cloud is admitted by its name, and no other one is`() throws {
    let variables = ["GITPOD_WORKSPACE_URL": "https://ab.ws-eu1.gitpod.io"]
    // The port is a part of the name, so that it must be known before.
    let port = UInt16.random(in: 20_000...29_999)
    let run = try Invocation("start --ephemeral --port \(port)", environment: variables)
    try run.wait(for: "the banner") { run.output.contains("Ctrl-C") }
    #expect(
      run.output.contains("Gitpod; https://\(port)-ab.ws-eu1.gitpod.io is admitted"),
      "\(run.output)")
    #expect(try Self.answer(port, "\(port)-ab.ws-eu1.gitpod.io").hasPrefix("HTTP/1.1 200"))
    #expect(try Self.answer(port, "1-ab.ws-eu1.gitpod.io").hasPrefix("HTTP/1.1 403"))
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
