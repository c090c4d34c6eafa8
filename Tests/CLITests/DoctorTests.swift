import EmuHTTPServer
import EmuJSON
import Foundation
import Testing

@testable import EmuCommand
@testable import EmuServer

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator doctor` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static func run(
    _ arguments: [String], in workspace: Workspace
  ) throws -> (code: Int32, report: JSON) {
    let run = try Invocation(["doctor", "--json"] + arguments, in: workspace)
    let code = try run.exitCode()
    #expect(run.errors == "")
    return (code, try JSON(parsing: Array(run.output.utf8)))
  }

  private static func status(_ name: String, _ report: JSON) -> String? {
    report["checks"]?.array?.first { $0["name"]?.string == name }?["status"]?.string
  }

  private static func message(_ name: String, _ report: JSON) -> String? {
    report["checks"]?.array?.first { $0["name"]?.string == name }?["message"]?.string
  }

  @Test func `auth-emulator doctor finds nothing in an empty folder, and creates nothing`() throws {
    let (code, report) = try Self.run(["--port", "0"], in: workspace)
    #expect(code == 0)
    #expect(report["ok"] == true)
    for name in ["libraries", "port", "data file", "clock"] {
      #expect(Self.status(name, report) == "ok", "\(name): \(report.serialized())")
    }
    #expect(Self.status("https CA", report) == "note")
    #expect(report["caFile"] == .null)
    #expect(report["trust"] == [])
    #expect(try workspace.names() == ["tmp"])
  }

  @Test func `auth-emulator doctor names a port and a data file in use, with the next step`()
    throws
  {
    let (emulator, port) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    let taken = try Self.run(["--port", "\(port)"], in: Workspace())
    #expect(taken.code == 75)
    #expect(taken.report["ok"] == false)
    #expect(Self.message("port", taken.report)?.contains("\(port) is taken") == true)
    let own = try Self.run(["--port", "\(port)", "--data", "x.sqlite"], in: workspace)
    #expect(own.code == 0)
    let url = "http://127.0.0.1:\(port)"
    #expect(Self.message("port", own.report) == "The emulator of this folder runs at \(url).")
    #expect(
      Self.message("data file", own.report)
        == "x.sqlite is in use by the emulator at \(url). Stop it to examine the file.")
    try workspace.remove("x.sqlite-ready.json")
    let file = try Self.run(["--port", "0", "--data", "x.sqlite"], in: workspace)
    #expect(file.code == 1)
    #expect(
      Self.message("data file", file.report)?.contains("in use by another emulator") == true)
    #expect(try emulator.stop() == 0)
  }

  @Test func `auth-emulator doctor shows how to trust the CA on every platform`() throws {
    let (emulator, _) = try Invocation.start(
      ["--data", "x.sqlite", "--tls-port", "0"], in: workspace)
    #expect(try emulator.stop() == 0)
    let arguments = ["--port", "0", "--data", "x.sqlite"]
    let (code, report) = try Self.run(arguments, in: workspace)
    #expect(code == 0)
    let file = try #require(report["caFile"]?.string)
    #expect(file.hasPrefix("/") && file.hasSuffix("/ca.pem"))
    #expect(Self.message("https CA", report)?.contains("is good until 20") == true)
    let steps = (report["trust"]?.array ?? []).map { $0["step"]?.string ?? "" }
    for word in [
      "add-trusted-cert", "update-ca-certificates", "update-ca-trust", "simctl keychain",
      "adb push", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "keytool", "curl --cacert",
    ] {
      #expect(steps.contains { $0.contains(word) && $0.contains(file) }, "\(word)")
    }
    let text = try Invocation(["doctor"] + arguments, in: workspace)
    #expect(try text.exitCode() == 0)
    #expect(text.output.contains("Debian, Ubuntu"))
  }

  @Test func `auth-emulator doctor names a CA that is damaged`() throws {
    try workspace.write(Data("x".utf8), "ca.pem")
    let arguments = ["--port", "0", "--data", "x.sqlite"]
    let (code, report) = try Self.run(arguments, in: workspace)
    #expect(code == 1)
    #expect(Self.message("https CA", report)?.contains("ca-key.pem") == true)
  }

  @Test
  func `auth-emulator doctor names a missing folder of the data file, which start does not create`()
    throws
  {
    let arguments = ["--port", "0", "--data", "nowhere/x.sqlite"]
    let (code, report) = try Self.run(arguments, in: workspace)
    #expect(code == 1)
    #expect(Self.status("data file", report) == "failed")
    let message = try #require(Self.message("data file", report))
    #expect(message.contains("nowhere") && message.contains("--data FILE"), "\(message)")
    #expect(try Invocation(["start", "--json"] + arguments, in: workspace).exitCode() == 1)
  }

  enum Fault: CaseIterable {
    case expired, notYetValid, keyAlone, certificateAlone, foreignKey, readableKey, writableCA
    case linkedKey

    func make(in workspace: Workspace) throws {
      let made: Int64 =
        switch self {
        case .expired: 1_000_000_000
        case .notYetValid: 9_000_000_000
        default: Int64(Date.now.timeIntervalSince1970)
        }
      _ = try LocalAuthority(folder: workspace.url.path, now: made)
      switch self {
      case .expired, .notYetValid: break
      case .keyAlone: try workspace.remove("ca.pem")
      case .certificateAlone: try workspace.remove("ca-key.pem")
      case .foreignKey:
        let other = try Workspace()
        _ = try LocalAuthority(folder: other.url.path, now: made)
        try workspace.write(try other.bytes("ca-key.pem"), "ca-key.pem")
        try workspace.setMode("ca-key.pem", 0o600)
      case .readableKey: try workspace.setMode("ca-key.pem", 0o644)
      case .writableCA: try workspace.setMode("ca.pem", 0o666)
      case .linkedKey:
        try workspace.write(try workspace.bytes("ca-key.pem"), "key.pem")
        try workspace.setMode("key.pem", 0o600)
        try workspace.remove("ca-key.pem")
        try workspace.link("ca-key.pem", to: "key.pem")
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `auth-emulator doctor reports a CA as start does, and requests no trust in it`(
    _ fault: Fault
  ) throws {
    try fault.make(in: workspace)
    let (code, report) = try Self.run(["--port", "0", "--data", "x.sqlite"], in: workspace)
    #expect(code == 1)
    #expect(Self.status("https CA", report) == "failed")
    #expect(report["caFile"] == .null)
    #expect(report["trust"] == [])
    let start = try Invocation(
      ["start", "--json", "--port", "0", "--tls-port", "0", "--data", "x.sqlite"], in: workspace)
    #expect(try start.exitCode() == 1)
    let message = try #require(Self.message("https CA", report))
    #expect(message.contains("Without them the next start makes a new CA"))
    #expect(start.errors.contains(message), "\(start.errors)")
  }

  @Test func `auth-emulator doctor takes host and port of firebase.json, as start does`() throws {
    let config = #"{"emulators":{"auth":{"host":"0.0.0.0","port":0}}}"#
    try workspace.write(Data(config.utf8), "firebase.json")
    let (code, report) = try Self.run([], in: workspace)
    #expect(code == 0)
    #expect(Self.message("firebase.json", report) == "firebase.json names port 0 as well.")
    let reach = LocalNetwork.isContainer ? "Publish port 0" : "10.0.2.2:0"
    #expect(Self.message("phone, container", report)?.contains(reach) == true)
    let other = try Self.run(["--port", "9345", "--host", "127.0.0.1"], in: workspace).report
    #expect(Self.status("firebase.json", other) == "note")
    #expect(Self.message("firebase.json", other)?.contains("names port 0, and") == true)
    #expect(Self.message("phone, container", other)?.contains("--host 0.0.0.0") == true)
    try workspace.write(Data("{".utf8), "firebase.json")
    #expect(try Invocation(["doctor"], in: workspace).exitCode() == 2)
  }

  @Test(
    arguments: [
      ("127.0.0.1:9345", "ok"), ("127.0.0.1:9346", "note"), ("http://127.0.0.1:9345", "failed"),
      ("127.0.0.1", "failed"), (nil, nil),
    ] as [(String?, String?)])
  func `auth-emulator doctor checks the variable of Admin SDKs`(
    _ value: String?, _ status: String?
  ) throws {
    let options = try DoctorOptions(["--port", "9345"])
    let checks = DoctorAppChecks(options: options, adminHost: value).checks
    #expect(checks.first { $0.name == "Admin SDKs" }?.status.rawValue == status)
  }

  /// Files of an app, and the status of the check of http; nil without a check.
  private static let apps: [(files: [String: String], status: String?)] = {
    let main = "app/src/main/AndroidManifest.xml"
    let debug = "app/src/debug/AndroidManifest.xml"
    let config = "<application android:networkSecurityConfig=\"@xml/net\">"
    let net = "app/src/main/res/xml/net.xml"
    let permits =
      "<domain-config cleartextTrafficPermitted = 'true'><domain>10.0.2.2</domain></domain-config>"
    let refuses =
      "<domain-config cleartextTrafficPermitted=\"false\"><domain>b.test</domain></domain-config>"
    let list = "ios/Runner/Info.plist"
    return [
      ([main: "<application>"], "note"),
      ([main: "<application android:usesCleartextTraffic='true'>"], "ok"),
      ([main: "<application android:usesCleartextTraffic=\"${usesCleartextTraffic}\">"], "ok"),
      ([main: "<application> <!-- android:usesCleartextTraffic=\"true\" -->"], "note"),
      (
        [main: "<application>", debug: "<application android:usesCleartextTraffic=\"true\"/>"], "ok"
      ),
      ([main: "<manifest/>"], nil),
      ([main: config], "note"),
      ([main: config, net: permits], "ok"),
      ([main: config, net: "<base-config/>"], "note"),
      ([main: config, net: "<base-config cleartextTrafficPermitted=\"true\"/>" + refuses], "ok"),
      ([main: config, net: "<base-config/>" + refuses], "note"),
      (
        [
          main: config, "app/src/main/res/xml/net.xml": "-",
          "app/src/debug/res/xml/net.xml": permits,
        ],
        "ok"
      ),
      (
        [
          main: config, debug: "<application android:usesCleartextTraffic=\"true\"/>",
          "app/src/main/res/xml/net.xml": "-",
        ], "note"
      ),
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

  @Test(arguments: apps.indices)
  func `auth-emulator doctor says where an app may not use http`(_ index: Int) throws {
    let (files, status) = Self.apps[index]
    for (path, text) in files {
      try workspace.makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
      try workspace.write(Data(text.utf8), path)
    }
    let (code, report) = try Self.run(["--port", "0"], in: workspace)
    #expect(code == 0)
    #expect(Self.status("http", report) == status, "\(files): \(report.serialized())")
  }

  @Test func `auth-emulator doctor names the hosts for which a configuration permits http`() throws
  {
    try workspace.makeFolder("app/src/main/res/xml")
    let manifest = #"<application android:networkSecurityConfig="@xml/net">"#
    try workspace.write(Data(manifest.utf8), "app/src/main/AndroidManifest.xml")
    let net = [("true", "10.0.2.2"), ("false", "b.test")].map { flag, host in
      "<domain-config cleartextTrafficPermitted=\"\(flag)\"><domain>\(host)</domain></domain-config>"
    }
    try workspace.write(Data(net.joined().utf8), "app/src/main/res/xml/net.xml")
    let (_, report) = try Self.run(["--port", "0"], in: workspace)
    let checks = report["checks"]?.array ?? []
    let message = checks.first { $0["name"] == "http" }?["message"]?.string
    #expect(message == "app/src/main/res/xml/net.xml permits http for 10.0.2.2.")
  }

  @Test func `auth-emulator doctor refuses unknown flags`() throws {
    let run = try Invocation(["doctor", "--tls"])
    #expect(try run.exitCode() == 2)
    #expect(run.errors.contains("auth-emulator doctor --help"))
  }
}
