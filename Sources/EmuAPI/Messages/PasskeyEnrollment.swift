struct StartPasskeyEnrollmentRequest: Decodable, Sendable {
  var idToken: String?
  var tenantId: String?
}

struct StartPasskeyEnrollmentResponse: Codable, Sendable {
  var credentialCreationOptions: CredentialCreationOptions
}

/// The options of `navigator.credentials.create` (WebAuthn §5.4); bytes in base64.
struct CredentialCreationOptions: Codable, Sendable {
  struct RelyingParty: Codable, Sendable {
    var name: String
    var id: String
  }

  struct UserEntity: Codable, Sendable {
    var id: String
    var name: String
    var displayName: String
  }

  struct Parameters: Codable, Sendable {
    var type = "public-key"
    /// A COSE algorithm.
    var alg: Int
  }

  struct Descriptor: Codable, Sendable {
    var type = "public-key"
    var id: String
  }

  struct AuthenticatorSelection: Codable, Sendable {
    var residentKey: String
    var requireResidentKey: Bool
    var userVerification: String
  }

  var rp: RelyingParty
  var user: UserEntity
  var challenge: String
  var pubKeyCredParams: [Parameters]
  /// Milliseconds.
  var timeout: Int
  var excludeCredentials: [Descriptor]?
  var authenticatorSelection: AuthenticatorSelection
  var attestation = "none"
}

struct FinalizePasskeyEnrollmentRequest: Decodable, Sendable {
  var idToken: String?
  var authenticatorRegistrationResponse: AuthenticatorRegistrationResponse?
  var name: String?
  var displayName: String?
  var tenantId: String?
}

/// An authenticator's response as a browser writes it (`RegistrationResponseJSON`); bytes in
/// base64.
struct AuthenticatorRegistrationResponse: Decodable, Sendable {
  struct Attestation: Decodable, Sendable {
    var clientDataJSON: String?
    var clientDataJson: String?
    var attestationObject: String?
    var transports: [String]?
  }

  var id: String?
  var rawId: String?
  var type: String?
  var response: Attestation?
}

struct FinalizePasskeyEnrollmentResponse: Codable, Sendable {
  var localId: String
  var idToken: LazyText
  var refreshToken: LazyText
}
