/// The handling of requests that name another project than the default one.
package enum SingleProjectMode: String, Sendable, CaseIterable {
  case off, warn, refuse

  package enum Verdict: Sendable, Hashable {
    case allowed
    /// The log gets the sentence.
    case warned(String)
    /// The request ends with the sentence.
    case refused(String)
  }

  /// - Parameters:
  ///   - project: the project that the request names.
  ///   - only: the default project, for which the emulator was started.
  package func verdict(on project: String, only: String) -> Verdict {
    guard project != only else { return .allowed }
    return switch self {
    case .off: .allowed
    case .warn:
      .warned("\(project) is named, but this emulator is meant for \(only) alone")
    case .refuse:
      .refused("This emulator serves \(only) alone (--single-project), not \(project).")
    }
  }
}
