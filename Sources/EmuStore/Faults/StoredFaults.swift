package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  /// Returns every fault, in the order in which they were set.
  func faults() throws -> [Fault] {
    let rows = try connection.all("SELECT fault, remaining FROM faults ORDER BY id") { row in
      (row.text(0), row.optionalInteger(1))
    }
    return try rows.map { text, remaining in
      var fault = try StoredJSON.value(Fault.self, from: text)
      fault.remaining = remaining.map(Int.init)
      return fault
    }
  }
}

extension WriteTransaction {
  package func insert(_ fault: Fault, in store: Store) throws {
    try connection.run(
      "INSERT INTO faults (name, project, provider, fault, remaining) VALUES (?, ?, ?, ?, ?)",
      fault.id, fault.match.project, fault.match.providerId, try StoredJSON.text(fault),
      fault.remaining.map(Int64.init))
    afterCommit { store.faultDirectory.with { $0.insert(fault) } }
  }

  /// Removes faults; queued answers stay.
  ///
  /// - Parameters:
  ///   - id: of one fault; nil for all.
  ///   - provider: restricts to a provider's faults; nil for any.
  ///   - project: restricts to a project's faults; nil for any.
  /// - Returns: true when any fault was removed.
  package func deleteFaults(
    _ id: String? = nil, ofProvider provider: String? = nil, ofProject project: String? = nil,
    in store: Store
  ) throws -> Bool {
    // By its unique name where there is one: a condition for both cases would read every row.
    if let id {
      try connection.run(
        """
        DELETE FROM faults WHERE name = ?1 AND (?2 IS NULL OR provider = ?2)
          AND (?3 IS NULL OR project = ?3) AND json_extract(fault, '$.answer') IS NULL
        """, id, provider, project)
    } else {
      try connection.run(
        """
        DELETE FROM faults
        WHERE (?1 IS NULL OR provider = ?1) AND (?2 IS NULL OR project = ?2)
          AND json_extract(fault, '$.answer') IS NULL
        """, provider, project)
    }
    guard connection.changes > 0 else { return false }
    afterCommit {
      store.faultDirectory.with { faults in
        if let id { return faults.remove(id) }
        faults.remove { fault in
          (provider == nil || fault.match.providerId == provider)
            && (project == nil || fault.match.project == project) && fault.answer == nil
        }
      }
    }
    return true
  }

  package func deleteAnswers(ofIssuer id: String, in store: Store) throws {
    try connection.run(
      "DELETE FROM faults WHERE provider = ? AND json_extract(fault, '$.answer') IS NOT NULL", id)
    afterCommit {
      store.faultDirectory.with { faults in
        _ = faults.remove { $0.match.providerId == id && $0.answer != nil }
      }
    }
  }

  /// Stores the uses of a request's faults with the change that the request makes.
  package func store(_ applied: AppliedFaults, in store: Store) throws {
    let ids = applied.unstored
    guard !ids.isEmpty else { return }
    var usedUp: [String] = []
    for id in ids {
      try connection.run("UPDATE faults SET remaining = remaining - 1 WHERE name = ?", id)
      try connection.run("DELETE FROM faults WHERE name = ? AND remaining <= 0", id)
      if connection.changes > 0 { usedUp.append(id) }
    }
    afterCommit { [usedUp] in
      applied.settle()
      store.faultDirectory.with { faults in
        for id in usedUp { faults.remove(id) }
      }
    }
  }

  func deleteFault(_ id: String) throws {
    try connection.run("DELETE FROM faults WHERE name = ?", id)
  }
}
