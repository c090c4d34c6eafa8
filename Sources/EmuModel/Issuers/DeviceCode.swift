/// A sign-in that starts on a device and is finished in a browser (RFC 8628).
package struct DeviceCode: Sendable, Hashable {
  package var code: String
  package var userCode: String
  /// By provider id.
  package var issuer: String
  package var clientID: String
  /// The id of the project whose people can sign in.
  package var project: String
  /// The id of the client's tenant; nil for a client of the project.
  package var tenant: String?
  /// Separated by spaces.
  package var scope: String
  /// Seconds between two questions of the device.
  package var interval: Int64 = 5
  package var expiresAt: Timestamp
  package var polledAt: Timestamp?
  /// The key of the consent, once given.
  package var consentKey: Int64?
  package var authTime: Timestamp?
  package var isDenied = false
  package var usedAt: Timestamp?
}

extension DeviceCode {
  package init(
    code: String, userCode: String, issuer: String, clientID: String, project: String,
    scope: String, expiresAt: Timestamp, tenant: String? = nil
  ) {
    self.init(
      code: code, userCode: userCode, issuer: issuer, clientID: clientID, project: project,
      tenant: tenant, scope: scope, expiresAt: expiresAt, usedAt: nil)
  }
}
