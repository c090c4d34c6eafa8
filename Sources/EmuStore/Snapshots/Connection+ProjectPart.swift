internal import EmuSQLite

extension Connection {
  /// Reduces a copy of everything to one project.
  ///
  /// Removes all other projects and the rows of no project: shared people, options of issuers,
  /// signing keys and the clock.
  func keepOnly(_ project: String) throws {
    let number: Int64? = try value("SELECT id FROM projects WHERE name = ?", project)
    guard let number else { throw MissingTarget.project(project) }
    let tables = try SchemaTable.all(in: self)
    try savepoint {
      for table in tables {
        if table.columns.contains("project_id") {
          try run(SQL("DELETE FROM \(table.name) WHERE project_id IS NOT ?"), number)
        } else if table.columns.contains("project") {
          try run(SQL("DELETE FROM \(table.name) WHERE project IS NOT ?"), project)
        } else if table.name == "projects" {
          try run("DELETE FROM projects WHERE id <> ?", number)
        } else if table.references.isEmpty {
          try run(SQL("DELETE FROM \(table.name)"))
        }
      }
      try deleteOrphans(tables)
    }
    // So that no free page has data of another project.
    try execute("VACUUM")
  }

  /// Removes rows without parents, repeatedly, until none is left.
  private func deleteOrphans(_ tables: [SchemaTable]) throws {
    var found: Bool
    repeat {
      found = false
      for table in tables {
        for (column, parent) in table.references where column != "tenant_id" {
          try run(
            SQL("DELETE FROM \(table.name) WHERE \(column) NOT IN (SELECT id FROM \(parent))"))
          if changes > 0 { found = true }
        }
      }
    } while found
  }
}
