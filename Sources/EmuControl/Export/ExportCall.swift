internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore
internal import Synchronization

extension Control {
  /// `GET export?project=&format=seed&plainPasswords=`: a project as a seed document.
  ///
  /// It is sent while it is read, a page of users at a time, so memory does not grow with their
  /// number. Users who change meanwhile are in it as they were before or as they are after.
  func export(_ call: ControlCall) throws -> Answer {
    let query = call.request.query
    if let format = query.first("format"), format != "seed" {
      throw ControlError.invalid(
        "format: the value must be seed. The Firebase CLI exports in its own format: "
          + "firebase emulators:export.")
    }
    let hasPasswords = try query.first("plainPasswords").map(Self.flag) ?? false
    let id = query.first("project") ?? services.facts.defaultProject
    let store = services.store
    let project = try store.read { reader in
      try reader.project(id, profile: store.directory.profile)
    }
    guard let project else { throw try unknownProject(id) }
    let export = Mutex(SeedExport(of: project, hasPasswords: hasPasswords))
    let stream = ResponseStream(pulling: {
      export.withLock { export in
        do {
          return try store.read { try export.next($0) }.map { .bytes($0) } ?? .end
        } catch {
          return .abort
        }
      }
    })
    return .ready(.stream(stream, type: "application/json; charset=utf-8"))
  }

  private static func flag(_ text: String) throws(ControlError) -> Bool {
    guard let value = Bool(text) else {
      throw .invalid("plainPasswords: the value must be true or false.")
    }
    return value
  }

  /// The refusal for a project that was never named.
  func unknownProject(_ id: String) throws -> ControlError {
    let others = try services.store.read { reader in try reader.projectIDs() }
    let list =
      others.isEmpty ? "" : " The projects are \(others.prefix(10).joined(separator: ", "))."
    return .notFound("There is no project \(id.prefix(64)).\(list)")
  }
}
