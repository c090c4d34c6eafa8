internal import EmuSQLite

/// Reduces a copy of everything to one project.
struct ProjectPart {
  private let copy: Connection

  init(_ copy: Connection) { self.copy = copy }

  /// Removes all other projects, and what belongs to none: people that all share, settings of issuers,
  /// signing keys and the clock.
  func keepOnly(_ project: String) throws {
    let number = try copy.first("SELECT id FROM projects WHERE name = ?", .text(project)) {
      $0.integer(0)
    }
    guard let number else { throw MissingPlace.project(project) }
    let tables = try SchemaTable.all(in: copy)
    try copy.savepoint {
      for table in tables {
        if table.columns.contains("project_id") {
          try copy.run(
            SQL("DELETE FROM \(table.name) WHERE project_id IS NOT ?"), .integer(number))
        } else if table.columns.contains("project") {
          try copy.run(SQL("DELETE FROM \(table.name) WHERE project IS NOT ?"), .text(project))
        } else if table.name == "projects" {
          try copy.run("DELETE FROM projects WHERE id <> ?", .integer(number))
        } else if table.references.isEmpty {
          try copy.run(SQL("DELETE FROM \(table.name)"))
        }
      }
      try deleteOrphans(tables)
    }
    // Nothing of another project may stay in the free pages of a file that is handed on.
    try copy.execute("VACUUM")
  }

  /// Removes rows whose parents are gone, until none is left: of the children of children as well.
  private func deleteOrphans(_ tables: [SchemaTable]) throws {
    var found: Bool
    repeat {
      found = false
      for table in tables {
        for (column, parent) in table.references where column != "tenant_id" {
          try copy.run(
            SQL("DELETE FROM \(table.name) WHERE \(column) NOT IN (SELECT id FROM \(parent))"))
          if copy.changes > 0 { found = true }
        }
      }
    } while found
  }
}
