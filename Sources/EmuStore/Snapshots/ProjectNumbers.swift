internal import EmuSQLite

/// The numbers of projects (`projects.id`), which a restored file must share with the file it
/// replaces.
///
/// Requests in progress have looked up the number of their project, and numbers are never reused.
/// So the restored file gets every project of the current one, empty where the copy had none. A
/// project with a different number in the copy, as in a file of another machine, is renumbered.
struct ProjectNumbers {
  private let changes: [(old: Int64, new: Int64)]
  private let missing: [(name: String, number: Int64)]

  init(here main: Connection, there copy: Connection) throws {
    let here = try Self.numbers(main)
    let there = try Self.numbers(copy)
    changes = Self.changes(here: here, there: there)
    missing = here.filter { there[$0.key] == nil }.sorted { $0.value < $1.value }
      .map { (name: $0.key, number: $0.value) }
  }

  /// True when both already have the same numbers.
  var agree: Bool { changes.isEmpty && missing.isEmpty }

  /// Changes the content to be restored, in one transaction.
  func change(_ content: Connection) throws {
    try content.execute("PRAGMA foreign_keys = OFF")
    try content.savepoint {
      try renumber(content)
      for (name, number) in missing {
        try content.run("INSERT INTO projects (id, name) VALUES (?, ?)", number, name)
      }
    }
  }

  static func changes(
    here: [String: Int64], there: [String: Int64]
  ) -> [(old: Int64, new: Int64)] {
    let taken = Set(here.values)
    var next = max(here.values.max() ?? 0, there.values.max() ?? 0)
    var changes: [(old: Int64, new: Int64)] = []
    for (name, number) in there.sorted(by: { $0.value < $1.value }) {
      if let own = here[name] {
        if own != number { changes.append((number, own)) }
      } else if taken.contains(number) {
        next += 1
        changes.append((number, next))
      }
    }
    return changes
  }

  private static func numbers(_ connection: Connection) throws -> [String: Int64] {
    let rows = try connection.all("SELECT name, id FROM projects") { ($0.text(0), $0.integer(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Renumbers in two steps, since a new number may be the old one of another project.
  private func renumber(_ content: Connection) throws {
    guard !changes.isEmpty else { return }
    let columns =
      try SchemaTable.all(in: content).filter { $0.columns.contains("project_id") }
      .map { (table: $0.name, column: "project_id") } + [(table: "projects", column: "id")]
    for (table, column) in columns {
      let update = SQL("UPDATE \(table) SET \(column) = ? WHERE \(column) = ?")
      for change in changes { try content.run(update, -change.new, change.old) }
      for change in changes { try content.run(update, change.new, -change.new) }
    }
  }
}
