internal import EmuCrypto

/// The result of a registration: authenticator data with a statement about it (WebAuthn §6.5.4).
struct AttestationObject {
  private let format: String
  let authenticatorData: AuthenticatorData
  /// The authenticator data as it was signed.
  let signedData: [UInt8]
  private let statement: CBOR

  init(_ bytes: [UInt8]) throws(WebAuthnError) {
    let object: CBOR
    do { object = try CBOR.decode(bytes) } catch {
      throw WebAuthnError("the attestation object cannot be read: \(error.message)")
    }
    guard let format = object["fmt"]?.text, let statement = object["attStmt"],
      statement.map != nil, let data = object["authData"]?.bytes
    else {
      throw WebAuthnError("the attestation object lacks fmt, attStmt or authData")
    }
    self.format = format
    self.statement = statement
    signedData = data
    authenticatorData = try AuthenticatorData(data)
  }

  /// Verifies the statement, by its format.
  ///
  /// An attestation certificate is not validated: the options request no attestation, so there are
  /// no trust anchors. Its key must still have signed.
  func verify(clientDataHash: [UInt8], key: CredentialKey) throws(WebAuthnError) {
    switch format {
    case "none":
      // WebAuthn §8.7.
      guard statement.map == [:] else {
        throw WebAuthnError("an attestation statement of the format none is empty")
      }
    case "packed": try verifyPacked(signedData + clientDataHash, key: key)
    default:
      throw WebAuthnError(
        "attestation of the format \(format) is not known here")
    }
  }

  /// WebAuthn §8.2.
  private func verifyPacked(_ message: [UInt8], key: CredentialKey) throws(WebAuthnError) {
    guard let number = statement["alg"]?.integer,
      let signature = statement["sig"]?.bytes
    else { throw WebAuthnError("a packed statement has alg and sig") }
    let isValid: Bool
    if let chain = statement["x5c"] {
      guard let leaf = chain.array?.first?.bytes,
        let certified = try? X509Certificate(der: leaf).publicKey
      else { throw WebAuthnError("x5c begins with no certificate") }
      guard let algorithm = SignatureAlgorithm(rawValue: number) else {
        throw WebAuthnError(
          "the attestation is signed with the algorithm \(number)")
      }
      isValid = algorithm.isValid(signature, for: message, by: certified)
    } else {
      guard number == key.algorithm.rawValue else {
        throw WebAuthnError(
          "a self attestation has the credential's algorithm, not \(number)")
      }
      isValid = key.isValidSignature(signature, for: message)
    }
    guard isValid else {
      throw WebAuthnError("the attestation's signature is not the key's")
    }
  }
}
