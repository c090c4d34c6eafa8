import EmuJSON
import EmuServer
import Foundation
import Testing

@testable import EmuCommand

@Suite(.timeLimit(.minutes(2))) final class `auth-emulator doctor`: WorkspaceSuite {
  private struct Report {
    let all: JSON

    func check(_ name: String) -> JSON? {
      all["checks"]?.array?.first { $0["name"]?.string == name }
    }

    func status(_ name: String) -> String? { check(name)?["status"]?.string }
    func message(_ name: String) -> String { check(name)?["message"]?.string ?? "" }
  }

  private func report(_ flags: String = "--port 0", code: Int32 = 0) throws -> Report {
    let run = try workspace.run("doctor --json \(flags)", code: code)
    #expect(run.errors == "")
    return Report(all: try JSON(parsing: run.output))
  }

  @Test func `auth-emulator doctor finds nothing in an empty folder, and creates nothing`() throws {
    let report = try report()
    #expect(report.all["ok"] == true)
    for name in ["libraries", "port", "data file", "clock"] {
      #expect(report.status(name) == "ok", "\(name): \(report.all.serialized())")
    }
    #expect(report.status("https CA") == "note")
    #expect(report.all["caFile"] == .null && report.all["trust"] == [])
    let missing = try self.report("--port 0 --data nowhere/x.sqlite", code: 1)
    let message = missing.message("data file")
    #expect(missing.status("data file") == "failed" && message.contains("nowhere"), "\(message)")
    #expect(message.contains("--data FILE"), "\(message)")
    #expect(try workspace.names() == ["tmp"])
  }

  @Test func `auth-emulator doctor names a port and a data file in use, and what to do`() throws {
    let emulator = try workspace.start("--data x.sqlite")
    let (port, url) = (emulator.port, emulator.url)
    let taken = try JSON(parsing: Workspace().run("doctor --json --port \(port)", code: 75).output)
    #expect(taken["ok"] == false)
    #expect(Report(all: taken).message("port").contains("\(port) is taken"))
    let own = try report("--port \(port) --data x.sqlite")
    #expect(own.message("port") == "The emulator of this folder runs at \(url).")
    #expect(
      own.message("data file")
        == "x.sqlite is in use by the emulator at \(url). Stop it to examine the file.")
    try workspace.remove("x.sqlite-ready.json")
    let file = try report("--port 0 --data x.sqlite", code: 1)
    #expect(file.message("data file").contains("in use by another emulator"))
    #expect(try emulator.stop() == 0)
  }

  @Test func `auth-emulator doctor shows how to trust the CA on every platform`() throws {
    try workspace.serve("--data x.sqlite --tls-port 0")
    let report = try report("--port 0 --data x.sqlite")
    let file = try #require(report.all["caFile"]?.string)
    #expect(file.hasPrefix("/") && file.hasSuffix("/ca.pem"))
    #expect(report.message("https CA").contains("is good until 20"))
    let steps = (report.all["trust"]?.array ?? []).map { $0["step"]?.string ?? "" }
    for word in [
      "add-trusted-cert", "update-ca-certificates", "update-ca-trust", "simctl keychain",
      "adb push", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "keytool", "curl --cacert",
    ] {
      #expect(steps.contains { $0.contains(word) && $0.contains(file) }, "\(word)")
    }
    let text = try workspace.run("doctor --port 0 --data x.sqlite").output
    #expect(text.contains("Debian, Ubuntu"))
  }

  @Test func `auth-emulator doctor takes host and port of firebase.json, as start does`() throws {
    try workspace.write(#"{"emulators":{"auth":{"host":"0.0.0.0","port":0}}}"#, "firebase.json")
    #expect(try report("").message("port").hasPrefix("http://0.0.0.0:"))
    #expect(try report("--port 0 --host 127.0.0.1").message("port").contains("127.0.0.1:"))
    try workspace.write("{", "firebase.json")
    try workspace.run("doctor", code: 2)
  }

  @Test(
    arguments: [
      ("127.0.0.1:9345", "ok"), ("127.0.0.1:9346", "note"), ("http://127.0.0.1:9345", "failed"),
      ("127.0.0.1", "failed"), (nil, nil),
    ] as [(String?, String?)])
  func `auth-emulator doctor checks what Admin SDKs read`(value: String?, status: String?) throws {
    var options = try DoctorOptions()
    options.port = 9345
    let checks = DoctorChecks(options: options, now: SystemClock.now(), adminHost: value)
    #expect(checks.adminSDK?.status.rawValue == status)
  }
}
