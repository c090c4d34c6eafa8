/// The description of a snapshot, read without restoring it.
package struct Snapshot: Codable, Sendable, Hashable {
  package var name: String
  /// The project that it contains; absent for a snapshot of everything.
  package var project: String?
  /// RFC 3339.
  package var createdAt: String
  package var users: Int
  /// The size of its file in bytes.
  package var bytes: Int
}

/// The reason that a snapshot cannot be restored, exported or imported.
package struct SnapshotError: Error, Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    case missing
    /// It is not a snapshot of this version, or it is damaged.
    case unusable
  }

  package let reason: Reason
  /// A message with the next step.
  package let message: String

  static func missing(_ name: String) -> SnapshotError {
    SnapshotError(
      reason: .missing,
      message: "There is no snapshot \"\(name)\". GET /emulator/v1/snapshots, or "
        + "`auth-emulator snapshots`, lists them.")
  }

  static func unusable(_ message: String) -> SnapshotError {
    SnapshotError(reason: .unusable, message: message)
  }
}
