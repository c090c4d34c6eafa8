internal import EmuJSON

/// `accounts:signInWithPhoneNumber`: request.
package struct SignInWithPhoneNumberRequest: Decodable, Sendable {
  package var sessionInfo: String?
  package var code: String?
  package var phoneNumber: String?
  package var temporaryProof: String?
  package var verificationProof: String?
  /// The account that the number is added to.
  package var idToken: String?
  package var operation: PhoneOperation?
  package var returnSecureToken: Bool?
  package var tenantId: String?
}

/// `accounts:signInWithPhoneNumber`: response, with tokens or with a temporary proof.
package struct SignInWithPhoneNumberResponse: Codable, Sendable {
  package var phoneNumber: String
  package var localId: String?
  package var isNewUser: Bool?
  @InPlace package var session = SessionBody()
  package var temporaryProof: String?
  /// Seconds, as text.
  package var temporaryProofExpiresIn: String?

  package init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}

/// The app's purpose for a verified number.
package enum PhoneOperation: String, WireEnum {
  case unspecified = "VERIFY_OP_UNSPECIFIED"
  case signUpOrIn = "SIGN_UP_OR_IN"
  case reauthenticate = "REAUTH"
  case update = "UPDATE"
  case link = "LINK"

  package static let protoName = "google.cloud.identitytoolkit.v1.VerifyOp"
}
