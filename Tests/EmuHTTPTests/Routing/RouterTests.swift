import EmuHTTP
import Testing

@Suite struct `route table` {
  static let router = Router([
    Route(.post, "/v1/accounts:signUp", name: "signUp", 1),
    Route(.get, "/v1/projects", name: "projects", 2),
    Route(.post, "/v1/projects/{project}/accounts", name: "create", 3),
    Route(.get, "/v1/projects/{project}/accounts/{uid}", name: "get", 4),
    Route(.delete, "/v1/projects/{p}/accounts/{id}", name: "delete", 5),
    Route(.post, "/v1/projects/{project}:createSessionCookie", name: "cookie", 6),
    Route(.post, "/v1/projects/{project}/accounts:query", name: "query", 7),
    Route(.get, "/v1/projects/special/accounts/{uid}", name: "special", 8),
    Route(.get, "/v1/projects/{project}", name: "project", 9),
    Route(.get, "/", name: "root", 10),
  ])

  @Test(arguments: [
    (Method.get, "/", "root"), (.head, "/", "root"), (.post, "/v1/accounts:signUp", "signUp"),
    (.post, "/v1/accounts%3AsignUp", "signUp"), (.get, "/v1/accounts:signUp", "405 POST"),
    (.options, "/v1/accounts:signUp", "405 POST"), (.post, "/v1/accounts:signIn", "404"),
    (.post, "/v1/accounts:signUp/", "404"),
    (.post, "/v1/projects/demo/accounts", "create project=demo"),
    (.post, "/v1/projects//accounts", "404"),
    (.get, "/v1/projects/demo/accounts/u1", "get project=demo uid=u1"),
    (.get, "/v1/projects/a%20b/accounts/%C3%A9", "get project=a b uid=é"),
    (.get, "/v1/projects/p/accounts/a%2Fb", "get project=p uid=a/b"),
    (.delete, "/v1/projects/p/accounts/u", "delete p=p id=u"),
    (.put, "/v1/projects/p/accounts/u", "405 GET,DELETE,HEAD"),
    (.get, "/v1/projects/special/accounts/u", "special uid=u"),
    // The literal branch has no DELETE, the other one does.
    (.delete, "/v1/projects/special/accounts/u", "delete p=special id=u"),
    (.post, "/v1/projects/special/accounts", "create project=special"),
    (.post, "/v1/projects/demo:createSessionCookie", "cookie project=demo"),
    (.post, "/v1/projects/a:b:createSessionCookie", "cookie project=a:b"),
    (.post, "/v1/projects/demo%3AcreateSessionCookie", "405 GET,HEAD"),
    (.get, "/v1/projects/demo:createSessionCookie", "405 POST"),
    (.get, "/v1/projects/demo:other", "project project=demo:other"),
    (.post, "/v1/projects/:createSessionCookie", "405 GET,HEAD"),
    (.post, "/v1/projects/demo/accounts:query", "query project=demo"), (.get, "/v1", "404"),
    (.get, "", "404"), (.options, "*", "404"),
  ])
  func `the route table finds a route, 405 or 404`(method: Method, path: String, outcome: String) {
    #expect(Self.describe(Self.router.match(method, path)) == outcome)
  }

  @Test func `the route table traps on two routes for the same paths`() async {
    await #expect(processExitsWith: .failure) {
      _ = Router([Route(.get, "/a/{x}", name: "one", 1), Route(.get, "/a/{y}", name: "two", 2)])
    }
  }

  @Test(arguments: ["a", "/{}", "/x{y}", "/{a}b", "/{a}:v/b"])
  func `patterns that cannot match are not written in our tables`(pattern: String) async {
    await #expect(processExitsWith: .failure) { [pattern] in
      _ = PathPattern(pattern)
    }
  }

  private static func describe(_ match: Router<Int>.Match) -> String {
    switch match {
    case .notFound: return "404"
    case .methodNotAllowed(let allowed):
      return "405 " + allowed.map(\.rawValue).joined(separator: ",")
    case .found(let route, let parameters):
      let names = ["project", "p", "uid", "id"]
      return ([route.name] + names.compactMap { name in parameters[name].map { "\(name)=\($0)" } })
        .joined(separator: " ")
    }
  }
}
