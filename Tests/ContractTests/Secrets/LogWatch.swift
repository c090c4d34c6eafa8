import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

/// An emulator whose log is read in every form.
final class LogWatch {
  let emulator: TestEmulator
  private let lines: Lines
  private let stream: ResponseStream.Source

  private final class Lines: Sendable {
    let list = Mutex<[String]>([])
  }

  init(_ profile: Profile, showsSecrets: Bool = false) async throws {
    let lines = Lines()
    self.lines = lines
    emulator = try TestEmulator(profile: profile, hasKeys: true) { configuration in
      configuration.logsSecrets = showsSecrets
      // The command's output is created from this alone.
      configuration.requestPrinter = RequestPrinter(
        notes: { _ in true },
        print: { request in
          let notes = request.annotations.decisions.map {
            "\($0.rule) \($0.outcome): \($0.reason)"
          }
          let line = [request.method, request.path] + notes + request.annotations.unknownFields
          lines.list.withLock { $0.append(line.joined(separator: "\n")) }
        })
    }
    let response = await emulator.answer(
      Request(
        method: .get, path: "/emulator/v1/requests:stream", headers: ["Host": "localhost:9099"]))
    guard case .stream(let events) = response.body else { throw NoStream() }
    stream = events.open(wake: {})
  }

  private struct NoStream: Error {}

  deinit { stream.close() }

  /// Returns all new log entries since the last call, each form under its name.
  ///
  /// - Parameter count: the number of new requests.
  func news(of count: Int = 1) async -> [String: String] {
    var news: [String: String] = [:]
    news["line"] = lines.list.withLock { list in
      defer { list = [] }
      return list.joined(separator: "\n")
    }
    var streamed: [UInt8] = []
    while case .bytes(let piece) = stream.next() { streamed += piece }
    news["stream"] = String(decoding: streamed, as: UTF8.self)
    let list = await emulator.call(.get, "/emulator/v1/requests?limit=\(count)")
    news["list"] = String(decoding: list.bytes, as: UTF8.self)
    var curls = ""
    var reports = ""
    for request in list["requests"]?.array ?? [] {
      let id = request["id"]?.string ?? ""
      let curl = await emulator.call(.get, "/emulator/v1/requests/\(id)?format=curl")
      curls += String(decoding: curl.bytes, as: UTF8.self)
      let report = await emulator.call(.get, "/emulator/v1/requests/\(id)?format=text")
      reports += String(decoding: report.bytes, as: UTF8.self)
    }
    news["curl"] = curls
    news["report"] = reports
    return news
  }
}
