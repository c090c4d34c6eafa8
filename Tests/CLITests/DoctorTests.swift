import EmuHTTPServer
import EmuJSON
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
    let report = try report("")
    #expect(report.message("firebase.json") == "firebase.json names port 0 as well.")
    let reach = LocalNetwork.isContainer ? "Publish port 0" : "10.0.2.2:0"
    #expect(report.message("phone, container").contains(reach))
    let other = try self.report("--port 9345 --host 127.0.0.1")
    #expect(other.status("firebase.json") == "note")
    #expect(other.message("firebase.json").contains("names port 0, and"))
    #expect(other.message("phone, container").contains("--host 0.0.0.0"))
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
    let checks = DoctorAppChecks(options: options, adminHost: value).checks
    #expect(checks.first { $0.name == "Admin SDKs" }?.status.rawValue == status)
  }

  /// Files of an app, and the status of the check of http; nil without a check.
  private static let apps: [(files: [String: String], status: String?)] = {
    let main = "app/src/main/AndroidManifest.xml"
    let debug = "app/src/debug/AndroidManifest.xml"
    let config = "<application android:networkSecurityConfig=\"@xml/net\">"
    let net = "app/src/main/res/xml/net.xml", debugNet = "app/src/debug/res/xml/net.xml"
    let refuses =
      "<domain-config cleartextTrafficPermitted=\"false\"><domain>b.test</domain></domain-config>"
    let list = "ios/Runner/Info.plist"
    let clear = "<application android:usesCleartextTraffic=\"true\"/>"
    return [
      ([main: "<application>"], "note"),
      ([main: "<application android:usesCleartextTraffic='true'>"], "ok"),
      ([main: "<application android:usesCleartextTraffic=\"${usesCleartextTraffic}\">"], "ok"),
      ([main: "<application> <!-- android:usesCleartextTraffic=\"true\" -->"], "note"),
      ([main: "<application>", debug: clear], "ok"),
      ([main: "<manifest/>"], nil),
      ([main: config], "note"),
      ([main: config, net: permits], "ok"),
      ([main: config, net: permits + refuses], "ok"),
      ([main: config, net: "<base-config/>"], "note"),
      ([main: config, net: "<base-config cleartextTrafficPermitted=\"true\"/>" + refuses], "ok"),
      ([main: config, net: "<base-config/>" + refuses], "note"),
      ([main: config, net: "-", debugNet: permits], "ok"),
      ([main: config, debug: clear, net: "-"], "note"),
      (["packages/shop/android/\(main)": "<application>"], "note"),
      (["node_modules/x/\(main)": "<application>"], nil),
      ([list: "<dict></dict>"], "note"),
      ([list: "<key>NSAllowsLocalNetworking</key>\n  <true/>"], "ok"),
      ([list: "<key>NSAllowsLocalNetworking</key><false/>"], "note"),
      ([list: "<!-- <key>NSAllowsLocalNetworking</key><true/> -->"], "note"),
      ([list: "bplist00 NSAllowsLocalNetworking"], "note"),
      (["Shop/Info.plist": "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"], "ok"),
      (["ShopTests/Info.plist": "<dict/>"], nil),
    ]
  }()

  private static let permits =
    "<domain-config cleartextTrafficPermitted = 'true'><domain>10.0.2.2</domain></domain-config>"

  @Test(arguments: apps.indices)
  func `auth-emulator doctor says where an app may not use http`(index: Int) throws {
    let (files, status) = Self.apps[index]
    for (path, text) in files {
      try workspace.makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
      try workspace.write(text, path)
    }
    let report = try report()
    #expect(report.status("http") == status, "\(files): \(report.all.serialized())")
    // The hosts for which a configuration permits it are named.
    let net = "app/src/main/res/xml/net.xml"
    if files[net]?.hasPrefix(Self.permits) == true {
      #expect(report.message("http") == "\(net) permits http for 10.0.2.2.")
    }
  }
}
