internal import EmuJSON
internal import EmuIdentity

struct MintInput: Decodable, Sendable {
  /// An account of the issuer, by sub or email, or a new one.
  var account: AccountDocument?
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
}
