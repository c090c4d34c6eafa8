import EmuHTTP
import EmuModel
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

@Suite struct `control: request printing` {
  @Test(arguments: [
    ("/emulator/v1/health", [:], nil), ("/emulator/v1/requests", [:], nil),
    ("/emulator/v1/clock", ["X-Emulator-Tool": "console"], nil),
    ("/emulator/v1/clock", [:], 200),
    ("/emulator/v1/health", ["Host": "evil.example.com"], 403),
    ("/emulator/v1/requests/none", [:], 404),
  ])
  func `what the log leaves out is printed only when it is rejected`(
    path: String, headers: [String: String], printed: Int?
  ) async throws {
    let lines = Mutex<[Int]>([])
    let emulator = try TestEmulator { configuration in
      configuration.requestPrinter = RequestPrinter(
        notes: { _ in true }, print: { line in lines.withLock { $0.append(line.status) } })
    }
    var request = Request(method: .get, path: path, headers: ["Host": emulator.host])
    for (name, value) in headers { request.headers[name] = value }
    _ = await emulator.answer(request)
    #expect(lines.withLock { $0 } == [printed].compactMap { $0 })
  }
}
