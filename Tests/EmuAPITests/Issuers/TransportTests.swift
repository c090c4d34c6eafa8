import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Requests that are refused before an endpoint, in the form of their API.
@Suite struct `a request that no endpoint takes` {
  @Test(
    arguments: [
      (.get, "/issuers/apple.com/nowhere", 404), (.get, "/issuers/apple.com/auth/token", 405),
      (.put, "/issuers/oidc.corp/authorize", 405), (.post, "/issuers/oidc.corp/jwks", 405),
      (.get, "/v1/nowhere", 404), (.get, "/emulator/v1/issuers/apple.com/nowhere", 404),
      (.put, "/v1/accounts:signUp", 405), (.get, "/emulator/v1/snapshots/a:restore", 405),
      (.post, "/emulator/v1/snapshots/a", 405), (.post, "/emulator/v1/snapshots/a:b", 405),
    ] as [(Method, String, Int)])
  func `a request without an endpoint is refused as in RFC 6749 at an issuer, else as by Google`(
    method: Method, path: String, status: Int
  ) async throws {
    let reply = await (try TestEmulator()).call(method, path)
    #expect(reply.status == status)
    #expect((reply.headers["Allow"] != nil) == (status == 405))
    if path.hasPrefix("/issuers/") {
      #expect(reply["error"] == "invalid_request")
      #expect(reply["error_description"]?.string?.isEmpty == false)
    } else {
      #expect(reply["error"]?["code"]?.int == Int64(status))
    }
  }

  @Test(arguments: [
    (Method.get, "/v1/nowhere"), (.put, "/v1/accounts:signUp"), (.get, "/v2/projects/p/nowhere"),
    (.post, "/identitytoolkit.googleapis.com/v1/projects/p/accounts:batchGet"),
  ])
  func `a request without an endpoint of production is 404 with a page that says what there is`(
    method: Method, path: String
  ) async throws {
    let reply = await (try TestEmulator(profile: .production)).call(method, path)
    #expect(reply.status == 404)
    #expect(reply.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(reply.headers["Allow"] == nil)
    #expect(reply.text.contains(method == .get && path.hasSuffix("nowhere") ? "nowhere" : "use "))
  }

  @Test(arguments: [("/issuers/apple.com/nowhere", 404), ("/emulator/v1/snapshots/a:restore", 405)])
  func `a request without an endpoint of ours is the same beside production`(
    path: String, status: Int
  ) async throws {
    let reply = await (try TestEmulator(profile: .production)).get(path)
    #expect(reply.status == status)
    #expect(reply["error"] != nil)
  }
}
