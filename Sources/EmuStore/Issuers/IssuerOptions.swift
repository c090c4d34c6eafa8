package import EmuModel
internal import EmuSQLite

extension ReadTransaction {
  package func issuerOptions() throws -> [String: IssuerOptions] {
    let rows = try connection.all("SELECT issuer, settings FROM issuer_settings") { row in
      (row.text(0), row.text(1))
    }
    return try Dictionary(
      uniqueKeysWithValues: rows.map { issuer, text in
        (issuer, try StoredJSON.value(IssuerOptions.self, from: text))
      })
  }

  /// Returns the options of an issuer, as they are in this transaction.
  package func options(ofIssuer id: String) throws -> IssuerOptions {
    let text: String? = try connection.value(
      "SELECT settings FROM issuer_settings WHERE issuer = ?", id)
    return try text.map { try StoredJSON.value(IssuerOptions.self, from: $0) } ?? IssuerOptions()
  }
}

extension WriteTransaction {
  package func store(
    _ options: IssuerOptions, ofIssuer id: String, in store: Store
  ) throws {
    let isDefault = options == IssuerOptions()
    if isDefault {
      try connection.run("DELETE FROM issuer_settings WHERE issuer = ?", id)
    } else {
      try connection.run(
        """
        INSERT INTO issuer_settings (issuer, settings) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET settings = excluded.settings
        """, id, try StoredJSON.text(options))
    }
    afterCommit { store.directory.update { $0.options?[id] = isDefault ? nil : options } }
  }
}
