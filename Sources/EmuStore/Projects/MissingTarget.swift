package import EmuModel

/// A project or tenant that a request names for the first time, and that is then created.
///
/// Thrown, since a thread that handles requests does not wait for the writer. The dispatcher
/// creates it by ``Store/make(_:completion:)`` and runs the request again.
package enum MissingTarget: Error, Sendable {
  case project(String)
  /// A tenant of a project that creates its tenants by name.
  case tenant(String, Project)
}

extension Store {
  /// Queues the creation of a project or tenant, and returns immediately.
  ///
  /// - Parameter completion: called once, on the writer's thread, which must not be blocked.
  package func make(
    _ target: MissingTarget, completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    write(
      { writer in
        switch target {
        case .project(let id): _ = try writer.insertProject(id)
        case .tenant(let id, let project):
          _ = try writer.insertTenant(id, in: project)
        }
        return { completion(.success(())) }
      }, failure: { completion(.failure($0)) })
  }
}
