package import EmuControlCalls
package import EmuModel
package import EmuProviders
package import EmuStore

/// What the web sign-in needs of the emulator.
package final class WebSignInServices: Sendable {
  let store: Store
  let clock: EmulatorClock
  let ids: IDGenerator
  let providers: ProviderRegistry
  let defaultProject: String
  let publicURL: String?
  /// What an issuer's own sign-in page offers; nil for a provider without an issuer.
  let signInPage: @Sendable (_ providerID: String) -> SignInPageFacts?
  /// Sends the page's own requests.
  let inner: InnerClient

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator,
    providers: ProviderRegistry, defaultProject: String, publicURL: String?,
    signInPage: @escaping @Sendable (String) -> SignInPageFacts?,
    inner: InnerClient
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.providers = providers
    self.defaultProject = defaultProject
    self.publicURL = publicURL
    self.signInPage = signInPage
    self.inner = inner
  }
}
