internal import EmuCrypto
package import EmuJOSE

/// The signature of a request in the redirect binding (SAML Bindings §3.4.4.1).
///
/// It is over `SAMLRequest=…&RelayState=…&SigAlg=…`, escaped as they are sent.
package enum SAMLQuerySignature {
  /// The `SigAlg` of the requests of this emulator: RSA with SHA-256.
  package static let algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

  /// Returns the value of `Signature`, before it is escaped.
  ///
  /// - Parameters:
  ///   - query: the parameters up to `SigAlg`.
  ///   - key: of RSA.
  package static func value(over query: String, key: SigningKey) throws -> String {
    Base64URL.encodePadded(try key.privateKey.sign(Array(query.utf8), using: .rs256))
  }
}

extension KeyRing {
  /// The owner of the key that signs requests of SAML, for all projects.
  package static let samlRequests = "saml-requests"
}
