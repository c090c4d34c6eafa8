internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension WebSignIn {
  /// `GET /emulator/auth/event?apiKey=&appName=&origin=`: the event that waits for an app's page, once;
  /// `{"event":null}` where none does.
  ///
  /// Only the frame may ask, which is of this very origin.
  func event(for request: Request) -> Response {
    let base = request.baseURL(publicURL: services.publicURL)
    if let origin = request.headers["Origin"], origin != base {
      let reason = "Only the emulator's own frame may request events, and \(origin) did."
      var response = Response.text(reason + "\n", status: .forbidden)
      response.annotations = Annotations(refusedBecause: reason)
      return response
    }
    let query = request.query
    let key = PendingRedirects.Key(
      apiKey: query.first("apiKey") ?? "", appName: query.first("appName") ?? "",
      origin: query.first("origin") ?? "", userAgent: request.headers["User-Agent"] ?? "")
    let event =
      redirects.take(key, at: services.clock.now).flatMap { try? JSON(parsing: $0) } ?? .null
    var response = Response.json(JSON.object(["event": event]).serializedBytes())
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
