internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore
internal import Synchronization

extension Control {
  /// `GET export?project=&format=&plainPasswords=`: returns a project as a seed document, or its
  /// users as lines.
  ///
  /// The response is streamed a page of users at a time, so memory does not grow with their number.
  /// A user who changes in the meantime is exported in the old or the new state.
  func export(_ call: ControlCall) throws -> Answer {
    let query = call.request.query
    let name = query.first("format") ?? ExportFormat.seed.rawValue
    guard let format = ExportFormat(rawValue: name) else {
      throw ControlError.invalid(
        "format: the value must be seed, ndjson or supplement. For firebase, firebase-csv and emulator "
          + "use the command auth-emulator export.")
    }
    let hasPasswords = try query.first("plainPasswords").map(Self.flag) ?? false
    let id = query.first("project") ?? services.facts.defaultProject
    let store = services.store
    let project = try store.read { reader in
      try reader.project(id, profile: store.directory.profile)
    }
    guard let project else { throw try unknownProject(id) }
    let export = Mutex(format.export(of: project, hasPasswords: hasPasswords))
    let stream = ResponseStream(pulling: {
      export.withLock { export in
        do {
          return try store.read { try export.next($0) }.map { .bytes($0) } ?? .end
        } catch {
          return .abort
        }
      }
    })
    return .ready(.stream(stream, type: format.mediaType))
  }

  private static func flag(_ text: String) throws(ControlError) -> Bool {
    guard let value = Bool(text) else {
      throw .invalid("plainPasswords: the value must be true or false.")
    }
    return value
  }

  /// Returns the error for an unknown project.
  func unknownProject(_ id: String) throws -> ControlError {
    let others = try services.store.read { reader in try reader.projectIDs() }
    let list =
      others.isEmpty ? "" : " The projects are \(others.prefix(10).joined(separator: ", "))."
    return .notFound("There is no project \(id.prefix(64)).\(list)")
  }
}

/// The formats of an export.
private enum ExportFormat: String {
  case seed, ndjson, supplement

  var mediaType: String {
    self == .ndjson ? "application/x-ndjson; charset=utf-8" : "application/json; charset=utf-8"
  }

  func export(of project: Project, hasPasswords: Bool) -> any ExportText {
    switch self {
    case .seed: SeedExport(of: project, .all(hasPasswords: hasPasswords))
    case .supplement: SeedExport(of: project, .supplement)
    case .ndjson: UserLinesExport(of: project, hasPasswords: hasPasswords)
    }
  }
}

/// The text of an export, generated while it is read.
protocol ExportText: Sendable {
  /// Returns the next piece, which may be empty; nil at the end.
  mutating func next(_ reader: ReadTransaction) throws -> [UInt8]?
}
