internal import EmuJOSE
package import EmuModel
internal import EmuProviders

extension Issuers {
  /// Names the keys that every issuer shall have; call it once at start.
  ///
  /// An `oidc.*` issuer gets its keys when it is first named.
  package func declareKeys() {
    for issuer in IssuerTable.fixed { services.declareKeys(of: services.tuned(issuer)) }
  }

  /// A new key's name in the form that the issuer's own keys have.
  ///
  /// - Parameter issuer: a provider id, or `KeyRing.secureToken`.
  package static func keyID(of issuer: String, _ ids: IDGenerator) -> String {
    switch issuer {
    case Apple.providerID: ids.alphanumeric(10)
    case "google.com", KeyRing.secureToken: ids.hexadecimal(40)
    default: ids.alphanumeric(27)
    }
  }
}

extension IssuerServices {
  func declareKeys(of issuer: any FakeIssuer) {
    keys.declare(
      issuer: issuer.id, algorithms: issuer.algorithms, count: issuer.traits.keysPerAlgorithm)
  }
}
