import EmuModel
import EmuStore
import EmuTestSupport

extension TestEmulator {
  /// The people of an issuer: a project's own, or without one those of all.
  func people(_ issuer: String, in project: String? = nil) throws -> [Person] {
    try store.read { reader in
      let key = try project.flatMap { try reader.project($0, profile: .compatible) }?.key ?? 0
      return try reader.people(in: PeopleScope(projectKey: key, issuer: issuer))
    }
  }
}
