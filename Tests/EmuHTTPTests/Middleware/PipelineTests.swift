import EmuHTTP
import Testing

@Suite struct `middleware order` {
  /// Writes its name before and after the wrapped step.
  struct Step: Middleware {
    let name: String
    func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
      var request = request
      request.path += name
      return next(request).map { response in
        var response = response
        response.body = .bytes((response.bytes ?? []) + Array(name.utf8))
        return response
      }
    }
  }

  @Test func `requests pass inwards and responses outwards`() {
    let pipeline = Pipeline([Step(name: "1"), Step(name: "2")], around: Echo())
    #expect(pipeline.response(to: Request(method: .get, path: "/"))?.text == "/1221")
  }

  @Test func `a pipeline without middleware is the responder`() {
    #expect(
      Pipeline([], around: Echo()).response(to: Request(method: .get, path: "/"))?.text == "/")
  }
}

@Suite struct `cross-origin access` {
  let pipeline = Pipeline([CORS()], around: Echo())

  @Test func `cross-origin access reflects the origin and exposes the explanation`() {
    let response = pipeline.response(
      to: Request(method: .post, path: "/", headers: ["Origin": "https://a.example"]))
    #expect(response?.headers["Access-Control-Allow-Origin"] == "https://a.example")
    #expect(response?.headers["Access-Control-Expose-Headers"] == "X-Emulator-Explain")
    #expect(response?.headers["Vary"] == "Origin")
    #expect(response?.headers["Access-Control-Allow-Credentials"] == nil)
  }

  @Test(arguments: ["text/html", "Text/HTML; charset=utf-8"])
  func `cross-origin access excludes pages`(type: String) {
    let page = Pipeline([CORS()], around: Showing(type: type)).response(
      to: Request(method: .get, path: "/", headers: ["Origin": "https://a.example"]))
    #expect(page?.headers.map(\.name) == ["Content-Type"])
  }

  @Test func `cross-origin access adds nothing without an origin`() {
    let response = pipeline.response(to: Request(method: .get, path: "/"))
    #expect(response?.headers.map(\.name) == ["Content-Type"])
  }

  @Test func `cross-origin access responds to a preflight itself`() {
    let response = pipeline.response(
      to: Request(
        method: .options, path: "/x",
        headers: [
          "Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type,x-client-version",
        ]))
    #expect(response?.status == .noContent)
    #expect(response?.bytes == [])
    #expect(response?.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    #expect(response?.headers["Access-Control-Allow-Headers"] == "content-type,x-client-version")
    #expect(response?.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
    #expect(response?.headers["Access-Control-Max-Age"] == "3600")
    #expect(response?.headers["Access-Control-Allow-Private-Network"] == nil)
  }

  @Test func `cross-origin access allows public pages to call this private address on request`() {
    let response = pipeline.response(
      to: Request(
        method: .options, path: "/x",
        headers: [
          "Origin": "https://a.example", "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Private-Network": "true",
        ]))
    #expect(response?.headers["Access-Control-Allow-Private-Network"] == "true")
  }

  @Test(arguments: ["https://a.example", nil])
  func `cross-origin access treats every OPTIONS as a preflight`(
    _ origin: String?
  ) {
    var headers: Headers = ["Access-Control-Request-Headers": "authorization"]
    headers["Origin"] = origin
    let response = pipeline.response(
      to: Request(method: .options, path: "/x", headers: headers))
    #expect(response?.status == .noContent)
    #expect(response?.headers["Access-Control-Allow-Origin"] == origin)
    #expect(response?.headers["Access-Control-Allow-Headers"] == "authorization")
  }
}
