import EmuHTTP
import EmuJSON
import EmuServer

/// The source of an import: a file, or an export folder.
struct ImportFile {
  /// The reason that there is nothing to import, as a sentence without its full stop.
  struct Nothing: Error {
    var reason: String
  }

  typealias Found = Result<ImportFile, Nothing>

  /// The formats of files by the ends of their names, as the control call names them.
  static let formats = [
    "ndjson": "ndjson", "jsonl": "ndjson", "csv": "firebase-csv", "json5": "seed",
  ]

  let path: String
  /// As the control call names it; nil for the form that the content shows.
  let format: String?
  var body: any StoredBody = BytesBody([])
  /// A sentence for each empty file of a folder, which is ignored.
  var warnings: [String] = []
  /// A sentence for each file of a folder that is skipped since it cannot be read.
  var problems: [String] = []

  /// - Parameter format: the format that a flag has set.
  static func find(_ path: String, format: String?) throws -> Found {
    guard LocalFolder.exists(path) else {
      guard LocalFile.exists(path) else {
        return .failure(Nothing(reason: "there is no file or folder \(path)"))
      }
      let body = try body(path)
      let format = if let format { format } else { try Self.format(byNameOf: path, body) }
      return .success(ImportFile(path: path, format: format, body: body))
    }
    guard format == nil || format == "emulator" else {
      throw CommandFailure.usage(
        "\(path) is a folder, whose format is emulator. Name a file in it.")
    }
    do {
      return .success(try ImportFile(folder: path))
    } catch let nothing as Nothing {
      return .failure(nothing)
    }
  }

  /// True for a seed document, which names its projects itself and changes existing users.
  var isSeed: Bool {
    guard format == nil else { return format == "seed" }
    return SeedFiles.isSeed((try? body.bytes(from: 0, count: 4096)) ?? [])
  }

  static func body(_ path: String) throws -> any StoredBody {
    do throws(LocalFile.Failure) {
      if LocalFile.isYAML(path) { return BytesBody(try LocalFile.json(ofYAMLAt: path)) }
      return try FileBody(path)
    } catch {
      throw CommandFailure("\(path) cannot be read (\(error.reason)). \(error.nextStep)")
    }
  }

  private static func format(byNameOf path: String, _ body: any StoredBody) throws -> String? {
    LocalFile.isYAML(path)
      ? try format(ofYAML: body, path) : ending(of: path).flatMap { formats[$0] }
  }

  /// Returns the end of a file's name after a dot, in small letters; nil without one. A dot at the
  /// beginning begins no end.
  static func ending(of path: String) -> String? {
    let parts = (path.split(separator: "/").last ?? "").drop { $0 == "." }.split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.last?.lowercased() : nil
  }

  /// Returns the format of a document of YAML: users as auth:export has them, or a seed.
  private static func format(ofYAML body: any StoredBody, _ path: String) throws -> String {
    let tree = try? JSON(parsing: body.bytes(from: 0, count: body.count))
    if tree?["users"] != nil { return "firebase" }
    if ["version", "projects", "issuers"].contains(where: { tree?[$0] != nil }) { return "seed" }
    throw CommandFailure(
      "\(path) is neither a seed, with version and projects, nor a list of users. Nothing of it was read. "
        + "`auth-emulator init` writes a seed to begin with.")
  }
}
