package import EmuControlCalls
package import EmuHTTP
package import EmuIdentity
package import EmuModel
package import EmuStore

/// The web sign-in page of every SDK (`/emulator/auth/handler`), the frame of the Web SDK, and
/// their local scripts.
///
/// The page runs the flow of a real provider: the backend creates the authorization request, the
/// issuer answers it with a code, and the address that returns to the app contains the code. The
/// page sends these requests through the emulator's routes, so the request log records them and
/// faults affect them.
package final class WebSignIn: Sendable {
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
  let redirects = PendingRedirects()

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, providers: ProviderRegistry,
    defaultProject: String, publicURL: String?,
    signInPage: @escaping @Sendable (String) -> SignInPageOptions?, inner: InnerClient
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

  /// The paths of the page: with an emulator, and without one.
  static let pagePaths = ["/emulator/auth/handler", "/__/auth/handler"]
  static let framePaths = ["/emulator/auth/iframe", "/__/auth/iframe"]
  /// The path in the return addresses of apps. A browser that could not open the app requests it.
  static let callbackPath = "/__/auth/callback"

  package var routes: [Route<Handler>] {
    (Self.pagePaths + [Self.callbackPath]).flatMap { path in
      let name = path == Self.callbackPath ? "webSignIn.callback" : "webSignIn.page"
      return [Method.get, .post].map { method in
        route(method, path, name) { PageCall(signIn: self, request: $0).answer() }
      }
    }
      + Self.framePaths.map { path in
        route(.get, path, "webSignIn.frame") { .ready(FramePage.response(to: $0)) }
      } + [
        route(.get, "/emulator/auth/event", "webSignIn.event") { .ready(self.event(for: $0)) },
        // The replacement of Google's loader for the Web SDK, in apps and in the frame.
        route(.get, "/emulator/gapi.js", "webSignIn.loader") { _ in
          .ready(FramePage.script(PackageResources.gapi_js))
        },
        route(.get, "/emulator/auth/iframe.js", "webSignIn.frameScript") { _ in
          .ready(FramePage.script(PackageResources.iframe_js))
        },
      ]
  }

  /// Returns the project of an API key, which is the default one for an unknown key; nil for none.
  func projectID(of apiKey: String?) throws -> String? {
    guard let apiKey, !apiKey.isEmpty else { return nil }
    return try store.projectID(selectedBy: apiKey) ?? defaultProject
  }

  private func route(
    _ method: Method, _ path: String, _ name: String,
    _ respond: @escaping @Sendable (Request) -> Answer
  ) -> Route<Handler> {
    Route(
      method, path, name: name,
      Handler(bodyLimits: BodyLimits(total: 1 << 20)) { request, _ in respond(request) })
  }
}
