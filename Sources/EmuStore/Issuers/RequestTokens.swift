package import EmuModel
internal import EmuSQLite

extension Table where Entity == RequestToken {
  static let requestTokens = Table(
    "request_tokens",
    empty: RequestToken(
      token: "", secret: "", issuer: "", clientID: "", project: "", callback: "",
      expiresAt: .epoch),
    key: "token", age: "expires_at",
    [
      Column("token", isFixed: true, { $0.token }, { $0.token = $1 }),
      Column("secret", isFixed: true, { $0.secret }, { $0.secret = $1 }),
      Column("issuer", isFixed: true, { $0.issuer }, { $0.issuer = $1 }),
      Column("client_id", isFixed: true, { $0.clientID }, { $0.clientID = $1 }),
      Column("project", isFixed: true, { $0.project }, { $0.project = $1 }),
      Column("callback", isFixed: true, { $0.callback }, { $0.callback = $1 }),
      Column("expires_at", isFixed: true, { $0.expiresAt }, { $0.expiresAt = $1 }),
      Column("verifier", { $0.verifier }, { $0.verifier = $1 }),
      Column("grant_id", { $0.consentKey }, { $0.consentKey = $1 }),
      Column("used_at", { $0.usedAt }, { $0.usedAt = $1 }),
      Column("tenant", isFixed: true, { $0.tenant }, { $0.tenant = $1 }),
    ])

  fileprivate static let token = requestTokens.select("WHERE token = ?")
}

extension ReadTransaction {
  package func requestToken(_ token: String) throws -> RequestToken? {
    try connection.first(Table.token, token)
  }
}

extension WriteTransaction {
  package func insert(_ token: RequestToken) throws {
    try connection.insert(token, into: .requestTokens, at: token.expiresAt)
  }

  /// Stores the result of a sign-in.
  package func update(_ token: RequestToken) throws {
    try connection.update(token, in: .requestTokens, key: token.token)
  }

  /// Deletes a sign-in that the person denied.
  package func delete(_ token: RequestToken) throws {
    try connection.run("DELETE FROM request_tokens WHERE token = ?", token.token)
  }
}
