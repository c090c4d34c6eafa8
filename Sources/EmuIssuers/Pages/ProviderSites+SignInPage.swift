package import EmuProviders

extension ProviderSites {
  /// Returns the choices of an issuer's sign-in page; nil for a provider without one.
  package func signInPage(of providerID: String) -> SignInPageFacts? {
    guard let issuer = try? issuer(providerID) else { return nil }
    let failures = issuer.authorizeRules.failures
    return SignInPageFacts(
      brand: issuer.words.brand, cancel: failures.cancel,
      failures: failures.offered.map { SignInPageFacts.Failure(code: $0.code, label: $0.label) })
  }
}
