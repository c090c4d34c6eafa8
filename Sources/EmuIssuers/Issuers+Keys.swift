internal import EmuIssuance
internal import EmuJOSE
internal import EmuProviders

extension Issuers {
  /// Names the keys that every issuer shall have; call it once at start.
  ///
  /// An `oidc.*` issuer gets its keys when it is first named.
  package func declareKeys() {
    for issuer in IssuerTable.fixed { services.declareKeys(of: services.tuned(issuer)) }
  }

}

extension IssuerServices {
  func declareKeys(of issuer: any FakeIssuer) { declareKeys(of: issuer.tokens) }

  func declareKeys(of issuer: ProviderIssuer) {
    keys.declare(
      issuer: issuer.id, algorithms: issuer.traits.algorithms.map(JWSAlgorithm.init),
      count: issuer.traits.keysPerAlgorithm)
  }
}
