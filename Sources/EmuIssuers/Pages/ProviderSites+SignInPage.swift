package import EmuIdentity

extension ProviderSites {
  /// Returns the choices of an issuer's sign-in page; nil for a provider without one.
  package func signInPage(of providerID: String) -> SignInPageOptions? {
    guard let issuer = try? issuer(providerID) else { return nil }
    let failures = issuer.authorizeRules.failures
    return SignInPageOptions(
      brand: issuer.words.brand, cancel: failures.cancel,
      failures: failures.offered.map { SignInPageOptions.Failure(code: $0.code, label: $0.label) })
  }
}
