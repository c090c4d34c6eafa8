import EmuModel
import EmuStore
import EmuTestSupport

extension TestEmulator {
  /// Returns the people of an issuer: a project's, or without a project the shared ones.
  func people(_ issuer: String, in project: String? = nil) throws -> [Person] {
    try store.read { reader in
      let key = try project.flatMap { try reader.project($0, profile: .compatible) }?.key ?? 0
      return try reader.people(in: PeopleScope(projectKey: key, issuer: issuer))
    }
  }
}
