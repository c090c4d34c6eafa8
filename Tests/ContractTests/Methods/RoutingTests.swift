import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `Published methods` {
  @Test func `published methods are routed, with the host's name and without`() async throws {
    let emulator = try TestEmulator()
    for method in DiscoveryMethod.all {
      for path in method.paths {
        let reply = await emulator.api(method.method, path, nil, bearer: "owner")
        #expect(reply.status != 405 && reply.status != 501, "\(path)")
        #expect(reply.errorMessage?.contains("is not served here") != true, "\(path)")
      }
    }
  }

  @Test func `published methods are refused without the key or the bearer that they require`()
    async throws
  {
    let emulator = try TestEmulator(hasKeys: true)
    for method in DiscoveryMethod.all {
      let reply = await emulator.call(
        method.method, method.path, method.method == .get ? nil : .some([:]))
      // Every holder of a token may read the keys.
      guard !method.id.hasSuffix("PublicKeys") else {
        #expect(reply.status == 200, "\(method.name)")
        continue
      }
      #expect(reply.status == (method.isAdministrators ? 401 : 403), "\(method.name)")
      #expect(
        reply["error"]?["status"]
          == (method.isAdministrators ? "UNAUTHENTICATED" : "PERMISSION_DENIED"), "\(method.name)")
    }
  }
}
