package import EmuModel
internal import EmuSQLite

extension Reader {
  package func deviceCode(_ code: String) throws -> DeviceCode? {
    try connection.first(
      """
      SELECT device_code, user_code, issuer, client_id, project, scope, interval, expires_at,
        polled_at, grant_id, auth_time, denied, used_at, tenant
      FROM device_codes WHERE device_code = ?
      """, .text(code)
    ) { row in DeviceCode(row) }
  }

  /// The sign-in of what a person typed.
  package func deviceCode(userCode: String, issuer: String) throws -> DeviceCode? {
    try connection.first(
      """
      SELECT device_code, user_code, issuer, client_id, project, scope, interval, expires_at,
        polled_at, grant_id, auth_time, denied, used_at, tenant
      FROM device_codes WHERE user_code = ? AND issuer = ?
      """, .text(userCode), .text(issuer)
    ) { row in DeviceCode(row) }
  }
}

extension Writer {
  package func insert(_ code: DeviceCode) throws {
    try connection.run(
      """
      INSERT INTO device_codes (device_code, user_code, issuer, client_id, project, scope, interval,
        expires_at, tenant)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(code.code), .text(code.userCode), .text(code.issuer), .text(code.clientID),
      .text(code.project), .text(code.scope), .integer(code.interval),
      .integer(code.expiresAt.milliseconds), .text(code.tenant))
  }

  /// Keeps what came of a sign-in.
  package func update(_ code: DeviceCode) throws {
    try connection.run(
      """
      UPDATE device_codes SET interval = ?, polled_at = ?, grant_id = ?, auth_time = ?, denied = ?,
        used_at = ?
      WHERE device_code = ?
      """, .integer(code.interval), .integer(code.polledAt?.milliseconds),
      .integer(code.grantKey), .integer(code.authTime?.milliseconds), .bool(code.isDenied),
      .integer(code.usedAt?.milliseconds), .text(code.code))
  }
}

extension DeviceCode {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      code: row.text(0), userCode: row.text(1), issuer: row.text(2), clientID: row.text(3),
      project: row.text(4), scope: row.text(5), interval: row.integer(6),
      expiresAt: Timestamp(milliseconds: row.integer(7)))
    polledAt = row.optionalInteger(8).map(Timestamp.init(milliseconds:))
    grantKey = row.optionalInteger(9)
    authTime = row.optionalInteger(10).map(Timestamp.init(milliseconds:))
    isDenied = row.bool(11)
    usedAt = row.optionalInteger(12).map(Timestamp.init(milliseconds:))
    tenant = row.optionalText(13)
  }
}
