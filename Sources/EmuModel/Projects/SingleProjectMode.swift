/// The handling of requests that name another project than the default one.
package enum SingleProjectMode: String, Sendable, CaseIterable {
  case off, warn, refuse

  /// Returns the problem with a project, as a sentence; nil for none. Only `refuse` ends the request.
  ///
  /// - Parameters:
  ///   - project: the project that the request names.
  ///   - only: the default project, for which the emulator was started.
  package func problem(with project: String, only: String) -> String? {
    guard project != only else { return nil }
    return switch self {
    case .off: nil
    case .warn: "\(project) is named, but this emulator is meant for \(only) alone"
    case .refuse: "This emulator serves \(only) alone (--single-project), not \(project)."
    }
  }
}
