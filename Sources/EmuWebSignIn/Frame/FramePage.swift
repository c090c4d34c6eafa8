internal import EmuHTTP
internal import EmuPages

/// The frame that the Web SDK keeps in an app's page, through which events reach it.
enum FramePage {
  /// Any page may frame it: it shows nothing, and gives an event to the origin that it is for alone.
  static func response(to request: Request) -> Response {
    var response = Response.html(
      """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Auth emulator</title></head>
      <body><script src="/emulator/auth/iframe.js"></script></body>
      </html>

      """)
    // Google's loader adds the parameter where the app's page has it; what that loads is its own affair.
    let isGoogles = request.query.first("usegapi") != nil
    response.headers["Content-Security-Policy"] =
      isGoogles
      ? "object-src 'none'; base-uri 'none'"
      : "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// `/emulator/gapi.js`: what the Web SDK needs of Google's loader, for apps and for the frame.
  static var loader: Response { script(PackageResources.gapi_js) }

  /// What the frame itself does.
  static var script: Response { script(PackageResources.iframe_js) }

  private static func script(_ bytes: [UInt8]) -> Response {
    var response = Response.bytes(bytes, type: "text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Content-Type-Options"] = "nosniff"
    // Apps load it from origins of their own, also from those that isolate themselves.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
  }
}
