package import EmuHTTP

/// The console: pages at `/emulator/ui` that show and change the emulator's state.
///
/// The server returns the same page for every screen. The modules of `Assets` render the screen
/// from its address, with requests that any client could send. So this module has only files.
package struct Console: Sendable {
  /// The path prefix of the console.
  package static let path = "/emulator/ui"

  private let project: String

  /// - Parameter project: the default project.
  package init(project: String) { self.project = project }

  /// All routes.
  package var routes: [Route<Handler>] {
    let screens = ["", "/", "/{screen}", "/{screen}/{item}"].map { path in
      Route(
        .get, Self.path + path, name: "console.page",
        Handler { request, _ in .ready(ConsolePage.response(to: request, project: project)) })
    }
    return screens + [
      Route(
        .get, Self.path + "/assets/{version}/{file}", name: "console.asset",
        Handler { _, parameters in
          .ready(ConsoleAssets.response(parameters["version"] ?? "", parameters["file"] ?? ""))
        })
    ]
  }

  /// Returns the response to `/`: browsers are redirected to the console, programs get the given
  /// response.
  package static func answer(to request: Request, program: Response) -> Response {
    // Programs accept anything, or JSON.
    guard request.headers["Accept"]?.lowercased().contains("text/html") == true else {
      return program
    }
    // Relative, so that a proxy may serve the emulator below a path.
    var response = Response.redirect(to: String(path.dropFirst()))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Accept"
    return response
  }
}
