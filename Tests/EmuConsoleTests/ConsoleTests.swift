import EmuConsole
import EmuHTTP
import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `The console` {
  @Test(arguments: [
    "/emulator/ui", "/emulator/ui/", "/emulator/ui/users", "/emulator/ui/users/u%2F1",
    "/emulator/ui/requests/ab12-1?project=p",
  ])
  func `every screen of the console is one page with a strict policy`(_ path: String) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.call(.get, path)
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == "text/html; charset=utf-8")
    let policy = reply.headers["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'self'; "))
    #expect(!policy.contains("unsafe"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(reply.headers["X-Frame-Options"] == "DENY")
    #expect(reply.headers["Cache-Control"] == "no-cache")
  }
}
