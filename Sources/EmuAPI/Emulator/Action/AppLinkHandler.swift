internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

/// `/__/auth/links`: the address of links for an app. An app reads the action link from it; a
/// browser is redirected.
struct AppLinkHandler: Sendable {
  let services: Services

  static let path = "/__/auth/links"
  static let name = "emulator.appLink"

  var routes: [Route<Handler>] {
    [
      Route(
        .get, Self.path, name: Self.name,
        Handler(bodyLimits: BodyLimits(total: 0)) { request, _ in .ready(respond(to: request)) })
    ]
  }

  /// Redirects only to links of this emulator.
  private func respond(to request: Request) -> Response {
    let link = request.query.first("link") ?? ""
    let page = services.baseURL(of: request) + ActionHandler.path + "?"
    guard link.hasPrefix(page) else {
      let error = APIError.invalidArgument(
        "link must be an action link of this emulator, which begins with \(page).")
      let explanation = Explanation()
      error.explain(in: explanation)
      var response = error.response
      response.annotations = Annotations(Self.name, explainedBy: explanation)
      return response
    }
    return .redirect(to: link)
  }
}
