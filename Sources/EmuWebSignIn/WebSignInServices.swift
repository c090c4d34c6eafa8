package import EmuControlCalls
package import EmuModel
package import EmuIdentity
package import EmuStore

package final class WebSignInServices: Sendable {
  let store: Store
  let clock: EmulatorClock
  let ids: IDGenerator
  let providers: ProviderRegistry
  let defaultProject: String
  let publicURL: String?
  /// Returns the choices of an issuer's sign-in page; nil for a provider without an issuer.
  let signInPage: @Sendable (_ providerID: String) -> SignInPageOptions?
  /// Sends the page's requests.
  let inner: InnerClient

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator,
    providers: ProviderRegistry, defaultProject: String, publicURL: String?,
    signInPage: @escaping @Sendable (String) -> SignInPageOptions?,
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
