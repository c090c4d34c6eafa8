import EmuTestTools
import Testing

@testable import EmuCommand

@Suite struct `The banner` {
  private static let everywhere = "http://0.0.0.0:9099"

  private static func state(
    url: String = "http://127.0.0.1:9099", addresses: [String]? = nil,
    dataFile: String? = ".auth-emulator/state.sqlite", clockOffset: Int64 = 0
  ) -> ReadyState {
    ReadyState(
      url: url, addresses: addresses ?? [url, "http://[::1]:9099"], project: "demo-project",
      dataFile: dataFile, profile: "compatible", clockOffsetMilliseconds: clockOffset)
  }

  @Test func `the banner reports the address and the lines to paste`() {
    GoldenFile.expect(Banner(Self.state()).text.description, "banner.txt")
  }

  @Test func `the banner names the public address, and reports that nothing is stored`() {
    let state = Self.state(url: "https://auth.example", addresses: [Self.everywhere], dataFile: nil)
    GoldenFile.expect(Banner(state).text.description, "banner-public.txt")
  }

  @Test func `the lines of the banner are for a direct address where the public one has a path`() {
    let state = Self.state(
      url: "http://proxy.example:8080/tools/auth", addresses: ["http://127.0.0.1:9099"])
    let text = Banner(state).text.description
    #expect(text.contains("console  http://proxy.example:8080/tools/auth/emulator/ui"), "\(text)")
    #expect(text.contains(#"connectAuthEmulator(auth, "http://127.0.0.1:9099")"#), "\(text)")
    #expect(text.contains("FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"), "\(text)")
  }

  @Test(arguments: [everywhere, "http://[::]:9099"])
  func `the banner prints working lines where the emulator listens on every address`(url: String) {
    var state = Self.state(url: url, addresses: [url])
    state.replaceEveryAddress { "192.168.1.20" }
    #expect(state.url == "http://127.0.0.1:9099")
    GoldenFile.expect(Banner(state).text.description, "banner-network.txt")
  }

  @Test func `the banner prints the lines of this machine where it is in no network`() throws {
    var state = Self.state(url: Self.everywhere, addresses: [Self.everywhere])
    state.replaceEveryAddress { nil }
    let text = Banner(state).text.description
    #expect(!text.contains("0.0.0.0"), "\(text)")
    #expect(text.contains(#"Firebase.auth.useEmulator("10.0.2.2", 9099)"#), "\(text)")
    #expect(text.contains("FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099"), "\(text)")
  }

  @Test func `the banner prints the lines for the port that a container publishes`() throws {
    var state = Self.state(url: Self.everywhere, addresses: [Self.everywhere])
    state.replaceEveryAddress(inContainer: true) { nil }
    GoldenFile.expect(Banner(state).text.description, "banner-container.txt")
  }

  @Test func `the banner shows the logins of demo users, and the workspace in the cloud`() throws {
    var state = Self.state()
    state.demoUsers = ["paula@example.com", "clara@example.com"]
    state.workspace = CloudWorkspace(port: 9099) {
      ["CODESPACES": "true", "CODESPACE_NAME": "fuzzy-fish"][$0]
    }
    let text = Banner(state).text.description
    #expect(
      text.contains("as paula@example.com, clara@example.com, with the password demo-password"))
    #expect(text.contains("GitHub Codespaces; https://fuzzy-fish-9099.app.github.dev is admitted"))
  }

  @Test func `the banner names no address that means all, beside a public one and with https`() {
    var state = Self.state(url: Self.everywhere, addresses: [Self.everywhere])
    state.tlsURL = "https://0.0.0.0:9443"
    state.replaceEveryAddress { "192.168.1.20" }
    state.url = "https://auth.example"
    #expect(state.addresses == ["http://127.0.0.1:9099"])
    #expect(state.tlsURL == "https://127.0.0.1:9443")
    let text = Banner(state).text.description
    #expect(text.contains("http://192.168.1.20:9099, https://192.168.1.20:9443\n"), "\(text)")
    #expect(!text.contains("0.0.0.0"), "\(text)")
  }

  @Test func `the banner keeps a chosen address`() {
    var state = Self.state(url: "http://192.168.1.7:9099")
    state.replaceEveryAddress { "192.168.1.20" }
    #expect(state.url == "http://192.168.1.7:9099" && state.networkURL == nil)
  }

  @Test func `the banner reports the https address and the CA`() throws {
    var state = Self.state()
    state.tlsURL = "https://127.0.0.1:9443"
    state.caFile = "/home/ann/app/.auth-emulator/ca.pem"
    GoldenFile.expect(Banner(state).text.description, "banner-tls.txt")
  }

  @Test(arguments: [
    (9_000_000, "2h30m ahead of this machine's"), (-86_400_000, "1d behind this machine's"),
    (90_061_000, "1d1h1m1s ahead of this machine's"), (5, "5ms ahead of this machine's"),
  ]) func `the banner reports a changed clock`(_ offset: Int64, _ text: String) {
    #expect(Banner(Self.state(clockOffset: offset)).text.description.contains("clock    \(text)\n"))
  }
}
