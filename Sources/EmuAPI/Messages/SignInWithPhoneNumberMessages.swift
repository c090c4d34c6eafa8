internal import EmuJSON

struct SignInWithPhoneNumberRequest: Decodable, Sendable {
  var sessionInfo: String?
  var code: String?
  var phoneNumber: String?
  var temporaryProof: String?
  var verificationProof: String?
  /// The account that the number is added to.
  var idToken: String?
  var operation: PhoneOperation?
  var returnSecureToken: Bool?
  var tenantId: String?
}

/// `accounts:signInWithPhoneNumber`: response, with tokens or with a temporary proof.
struct SignInWithPhoneNumberResponse: Codable, Sendable {
  var phoneNumber: String
  var localId: String?
  var isNewUser: Bool?
  @InPlace var session = SessionBody()
  var temporaryProof: String?
  /// Seconds, as text.
  var temporaryProofExpiresIn: String?
}

/// The app's purpose for a verified number.
enum PhoneOperation: String, WireEnum {
  case unspecified = "VERIFY_OP_UNSPECIFIED"
  case signUpOrIn = "SIGN_UP_OR_IN"
  case reauthenticate = "REAUTH"
  case update = "UPDATE"
  case link = "LINK"

  static let protoName = "google.cloud.identitytoolkit.v1.VerifyOp"
}
