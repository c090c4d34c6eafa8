import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Testing

@Suite struct `the name under which a proxy reaches the emulator` {
  @Test(arguments: [
    ("auth.corp.example", 200), ("auth.corp.example:8443", 200), ("other.corp.example", 403),
    ("sub.auth.corp.example", 403),
  ])
  func `the name of a proxy is a good Host`(host: String, status: Int) async throws {
    let emulator = try TestEmulator { $0.publicURL = "https://auth.corp.example:8443" }
    let reply = await emulator.call(.get, "/emulator/v1/health", headers: ["Host": host])
    #expect(reply.status == status)
  }

  @Test(arguments: [
    ("http://203.0.113.5:9099", 200), ("http://203.0.113.5", 403), ("http://203.0.113.6:9099", 403),
    ("http://192.168.1.20:3000", 200),
  ])
  func `the name of a proxy is the origin of pages that may make control calls`(
    origin: String, status: Int
  ) async throws {
    let emulator = try TestEmulator(hasKeys: true) { $0.publicURL = "http://203.0.113.5:9099/" }
    for path in [
      "/emulator/v1/reset", "/emulator/v1/issuers/google.com/keys:rotate",
      "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:query",
    ] {
      let reply = await emulator.call(
        .post, path, [:], headers: ["Origin": origin, "Authorization": "Bearer owner"])
      #expect(reply.status == status, "\(path): \(reply.json)")
    }
  }

  @Test func `the name of a proxy is no good Host where it is not named`() async throws {
    let reply = await (try TestEmulator()).call(
      .get, "/emulator/v1/health", headers: ["Host": "auth.corp.example"])
    #expect(reply.status == 403)
  }

  @Test func `issuers' controls serve the one project alone where only one is wanted`()
    async throws
  {
    let emulator = try TestEmulator(hasKeys: true) { $0.singleProject = .refuse }
    for (query, status) in [("", 200), ("?project=demo-project", 200), ("?project=other", 400)] {
      let reply = await emulator.call(
        .post, "/emulator/v1/issuers/oidc.corp/tokens\(query)", [:])
      #expect(reply.status == status, "\(query): \(reply.json.serialized())")
    }
    let warning = try TestEmulator(hasKeys: true) { $0.singleProject = .warn }
    let reply = await warning.call(
      .get, "/emulator/v1/issuers/oidc.corp/accounts?project=other")
    #expect(reply.status == 200)
  }
}
