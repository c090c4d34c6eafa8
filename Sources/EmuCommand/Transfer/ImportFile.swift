import EmuHTTP
import EmuServer

/// The source of an import: a file, or an export folder.
struct ImportFile {
  let path: String
  /// As the control call names it; nil for the form that the content shows.
  let format: String?
  let body: any StoredBody

  /// - Parameter format: the format that a flag has set.
  init(_ path: String, format: String?) throws(ClientFailure) {
    self.path = path
    if LocalFolder.exists(path) {
      guard format == nil || format == "emulator" else {
        throw .usage("\(path) is a folder, whose format is emulator. Name a file in it.")
      }
      self.format = "emulator"
      body = try ExportFolder(reading: path).body
    } else {
      self.format = format ?? Self.format(byNameOf: path)
      body = try Self.body(path)
    }
  }

  static func body(_ path: String) throws(ClientFailure) -> any StoredBody {
    do throws(LocalFile.Failure) {
      return try FileBody(path)
    } catch {
      throw ClientFailure(message: "\(path) cannot be read (\(error.reason)). Name another file.")
    }
  }

  private static func format(byNameOf path: String) -> String? {
    switch path.split(separator: ".").last?.lowercased() {
    case "ndjson", "jsonl": "ndjson"
    case "csv": "firebase-csv"
    case "json5": "seed"
    default: nil
    }
  }
}
