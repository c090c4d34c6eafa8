internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension WebSignIn {
  /// `GET /emulator/auth/event?apiKey=&appName=&origin=`: returns the pending event of an app's
  /// page once; otherwise `{"event":null}`.
  ///
  /// Only the frame may call it, which has the emulator's origin.
  func event(for request: Request) -> Response {
    let base = request.baseURL(publicURL: publicURL)
    let query = request.query
    if let origin = request.headers["Origin"], origin != base {
      let reason = "Only the emulator's own frame may request events, and \(origin) did."
      var response = Response.text(reason + "\n", status: .forbidden)
      response.annotations = Annotations(
        refusal: reason, project: try? projectID(of: query.first("apiKey")))
      return response
    }
    let key = PendingRedirects.Key(
      apiKey: query.first("apiKey") ?? "", appName: query.first("appName") ?? "",
      origin: query.first("origin") ?? "", userAgent: request.headers["User-Agent"] ?? "")
    let event =
      redirects.take(key, at: clock.now).flatMap { try? JSON(parsing: $0) } ?? .null
    var response = Response.json(JSON.object(["event": event]).serializedBytes())
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
