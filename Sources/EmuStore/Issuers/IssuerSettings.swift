package import EmuModel
internal import EmuSQLite

extension Reader {
  func issuerSettings() throws -> [String: IssuerSettings] {
    let rows = try connection.all("SELECT issuer, settings FROM issuer_settings") { row in
      (row.text(0), row.text(1))
    }
    return try Dictionary(
      uniqueKeysWithValues: rows.map { issuer, text in
        (issuer, try StoredJSON.value(IssuerSettings.self, from: text))
      })
  }

  /// What is set of an issuer, as it stands in this transaction.
  package func settings(ofIssuer id: String) throws -> IssuerSettings {
    try issuerSettings()[id] ?? IssuerSettings()
  }

  func issuerFaults() throws -> [String: [IssuerFault]] {
    let rows = try connection.all(
      "SELECT issuer, fault, remaining FROM issuer_faults ORDER BY id"
    ) { row in (row.text(0), row.text(1), row.optionalInteger(2)) }
    var faults: [String: [IssuerFault]] = [:]
    for (issuer, text, remaining) in rows {
      var fault = try StoredJSON.value(IssuerFault.self, from: text)
      fault.remaining = remaining.map(Int.init)
      faults[issuer, default: []].append(fault)
    }
    return faults
  }
}

extension Writer {
  /// Sets what is set of an issuer, in place of what was.
  package func store(
    _ settings: IssuerSettings, ofIssuer id: String, in store: Store
  ) throws {
    if settings == IssuerSettings() {
      try connection.run("DELETE FROM issuer_settings WHERE issuer = ?", .text(id))
    } else {
      try connection.run(
        """
        INSERT INTO issuer_settings (issuer, settings) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET settings = excluded.settings
        """, .text(id), .text(try StoredJSON.text(settings)))
    }
    afterCommit { store.issuers.invalidate() }
  }

  package func insert(_ fault: IssuerFault, ofIssuer id: String, in store: Store) throws {
    try connection.run(
      "INSERT INTO issuer_faults (name, issuer, fault, remaining) VALUES (?, ?, ?, ?)",
      .text(fault.id), .text(id), .text(try StoredJSON.text(fault)),
      .integer(fault.remaining.map(Int64.init)))
    afterCommit { store.issuers.invalidate(putting: fault.id) }
  }

  /// Removes one fault of an issuer, or all of them.
  ///
  /// - Returns: whether there was any.
  package func deleteFaults(
    _ fault: String?, ofIssuer id: String, in store: Store
  ) throws -> Bool {
    if let fault {
      try connection.run(
        "DELETE FROM issuer_faults WHERE issuer = ? AND name = ?", .text(id), .text(fault))
    } else {
      try connection.run("DELETE FROM issuer_faults WHERE issuer = ?", .text(id))
    }
    let isChange = connection.changes > 0
    afterCommit { store.issuers.invalidate() }
    return isChange
  }

  /// Notes how often a fault still happens, unless fewer times were noted before; 0 removes it.
  func store(remaining: Int, ofFault id: String) throws {
    if remaining > 0 {
      try connection.run(
        "UPDATE issuer_faults SET remaining = min(remaining, ?) WHERE name = ?",
        .integer(Int64(remaining)), .text(id))
    } else {
      try connection.run("DELETE FROM issuer_faults WHERE name = ?", .text(id))
    }
  }
}
