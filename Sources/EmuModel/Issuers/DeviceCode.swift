/// A sign-in that begins on a device and is finished elsewhere (RFC 8628).
package struct DeviceCode: Sendable, Hashable {
  /// What the device keeps to itself.
  package var code: String
  /// What the person types.
  package var userCode: String
  /// By provider id.
  package var issuer: String
  package var clientID: String
  /// The id of the project whose people are meant.
  package var project: String
  /// The id of the tenant whose client it is; nil for a project's own.
  package var tenant: String?
  /// Separated by spaces.
  package var scope: String
  /// Seconds between two questions of the device.
  package var interval: Int64
  package var expiresAt: Timestamp
  package var polledAt: Timestamp?
  /// The consent, once it is given.
  package var grantKey: Int64?
  package var authTime: Timestamp?
  package var isDenied = false
  package var usedAt: Timestamp?

  package init(
    code: String, userCode: String, issuer: String, clientID: String, project: String,
    scope: String, interval: Int64 = 5, expiresAt: Timestamp, tenant: String? = nil
  ) {
    self.code = code
    self.userCode = userCode
    self.issuer = issuer
    self.clientID = clientID
    self.project = project
    self.scope = scope
    self.interval = interval
    self.expiresAt = expiresAt
    self.tenant = tenant
  }
}
