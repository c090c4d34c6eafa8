import EmuHTTP
import EmuTestSupport
import Testing

@Suite struct `Published methods` {
  @Test(arguments: DiscoveryMethod.served)
  func `are routed, with the host's name and without`(_ method: DiscoveryMethod) async throws {
    let emulator = try TestEmulator()
    for path in method.paths {
      let told = await emulator.told(method.method, path, nil, bearer: "owner")
      #expect(told.status != 405 && told.status != 501, "\(path)")
      #expect(told.message?.contains("is not served here") != true, "\(path)")
    }
  }

  @Test(arguments: DiscoveryMethod.unserved)
  func `leave the list of those to come when they are served`(_ method: DiscoveryMethod)
    async throws
  {
    let told = await (try TestEmulator()).told(method.method, method.path, nil, bearer: "owner")
    #expect(told.message?.contains("is not served here") == true)
  }
}
