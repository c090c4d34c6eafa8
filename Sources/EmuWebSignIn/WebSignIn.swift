package import EmuHTTP

/// The web sign-in page of every SDK (`/emulator/auth/handler`), the frame of the Web SDK, and
/// their local scripts.
///
/// The page runs the flow of a real provider: the backend creates the authorization request, the
/// issuer answers it with a code, and the address that returns to the app contains the code. The
/// page sends these requests through the emulator's routes, so the request log records them and
/// faults affect them.
package struct WebSignIn: Sendable {
  let services: WebSignInServices
  let redirects = PendingRedirects()

  package init(_ services: WebSignInServices) { self.services = services }

  /// The paths of the page: with an emulator, and without one.
  static let pagePaths = ["/emulator/auth/handler", "/__/auth/handler"]
  static let framePaths = ["/emulator/auth/iframe", "/__/auth/iframe"]
  /// The path in the return addresses of apps.
  static let callbackPath = "/__/auth/callback"

  package var routes: [Route<Handler>] {
    Self.pagePaths.flatMap { path in
      [Method.get, .post].map { method in
        route(method, path, "webSignIn.page") { PageCall(signIn: self, request: $0).answer() }
      }
    }
      + [Method.get, .post].map { method in
        route(method, Self.callbackPath, "webSignIn.callback") { CallbackPage.answer(self, $0) }
      }
      + Self.framePaths.map { path in
        route(.get, path, "webSignIn.frame") { .ready(FramePage.response(to: $0)) }
      } + [
        route(.get, "/emulator/auth/event", "webSignIn.event") { .ready(event(for: $0)) },
        route(.get, "/emulator/gapi.js", "webSignIn.loader") { _ in .ready(FramePage.loader) },
        route(.get, "/emulator/auth/iframe.js", "webSignIn.frameScript") { _ in
          .ready(FramePage.script)
        },
      ]
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
