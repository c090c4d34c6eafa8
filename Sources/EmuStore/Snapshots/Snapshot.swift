package import EmuModel

/// What is known of a snapshot without restoring it.
package struct Snapshot: Sendable, Hashable {
  package var name: String
  /// The project that it holds; nil for one of everything.
  package var project: String?
  package var createdAt: Timestamp
  package var users: Int
  /// The length of its file.
  package var bytes: Int
}

/// Why a snapshot cannot be restored, exported or imported.
package struct SnapshotError: Error, Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// There is none of that name.
    case missing
    /// It is no snapshot of this version, or damaged.
    case unusable
  }

  package let reason: Reason
  /// A sentence for people, with what to do next.
  package let message: String

  static func missing(_ name: String) -> SnapshotError {
    SnapshotError(
      reason: .missing,
      message: "There is no snapshot \"\(name)\". GET snapshots lists those that there are.")
  }

  static func unusable(_ message: String) -> SnapshotError {
    SnapshotError(reason: .unusable, message: message)
  }
}
