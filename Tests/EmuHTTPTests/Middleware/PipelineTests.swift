import EmuHTTP
import Testing

@Suite struct `middleware order` {
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

  @Test(arguments: [(["1", "2"], "/1221"), ([], "/")])
  func `requests pass inwards and responses outwards`(names: [String], text: String) {
    let pipeline = Pipeline(names.map(Step.init), around: Echo())
    #expect(pipeline.response(to: Request(method: .get, path: "/"))?.text == text)
  }
}

@Suite struct `cross-origin access` {
  private func response(
    _ method: Method = .post, headers: Headers = [:], around inner: any Responder = Echo()
  ) -> Response? {
    Pipeline([CORS()], around: inner).response(
      to: Request(method: method, path: "/x", headers: headers))
  }

  @Test func `cross-origin access reflects the origin and exposes the explanation`() {
    let response = response(headers: ["Origin": "https://a.example"])
    #expect(response?.headers["Access-Control-Allow-Origin"] == "https://a.example")
    #expect(response?.headers["Access-Control-Expose-Headers"] == "X-Emulator-Explain")
    #expect(response?.headers["Vary"] == "Origin")
    #expect(response?.headers["Access-Control-Allow-Credentials"] == nil)
  }

  @Test(arguments: ["text/html", "Text/HTML; charset=utf-8"])
  func `cross-origin access excludes pages`(type: String) {
    let page = response(.get, headers: ["Origin": "https://a.example"], around: Showing(type: type))
    #expect(page?.headers.map(\.name) == ["Content-Type"])
  }

  @Test func `cross-origin access adds nothing without an origin`() {
    #expect(response(.get)?.headers.map(\.name) == ["Content-Type"])
  }

  @Test func `cross-origin access responds to a preflight itself`() {
    var headers: Headers = [
      "Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,x-client-version",
    ]
    let preflight = response(.options, headers: headers)
    #expect(preflight?.status == .noContent && preflight?.bytes == [])
    #expect(preflight?.headers["Access-Control-Allow-Origin"] == "http://localhost:3000")
    #expect(preflight?.headers["Access-Control-Allow-Headers"] == "content-type,x-client-version")
    #expect(preflight?.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
    #expect(preflight?.headers["Access-Control-Max-Age"] == "3600")
    #expect(preflight?.headers["Access-Control-Allow-Private-Network"] == nil)
    // Public pages may call this private address, on request.
    headers["Origin"] = "https://a.example"
    headers["Access-Control-Request-Private-Network"] = "true"
    let called = response(.options, headers: headers)
    #expect(called?.headers["Access-Control-Allow-Private-Network"] == "true")
  }

  @Test(arguments: ["https://a.example", nil])
  func `cross-origin access treats every OPTIONS as a preflight`(origin: String?) {
    var headers: Headers = ["Access-Control-Request-Headers": "authorization"]
    headers["Origin"] = origin
    let response = response(.options, headers: headers)
    #expect(response?.status == .noContent)
    #expect(response?.headers["Access-Control-Allow-Origin"] == origin)
    #expect(response?.headers["Access-Control-Allow-Headers"] == "authorization")
  }
}
