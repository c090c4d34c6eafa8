package import EmuModel

/// A project or tenant that a request names for the first time, and that exists from then on.
///
/// Thrown, since a thread that answers requests does not wait for the writer: whoever answers the
/// request has it made by ``Store/make(_:completion:)`` and runs the request again.
package enum MissingPlace: Error, Sendable {
  case project(String)
  /// A tenant of a project that makes its tenants by name.
  case tenant(String, Project)
}

extension Store {
  /// Makes a project or tenant; returns at once.
  ///
  /// - Parameter completion: called once, on the writer's thread, which must not be held up.
  package func make(
    _ place: MissingPlace, completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let profile = directory.profile
    write(
      { writer in
        switch place {
        case .project(let id): _ = try writer.insertProject(id, profile: profile)
        case .tenant(let id, let project):
          _ = try writer.insertTenant(id, .everythingEnabled, in: project)
        }
      }, completion: completion)
  }
}
