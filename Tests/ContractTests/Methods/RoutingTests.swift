import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `Published methods` {
  @Test(arguments: DiscoveryMethod.all)
  func `published methods are routed, with the host's name and without`(_ method: DiscoveryMethod)
    async throws
  {
    let emulator = try TestEmulator()
    for path in method.paths {
      let reply = await emulator.api(method.method, path, nil, bearer: "owner")
      #expect(reply.status != 405 && reply.status != 501, "\(path)")
      #expect(reply.errorMessage?.contains("is not served here") != true, "\(path)")
    }
  }

  @Test(arguments: DiscoveryMethod.all)
  func `published methods are refused without the key or the bearer that they require`(
    _ method: DiscoveryMethod
  )
    async throws
  {
    let emulator = try TestEmulator(hasKeys: true)
    let reply = await emulator.call(
      method.method, method.path, method.method == .get ? nil : .some([:]))
    // Every holder of a token may read the keys.
    guard !method.id.hasSuffix("PublicKeys") else {
      #expect(reply.status == 200)
      return
    }
    #expect(reply.status == (method.isAdministrators ? 401 : 403))
    #expect(
      reply["error"]?["status"]
        == (method.isAdministrators ? "UNAUTHENTICATED" : "PERMISSION_DENIED"))
  }
}
