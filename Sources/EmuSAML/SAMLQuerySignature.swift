internal import EmuCrypto
package import EmuJOSE

/// The signature of a request in the redirect binding (SAML Bindings §3.4.4.1).
///
/// It is over `SAMLRequest=…&RelayState=…&SigAlg=…`, escaped as they are sent.
package enum SAMLQuerySignature {
  /// The `SigAlg` of the requests of this emulator: RSA with SHA-256.
  package static let algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

  private static let schemes: [String: RSASignatureScheme] = [
    algorithm: .rs256,
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384": .rs384,
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": .rs512,
  ]

  /// Returns the value of `Signature`, before it is escaped.
  ///
  /// - Parameters:
  ///   - query: the parameters up to `SigAlg`.
  ///   - key: of RSA.
  package static func value(over query: String, key: SigningKey) throws -> String {
    Base64URL.encodePadded(try key.privateKey.sign(Array(query.utf8), using: .rs256))
  }

  /// Returns the reason that the signature of a query does not count, as a sentence without its end;
  /// nil when it does.
  ///
  /// - Parameters:
  ///   - query: as it was sent.
  ///   - algorithm: the value of `SigAlg`.
  ///   - signature: the value of `Signature`.
  ///   - keys: public keys in PEM, of which one must have signed.
  package static func problem(
    of query: String, algorithm: String?, signature: String, keys: [String]
  ) -> String? {
    guard let scheme = schemes[algorithm ?? ""] else {
      return "SigAlg is \(algorithm.map { String($0.prefix(128)) } ?? "missing"), and must be RSA "
        + "with SHA-256 and up, such as \(Self.algorithm)"
    }
    guard let signature = SAMLText.bytes(signature) else { return "Signature is not Base64" }
    var signed: [String] = []
    for name in ["SAMLRequest", "RelayState", "SigAlg"] {
      let parts = query.split(separator: "&").filter { $0.hasPrefix(name + "=") }
      guard parts.count <= 1 else { return "\(name) is there more than once" }
      signed += parts.map(String.init)
    }
    let octets = Array(signed.joined(separator: "&").utf8)
    for key in keys.compactMap({ try? PublicKey(pem: $0) })
    where key.kind == .rsa && key.isValidSignature(signature, for: octets, using: scheme) {
      return nil
    }
    return "no known certificate's key signed SAMLRequest, RelayState and SigAlg as they were sent"
  }
}

extension KeyRing {
  /// The owner of the key that signs requests of SAML, for all projects.
  package static let samlRequests = "saml-requests"
}
