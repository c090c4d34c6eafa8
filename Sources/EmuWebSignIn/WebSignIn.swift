package import EmuHTTP
internal import EmuPages

/// The web sign-in page of every SDK (`/emulator/auth/handler`), the frame behind the Web SDK, and what
/// both need offline.
///
/// Behind the page runs the flow of a real provider: the backend makes the authorization request, our
/// issuer answers it with a code, and the address that goes back to the app carries the code. The page
/// sends these requests itself, through the emulator's own routes, so that they stand in the request
/// log and meet faults as all others do.
package struct WebSignIn: Sendable {
  let services: WebSignInServices
  let redirects = PendingRedirects()

  package init(_ services: WebSignInServices) { self.services = services }

  /// Where SDKs open the page: with an emulator, and without one.
  static let pagePaths = ["/emulator/auth/handler", "/__/auth/handler"]
  static let framePaths = ["/emulator/auth/iframe", "/__/auth/iframe"]
  /// What the addresses of apps contain that a sign-in returns to.
  static let callbackPath = "/__/auth/callback"

  /// Every path, to be mounted.
  package var routes: [Route<Handler>] {
    Self.pagePaths.flatMap { path in
      [Method.get, .post].map { method in
        route(method, path, "webSignIn.page") { PageCall(self, $0).answer() }
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
