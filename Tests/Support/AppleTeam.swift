internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
package import EmuModel

/// An Apple developer team: the key that signs client secrets, and how a project configures it.
package enum AppleTeam {
  private static let teamID = "TEAM123456"
  private static let keyID = "KEY1234567"
  private static let key = Result { try PrivateKey.generate(.ec(.p256)) }

  /// Returns the project's configuration for the backend's exchange and revocation.
  package static func codeFlow() throws -> ProviderConfig.AppleCodeFlow {
    ProviderConfig.AppleCodeFlow(
      teamId: teamID, keyId: keyID, privateKey: try key.get().pemRepresentation)
  }

  /// Returns a valid client secret for Apple's token endpoint.
  package static func clientSecret(
    for client: String, at now: Timestamp = TestEmulator.start
  ) throws -> String {
    let claims: JSON = [
      "iss": .string(teamID), "sub": .string(client), "aud": "https://appleid.apple.com",
      "iat": .int(now.seconds), "exp": .int(now.seconds + 86_400),
    ]
    return try JWTSigner.sign(
      claims: claims.serializedBytes(),
      key: SigningKey(kid: keyID, algorithm: .es256, privateKey: key.get()), type: nil)
  }
}
