/// Cross-origin access for browsers: every origin is reflected (Fetch Standard, "CORS protocol").
///
/// Adds headers only where there is an `Origin`. Credentials are never allowed: the client SDKs
/// send none, and cookies together with reflected origins would give any page the console's rights.
/// Scripts of other origins cannot read pages: with a sign-in page, they could send its form.
package struct CORS: Middleware {
  package init() {}

  /// Responds to a preflight, or adds the headers to the response.
  ///
  /// Every OPTIONS counts as a preflight, even without its headers, as on the official emulator: no
  /// path handles this method itself.
  package func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    if request.method == .options { return .ready(preflight(request)) }
    guard let origin = request.headers["Origin"] else { return next(request) }
    return next(request).map { response in
      guard !response.isPage else { return response }
      var response = response
      response.headers["Access-Control-Allow-Origin"] = origin
      response.headers.vary(on: "Origin")
      // A response may name a header that it alone has.
      let other = response.headers["Access-Control-Expose-Headers"].map { ", " + $0 } ?? ""
      response.headers["Access-Control-Expose-Headers"] = "X-Emulator-Explain" + other
      return response
    }
  }

  private func preflight(_ request: Request) -> Response {
    var response = Response.empty(.noContent)
    if let origin = request.headers["Origin"] {
      response.headers.add("Access-Control-Allow-Origin", origin)
    }
    response.headers.add("Vary", "Origin, Access-Control-Request-Headers")
    response.headers.add("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
    if let headers = request.headers["Access-Control-Request-Headers"] {
      response.headers.add("Access-Control-Allow-Headers", headers)
    }
    // A public page that calls a private address requests this first (Private Network Access).
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers.add("Access-Control-Allow-Private-Network", "true")
    }
    // Seconds for which the browser may cache this response.
    response.headers.add("Access-Control-Max-Age", "3600")
    return response
  }
}

extension Response {
  fileprivate var isPage: Bool {
    headers["Content-Type"]?.prefix(9).lowercased() == "text/html"
  }
}
