internal import EmuModel
internal import EmuSQLite

/// The description inside a snapshot: a row of its `meta` table.
struct SnapshotLabel: Codable, Sendable {
  private static let row = "snapshot"

  /// nil for a snapshot of all projects.
  var project: String?
  /// Milliseconds since the epoch.
  var createdAt: Int64
  /// Counted at its creation: the users of a large file are not counted for each list.
  var users: Int

  /// Reads the label of a copy; nil for a database that is not a snapshot.
  init?(in copy: Connection) throws {
    let text: String? = try copy.value("SELECT value FROM meta WHERE name = ?", Self.row)
    guard let text else { return nil }
    self = try StoredJSON.value(SnapshotLabel.self, from: text)
  }

  init(writingTo copy: Connection, project: String?, at moment: Timestamp) throws {
    self.project = project
    createdAt = moment.milliseconds
    users =
      try copy.value(
        """
        SELECT count(*) FROM account_sets JOIN users ON set_id = account_sets.id
        WHERE project_id IS NOT NULL
        """) ?? 0
    try copy.run(
      "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", Self.row,
      try StoredJSON.text(self))
  }

  func snapshot(_ name: String, bytes: Int) -> Snapshot {
    Snapshot(
      name: name, project: project, createdAt: Timestamp(milliseconds: createdAt).rfc3339,
      users: users, bytes: bytes)
  }
}
