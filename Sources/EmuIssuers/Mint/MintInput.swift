internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// The body of a mint call, as it is sent.
struct MintInput: Decodable, Sendable {
  /// An account that the issuer has, by sub or email, or else a new one.
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
