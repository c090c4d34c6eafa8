import EmuModel
import EmuServer
import Testing

@testable import EmuCommand

@Suite struct `The flags of start` {
  @Test func `the flags of start set nothing by default`() throws {
    // The defaults in the help are those of another test.
    let options = try StartOptions()
    #expect(options.configuration.dataFile == ".auth-emulator/state.sqlite")
    #expect(options.configuration.host == nil && options.configuration.singleProject == .off)
    #expect(options.configuration.tls == nil)
  }

  private static let workspaces: [([String: String], UInt16, String?)] = [
    (["CODESPACES": "true", "CODESPACE_NAME": "ab"], 9099, "ab-9099.app.github.dev"),
    (
      [
        "CODESPACES": "true", "CODESPACE_NAME": "ab",
        "GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN": "x.test",
      ], 1, "ab-1.x.test"
    ),
    (["GITPOD_WORKSPACE_URL": "https://ab.ws-eu1.gitpod.io"], 9099, "9099-ab.ws-eu1.gitpod.io"),
    (["CODESPACES": "true", "CODESPACE_NAME": "ab"], 0, ""), (["REMOTE_CONTAINERS": "true"], 9, ""),
    (["CODESPACE_NAME": "ab"], 9099, nil), ([:], 9099, nil),
  ]

  @Test(arguments: workspaces)
  func `a cloud workspace is found`(variables: [String: String], port: UInt16, host: String?) {
    let workspace = CloudWorkspace(port: port) { variables[$0] }
    #expect(workspace.map { $0.host ?? "" } == host)
  }

  @Test func `a flag without a meaning for exec is refused by it`() {
    for flag in ["--detach", "--json", "--log-file=x", "--log-format=json"] {
      #expect(throws: CommandFailure.self) { try StartOptions([flag], ofExec: true) }
    }
  }

  @Test func `the flags of start have the defaults in the help`() throws {
    let untouched = try StartOptions()
    for flag in StartOptions.flags {
      guard let standard = flag.standard else { continue }
      var options = untouched
      #expect(flag.apply(&options, standard))
      #expect("\(options)" == "\(untouched)", "\(flag.name)")
    }
  }

  @Test func `the flags of start are all applied to the configuration`() throws {
    let options = try StartOptions([
      "--project=p1", "--host", "0.0.0.0", "--port=0", "--public-url", "https://auth.example/",
      "--data=x.sqlite", "--fsync", "--seed", "a.json", "b.json", "--seed=c.json",
      "--profile", "production", "--sign-id-tokens", "--single-project=warn",
      "--allowed-host", ".example.com", "h.test", "--allowed-origin", "https://app.example:8443",
      "--functions-host", "127.0.0.1:5001", "--log-format", "json", "--log-secrets", "--quiet",
      "--json",
    ])
    let configuration = options.configuration
    #expect(configuration.project == "p1")
    #expect(configuration.host == "0.0.0.0" && configuration.port == 0)
    #expect(configuration.publicURL == "https://auth.example")
    #expect(configuration.dataFile == "x.sqlite" && configuration.syncsEveryCommit)
    #expect(configuration.seeds == ["a.json", "b.json", "c.json"])
    #expect(configuration.profile == .production && configuration.signsIDTokens)
    #expect(configuration.singleProject == .warn)
    #expect(configuration.allowedHosts == [".example.com", "h.test"])
    #expect(configuration.allowedOrigins == ["https://app.example:8443"])
    #expect(configuration.functions == .functions("127.0.0.1:5001"))
    #expect(configuration.logsSecrets)
    #expect(options.logFormat == .json && options.isQuiet && options.printsJSON)
  }

  @Test func `the flags of start store nothing when ephemeral, and use the last value`() throws {
    let options = try StartOptions(["--ephemeral", "--single-project", "--port", "1", "--port=2"])
    #expect(options.configuration.dataFile == nil)
    #expect(options.configuration.singleProject == .refuse && options.configuration.port == 2)
  }

  private typealias TLS = Configuration.TLS
  private static let own = TLS(port: 9443, source: .localAuthority(folder: ".auth-emulator"))

  @Test(arguments: [
    (["--tls-port=9443"], own), (["--tls-port=9443", "--ephemeral"], own),
    (["--data", "d/x", "--tls-port", "0"], TLS(port: 0, source: .localAuthority(folder: "d"))),
    (
      ["--tls-port=0", "--tls-cert=c", "--tls-key=k"],
      TLS(port: 0, source: .files(certificate: "c", key: "k"))
    ),
  ])
  func `the flags of start select a source of TLS`(flags: [String], tls: Configuration.TLS) throws {
    #expect(try StartOptions(flags).configuration.tls == tls)
  }
}
