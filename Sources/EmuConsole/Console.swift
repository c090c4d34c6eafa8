package import EmuHTTP

/// The console: pages for people at `/emulator/ui`, which show and change what the control API does.
///
/// The server answers every screen with the same page, and the modules of `Assets` draw the screen from
/// its address. They send the requests that any client could send, so that there is nothing here but
/// files.
package struct Console: Sendable {
  /// Where the console is, and what every address of it begins with.
  package static let path = "/emulator/ui"

  private let assets = ConsoleAssets()
  private let project: String

  /// - Parameter project: the one that is shown where an address names none.
  package init(project: String) { self.project = project }

  /// Every path, to be mounted.
  package var routes: [Route<Handler>] {
    let page = ConsolePage.response(assets, project: project)
    let screens = ["", "/", "/{screen}", "/{screen}/{item}"].map { path in
      Route(.get, Self.path + path, name: "console.page", Handler { _, _ in .ready(page) })
    }
    return screens + [
      Route(
        .get, Self.path + "/assets/{version}/{file}", name: "console.asset",
        Handler { [assets] _, parameters in
          .ready(assets.response(parameters["version"] ?? "", parameters["file"] ?? ""))
        })
    ]
  }

  /// What `/` answers: browsers are sent to the console, and programs get what they always got.
  package static func answer(to request: Request, program: Response) -> Response {
    guard acceptsPages(request) else { return program }
    var response = Response.redirect(to: path)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Accept"
    return response
  }

  /// Whether a browser opens the address: programs accept anything, or JSON.
  private static func acceptsPages(_ request: Request) -> Bool {
    request.headers["Accept"]?.lowercased().contains("text/html") ?? false
  }
}
