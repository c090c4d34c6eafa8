import EmuTestSupport
import Testing

/// Requests that are refused before an endpoint, in the form of their API.
@Suite struct `a request that no endpoint takes` {
  /// The method, the path, and a method that is allowed there; nil where no endpoint is.
  @Test(
    arguments: [
      (.get, "/issuers/apple.com/nowhere", nil), (.get, "/issuers/apple.com/auth/token", "POST"),
      (.put, "/issuers/oidc.corp/authorize", "GET"), (.post, "/issuers/oidc.corp/jwks", "GET"),
      (.get, "/v1/nowhere", nil), (.get, "/emulator/v1/issuers/apple.com/nowhere", nil),
      (.put, "/v1/accounts:signUp", "POST"), (.get, "/emulator/v1/snapshots/a:restore", "POST"),
      (.post, "/emulator/v1/snapshots/a", "DELETE"),
      (.post, "/emulator/v1/snapshots/a:b", "DELETE"),
      (.get, "/v1/accounts:signUp?key=k", "POST"), (.delete, "/v1/accounts:lookup?key=k", "POST"),
      (.put, "/emulator/v1/projects/p/config", "GET"), (.post, "/nowhere?key=k", nil),
      (.post, "/v1/projects/p/accounts:batchGet", "GET"), (.post, "/v1/accounts:nothing", nil),
      (.post, "/v1/accounts?key=k", nil), (.post, "/v3/accounts:signUp", nil), (.post, "/v1", nil),
      (.post, "/identitytoolkit.googleapis.com", nil),
      (.post, "/v1/projects/p/accounts:signUp", nil),
      (.post, "/v1/accounts:signUp/", nil), (.post, "//v1/accounts:signUp", nil),
      (.post, "/%2e%2e/v1/accounts:signUp", nil), (.post, "/emulator/v1/nothing", nil),
      (.post, "/identitytoolkit/v3/relyingparty/signOutEverybody", nil),
    ] as [(Method, String, String?)])
  func `a request without an endpoint is refused as in RFC 6749 at an issuer, else as by Google`(
    method: Method, path: String, allowed: String?
  ) async throws {
    let reply = await (try TestEmulator()).call(method, path)
    reply.expect(allowed == nil ? 404 : 405)
    #expect(reply.headers["Allow"]?.contains(allowed ?? "") == (allowed == nil ? nil : true))
    if path.hasPrefix("/issuers/") {
      reply.json.expect(["error": "invalid_request"]).expect(has: "error_description")
    } else {
      #expect(reply["error"]?["code"]?.int == Int64(reply.status))
    }
    if path.hasPrefix("/v1/") && allowed == nil {
      reply.expect(404, ["error.status": "NOT_FOUND", "error.errors.0.reason": "notFound"])
    }
  }

  @Test(arguments: [
    (Method.get, "/v1/nowhere"), (.put, "/v1/accounts:signUp"), (.get, "/v2/projects/p/nowhere"),
    (.post, "/identitytoolkit.googleapis.com/v1/projects/p/accounts:batchGet"),
  ])
  func `a request without an endpoint of production is 404 with a text that names what there is`(
    method: Method, path: String
  ) async throws {
    let reply = await (try TestEmulator(profile: .production)).call(method, path)
    reply.expect(404).expect(headers: ["Content-Type": "text/plain; charset=utf-8", "Allow": nil])
    #expect(reply.text.contains(method == .get && path.hasSuffix("nowhere") ? "nowhere" : "use "))
  }

  @Test(arguments: [("/issuers/apple.com/nowhere", 404), ("/emulator/v1/snapshots/a:restore", 405)])
  func `a request without an endpoint of ours is the same beside production`(
    path: String, status: Int
  ) async throws {
    await (try TestEmulator(profile: .production)).get(path).expect(status).expect(has: "error")
  }
}
