package import EmuModel

extension Table where Entity == DeviceCode {
  static let deviceCodes = Table(
    "device_codes",
    empty: DeviceCode(
      code: "", userCode: "", issuer: "", clientID: "", project: "", scope: "", expiresAt: .epoch),
    key: "device_code", age: "expires_at",
    [
      Column("device_code", isFixed: true, { $0.code }, { $0.code = $1 }),
      Column("user_code", isFixed: true, { $0.userCode }, { $0.userCode = $1 }),
      Column("issuer", isFixed: true, { $0.issuer }, { $0.issuer = $1 }),
      Column("client_id", isFixed: true, { $0.clientID }, { $0.clientID = $1 }),
      Column("project", isFixed: true, { $0.project }, { $0.project = $1 }),
      Column("scope", isFixed: true, { $0.scope }, { $0.scope = $1 }),
      Column("interval", { $0.interval }, { $0.interval = $1 }),
      Column("expires_at", isFixed: true, { $0.expiresAt }, { $0.expiresAt = $1 }),
      Column("polled_at", { $0.polledAt }, { $0.polledAt = $1 }),
      Column("grant_id", { $0.consentKey }, { $0.consentKey = $1 }),
      Column("auth_time", { $0.authTime }, { $0.authTime = $1 }),
      Column("denied", { $0.isDenied }, { $0.isDenied = $1 }),
      Column("used_at", { $0.usedAt }, { $0.usedAt = $1 }),
      Column("tenant", isFixed: true, { $0.tenant }, { $0.tenant = $1 }),
    ])

  fileprivate static let byCode = deviceCodes.select("WHERE device_code = ?")
  fileprivate static let byUserCode = deviceCodes.select("WHERE user_code = ? AND issuer = ?")
}

extension ReadTransaction {
  package func deviceCode(_ code: String) throws -> DeviceCode? {
    try connection.first(Table.byCode, code)
  }

  package func deviceCode(userCode: String, issuer: String) throws -> DeviceCode? {
    try connection.first(Table.byUserCode, userCode, issuer)
  }
}

extension WriteTransaction {
  package func insert(_ code: DeviceCode) throws {
    try connection.insert(code, into: .deviceCodes, at: code.expiresAt)
  }

  /// Stores the result of a sign-in.
  package func update(_ code: DeviceCode) throws {
    try connection.update(code, in: .deviceCodes, key: code.code)
  }
}
