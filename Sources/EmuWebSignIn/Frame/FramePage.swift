internal import EmuHTTP

/// The frame of the Web SDK in an app's page, which receives events.
enum FramePage {
  /// Returns the page. Any page may frame it: it shows nothing, and sends an event only to the
  /// event's origin.
  static func response(to request: Request) -> Response {
    var response = Response.html(
      """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Auth emulator</title></head>
      <body><script src="../../emulator/auth/iframe.js"></script></body>
      </html>

      """)
    // Google's loader adds the parameter if the app's page has it; that loader loads further
    // scripts.
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

  static func script(_ bytes: [UInt8]) -> Response {
    var response = Response.bytes(bytes, type: "text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Content-Type-Options"] = "nosniff"
    // Apps load it from other origins, including isolated ones.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
  }
}
