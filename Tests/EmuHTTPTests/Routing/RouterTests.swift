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

  struct Row: Sendable, CustomTestStringConvertible {
    let method: Method
    let path: String
    let outcome: String
    var testDescription: String { "\(method) \(path)" }
  }

  @Test(arguments: [
    Row(method: .get, path: "/", outcome: "root"),
    Row(method: .head, path: "/", outcome: "root"),
    Row(method: .post, path: "/v1/accounts:signUp", outcome: "signUp"),
    Row(method: .post, path: "/v1/accounts%3AsignUp", outcome: "signUp"),
    Row(method: .get, path: "/v1/accounts:signUp", outcome: "405 POST"),
    Row(method: .options, path: "/v1/accounts:signUp", outcome: "405 POST"),
    Row(method: .post, path: "/v1/accounts:signIn", outcome: "404"),
    Row(method: .post, path: "/v1/accounts:signUp/", outcome: "404"),
    Row(method: .post, path: "/v1/projects/demo/accounts", outcome: "create project=demo"),
    Row(method: .post, path: "/v1/projects//accounts", outcome: "404"),
    Row(method: .get, path: "/v1/projects/demo/accounts/u1", outcome: "get project=demo uid=u1"),
    Row(method: .get, path: "/v1/projects/a%20b/accounts/%C3%A9", outcome: "get project=a b uid=é"),
    Row(method: .get, path: "/v1/projects/p/accounts/a%2Fb", outcome: "get project=p uid=a/b"),
    Row(method: .delete, path: "/v1/projects/p/accounts/u", outcome: "delete p=p id=u"),
    Row(method: .put, path: "/v1/projects/p/accounts/u", outcome: "405 GET,DELETE,HEAD"),
    Row(method: .get, path: "/v1/projects/special/accounts/u", outcome: "special uid=u"),
    // The literal branch has no DELETE, the other one does.
    Row(method: .delete, path: "/v1/projects/special/accounts/u", outcome: "delete p=special id=u"),
    Row(method: .post, path: "/v1/projects/special/accounts", outcome: "create project=special"),
    Row(
      method: .post, path: "/v1/projects/demo:createSessionCookie", outcome: "cookie project=demo"),
    Row(
      method: .post, path: "/v1/projects/a:b:createSessionCookie", outcome: "cookie project=a:b"),
    Row(method: .post, path: "/v1/projects/demo%3AcreateSessionCookie", outcome: "405 GET,HEAD"),
    Row(method: .get, path: "/v1/projects/demo:createSessionCookie", outcome: "405 POST"),
    Row(method: .get, path: "/v1/projects/demo:other", outcome: "project project=demo:other"),
    Row(method: .post, path: "/v1/projects/:createSessionCookie", outcome: "405 GET,HEAD"),
    Row(method: .post, path: "/v1/projects/demo/accounts:query", outcome: "query project=demo"),
    Row(method: .get, path: "/v1", outcome: "404"),
    Row(method: .get, path: "", outcome: "404"),
    Row(method: .options, path: "*", outcome: "404"),
  ])
  func `the route table decides between a route, 405 and 404`(_ row: Row) {
    #expect(Self.describe(Self.router.match(row.method, row.path)) == row.outcome)
  }

  @Test func `the route table traps on two routes for the same paths`() async {
    await #expect(processExitsWith: .failure) {
      _ = Router([
        Route(.get, "/a/{x}", name: "one", 1), Route(.get, "/a/{y}", name: "two", 2),
      ])
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
