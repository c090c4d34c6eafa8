import EmuHTTP
import EmuServer

/// The part of a run that shows `GET /emulator/v1/report`.
enum ProductionReportFile {
  /// The format of the control call by the end of a file's name; nil for another end.
  static func format(of path: String) -> String? {
    let formats = [".txt": "text", ".json": "json", ".xml": "junit"]
    return formats.first { path.hasSuffix($0.key) }?.value
  }

  /// The lines for people; empty where no request differs.
  static func lines(of client: ControlClient) throws -> String {
    try String(decoding: report("short", client), as: UTF8.self)
  }

  /// Writes the report in the form that the file's name asks for.
  static func write(_ client: ControlClient, to path: String) throws {
    let report = try report(format(of: path) ?? "text", client)
    try CommandFailure.ofFile(try LocalFile.replace(path, with: report, syncs: false)) {
      message(path, $0)
    }
  }

  /// - Throws: `CommandFailure` for a path that could not be written at the end.
  static func check(_ path: String) throws {
    _ = try CommandFailure.ofFile(try FileDraft(of: path)) { message(path, $0) }
  }

  private static func message(_ path: String, _ failure: LocalFile.Failure) -> TerminalText {
    "--production-report \(path) cannot be written (\(failure.reason)). Name a file in a folder that "
      + "exists."
  }

  private static func report(_ format: String, _ client: ControlClient) throws -> [UInt8] {
    try client.bytes(.get, "/emulator/v1/report", query: [("format", format)])
  }
}
