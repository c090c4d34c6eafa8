internal import EmuModel
internal import EmuSQLite

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

extension Snapshot {
  /// The form in a row of its `meta` table.
  private struct Stored: Codable {
    var project: String?
    /// Milliseconds since the epoch.
    var createdAt: Int64
    /// Counted once: those of a large file are not counted for each list.
    var users: Int
  }

  /// Reads the description in a copy; nil for a database that is not a snapshot.
  init?(in copy: Connection, _ file: DatabaseCopy, named name: String) throws {
    let text: String? = try copy.value("SELECT value FROM meta WHERE name = 'snapshot'")
    guard let text else { return nil }
    let stored = try StoredJSON.value(Stored.self, from: text)
    self.init(
      name: name, project: stored.project,
      createdAt: Timestamp(milliseconds: stored.createdAt).rfc3339, users: stored.users,
      bytes: file.size)
  }

  /// Writes the description into a copy.
  init(
    writingTo copy: Connection, named name: String, project: String?, at moment: Timestamp
  ) throws {
    let users: Int =
      try copy.value(
        """
        SELECT count(*) FROM account_sets JOIN users ON set_id = account_sets.id
        WHERE project_id IS NOT NULL
        """) ?? 0
    self.init(name: name, project: project, createdAt: moment.rfc3339, users: users, bytes: 0)
    let stored = Stored(project: project, createdAt: moment.milliseconds, users: users)
    try copy.run(
      "INSERT OR REPLACE INTO meta (name, value) VALUES ('snapshot', ?)",
      try StoredJSON.text(stored))
  }
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
