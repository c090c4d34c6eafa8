internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// `/__/auth/links`: the address of links for an app. An app reads the action link from it; a
/// browser is redirected.
struct AppLinkHandler: Sendable {
  let services: Services

  static let path = "/__/auth/links"
  static let name = "emulator.appLink"

  /// Returns the address in production that opens an app, up to the address for the app.
  static func hostingLink(of project: Project) -> String {
    "https://\(project.id).firebaseapp.com\(path)?link="
  }

  var routes: [Route<Handler>] {
    [
      Route(
        .get, Self.path, name: Self.name,
        Handler(bodyLimits: BodyLimits(total: 0)) { request, _ in .ready(respond(to: request)) })
    ]
  }

  /// Redirects only to links of this emulator, and to those of a page that the link's project has
  /// configured.
  private func respond(to request: Request) -> Response {
    let link = request.query.first("link") ?? ""
    let page = services.baseURL(of: request) + ActionHandler.path + "?"
    guard link.hasPrefix(page) || isConfigured(link) else {
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

  private func isConfigured(_ link: String) -> Bool {
    let fields = FormFields(parsing: String(link.drop { $0 != "?" }.dropFirst()))
    guard let key = fields.first("apiKey"), let id = ImpliedAPIKey.project(of: key),
      let page = try? services.store.project(id).actionPage
    else { return false }
    return link.hasPrefix(page + "?") || page.contains("?") && link.hasPrefix(page + "&")
  }
}
