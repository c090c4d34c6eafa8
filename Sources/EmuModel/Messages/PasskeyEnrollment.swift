/// `accounts/passkeyEnrollment:start`: request.
package struct StartPasskeyEnrollmentRequest: Decodable, Sendable {
  package var idToken: String?
  package var tenantId: String?
}

/// `accounts/passkeyEnrollment:start`: response.
package struct StartPasskeyEnrollmentResponse: Codable, Sendable {
  package var credentialCreationOptions: CredentialCreationOptions

  package init(credentialCreationOptions: CredentialCreationOptions) {
    self.credentialCreationOptions = credentialCreationOptions
  }
}

/// The options of `navigator.credentials.create` (WebAuthn §5.4); bytes in base64.
package struct CredentialCreationOptions: Codable, Sendable {
  package struct RelyingParty: Codable, Sendable {
    package var name: String
    package var id: String

    package init(name: String, id: String) {
      self.name = name
      self.id = id
    }
  }

  package struct UserEntity: Codable, Sendable {
    package var id: String
    package var name: String
    package var displayName: String

    package init(id: String, name: String, displayName: String) {
      self.id = id
      self.name = name
      self.displayName = displayName
    }
  }

  package struct Parameters: Codable, Sendable {
    package var type = "public-key"
    /// A COSE algorithm.
    package var alg: Int

    package init(alg: Int) { self.alg = alg }
  }

  package struct Descriptor: Codable, Sendable {
    package var type = "public-key"
    package var id: String

    package init(id: String) { self.id = id }
  }

  package struct AuthenticatorSelection: Codable, Sendable {
    package var residentKey: String
    package var requireResidentKey: Bool
    package var userVerification: String

    package init(residentKey: String, requireResidentKey: Bool, userVerification: String) {
      self.residentKey = residentKey
      self.requireResidentKey = requireResidentKey
      self.userVerification = userVerification
    }
  }

  package var rp: RelyingParty
  package var user: UserEntity
  package var challenge: String
  package var pubKeyCredParams: [Parameters]
  /// Milliseconds.
  package var timeout: Int
  package var excludeCredentials: [Descriptor]?
  package var authenticatorSelection: AuthenticatorSelection
  package var attestation = "none"

  package init(
    rp: RelyingParty, user: UserEntity, challenge: String, pubKeyCredParams: [Parameters],
    timeout: Int, excludeCredentials: [Descriptor]?, authenticatorSelection: AuthenticatorSelection
  ) {
    self.rp = rp
    self.user = user
    self.challenge = challenge
    self.pubKeyCredParams = pubKeyCredParams
    self.timeout = timeout
    self.excludeCredentials = excludeCredentials
    self.authenticatorSelection = authenticatorSelection
  }
}

/// `accounts/passkeyEnrollment:finalize`: request.
package struct FinalizePasskeyEnrollmentRequest: Decodable, Sendable {
  package var idToken: String?
  package var authenticatorRegistrationResponse: AuthenticatorRegistrationResponse?
  package var name: String?
  package var displayName: String?
  package var tenantId: String?
}

/// An authenticator's response as a browser writes it (`RegistrationResponseJSON`); bytes in
/// base64.
package struct AuthenticatorRegistrationResponse: Decodable, Sendable {
  package struct Attestation: Decodable, Sendable {
    package var clientDataJSON: String?
    package var clientDataJson: String?
    package var attestationObject: String?
    package var transports: [String]?
  }

  package var id: String?
  package var rawId: String?
  package var type: String?
  package var response: Attestation?
}

/// `accounts/passkeyEnrollment:finalize`: response.
package struct FinalizePasskeyEnrollmentResponse: Codable, Sendable {
  package var localId: String
  package var idToken: LazyText
  package var refreshToken: LazyText

  package init(localId: String, idToken: LazyText, refreshToken: LazyText) {
    self.localId = localId
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}
