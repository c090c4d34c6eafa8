internal import EmuJSON
internal import EmuModel

/// The body of a mint call, as it is sent.
struct MintInput: ControlInput, Sendable {
  var account: JSON?
  var clientId: String?
  var rawNonce: String?
  var nonce: String?
  var state: String?
  var tenant: String?
  var scopes: [String]?
  var claims: JSON?
  var expiresInSeconds: Int64?
  var issuedSecondsAgo: Int64?
  var algorithm: String?
  var defect: String?
  var defects: [String]?
  var timeOffsetSeconds: Int64?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case account, clientId, rawNonce, nonce, state, tenant, scopes, claims, expiresInSeconds
    case issuedSecondsAgo, algorithm, defect, defects, timeOffsetSeconds
  }

  static let fieldNames = CodingKeys.allCases.map(\.rawValue)
}
