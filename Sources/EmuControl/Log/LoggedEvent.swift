internal import EmuJSON
internal import EmuModel

/// A new entry of the log, which is rendered once for all streams.
final class LoggedEvent: Sendable {
  let entry: LoggedRequest
  private let complete = LazyValue<[UInt8]>()
  private let withoutBodies = LazyValue<[UInt8]>()

  init(_ entry: LoggedRequest) { self.entry = entry }

  /// Returns the entry as a server-sent event (HTML Standard §9.2).
  func text(showsSecrets: Bool, bodies: Bool) -> [UInt8] {
    (bodies ? complete : withoutBodies).value {
      let report = RequestReport(entry, showsSecrets: showsSecrets, bodies: bodies)
      // A report has texts, numbers and JSON, so the encoding cannot fail.
      let data = (try? JSONEncoding.encode(report)) ?? []
      return Array("event: request\nid: \(entry.id)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
  }
}
