import EmuHTTP
import EmuTestSupport
import Testing

@Suite struct `Published methods` {
  @Test(arguments: DiscoveryMethod.all)
  func `are routed, with the host's name and without`(_ method: DiscoveryMethod) async throws {
    let emulator = try TestEmulator()
    for path in method.paths {
      let told = await emulator.told(method.method, path, nil, bearer: "owner")
      #expect(told.status != 405 && told.status != 501, "\(path)")
      #expect(told.message?.contains("is not served here") != true, "\(path)")
    }
  }
}
