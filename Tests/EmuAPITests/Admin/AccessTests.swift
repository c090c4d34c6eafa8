import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `Access` {
  private let client = "/identitytoolkit.googleapis.com/v1/accounts:signUp"
  private let admin = "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts"

  // MARK: Keys and bearers

  @Test(arguments: ["", "?key=", "?other=x"])
  func `access of an app needs a key`(_ query: String) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.call(.post, client + query, [:])
    #expect(reply.status == 403)
    Golden.expect(reply.json, "access/missingKey")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["X-Goog-Api-Key", "x-goog-api-key"])
  func `access of an app may carry its key in a header`(_ name: String) async throws {
    let reply = await (try TestEmulator()).call(.post, client, [:], headers: [name: "k"])
    #expect(reply.status == 200)
  }

  @Test(arguments: [
    "Bearer owner", "Bearer OWNER", "bearer Owner", "BEARER  owner", "Bearer ya29.AbC",
  ])
  func `access of an administrator needs a bearer that grants it`(_ authorization: String)
    async throws
  {
    let reply = await (try TestEmulator()).call(
      .post, admin, ["localId": "a"], headers: ["Authorization": authorization])
    #expect(reply["localId"] == "a")
  }

  @Test(arguments: [
    "Bearer nobody", "Bearer", "Bearer ", "Bearer YA29.x",
  ])
  func `access is refused with any other bearer`(_ authorization: String) async throws {
    let emulator = try TestEmulator()
    for path in [admin, client + "?key=k"] {
      let reply = await emulator.call(.post, path, [:], headers: ["Authorization": authorization])
      #expect(reply.status == 401)
      Golden.expect(reply.json, "access/invalidBearer")
      #expect(reply.headers["WWW-Authenticate"] == "Bearer")
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["Basic b3duZXI6", "owner", "Digest x"])
  func `access overlooks a header of another scheme`(_ authorization: String) async throws {
    let emulator = try TestEmulator()
    let headers: Headers = ["Authorization": authorization]
    #expect(await emulator.call(.post, client + "?key=k", [:], headers: headers).status == 200)
    let keyless = await emulator.call(.post, client, [:], headers: headers)
    #expect(keyless.status == 403)
    Golden.expect(keyless.json, "access/missingKey")
    let privileged = await emulator.call(.post, admin, [:], headers: headers)
    #expect(privileged.status == 401)
    Golden.expect(privileged.json, "access/missingBearer")
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: ["", "?key=k"])
  func `access of an administrator is refused without a bearer`(_ query: String) async throws {
    let reply = await (try TestEmulator()).call(.post, admin + query, [:])
    #expect(reply.status == 401)
    Golden.expect(reply.json, "access/missingBearer")
  }

  // MARK: Projects

  @Test func `access of an app cannot name a project`() async throws {
    let emulator = try TestEmulator()
    for field in ["targetProjectId", "target_project_id"] {
      let reply = await emulator.client("accounts:signUp", .object([field: "other"]))
      #expect(reply.status == 400)
      #expect(reply.errorCode == "INSUFFICIENT_PERMISSION")
    }
  }

  @Test func `access of an administrator can, in the body or the path`() async throws {
    let emulator = try TestEmulator()
    let owner: Headers = ["Authorization": "Bearer owner"]
    _ = await emulator.call(
      .post, client, ["targetProjectId": "other", "localId": "a"], headers: owner)
    #expect(await emulator.userCount() == 0)
    let found = await emulator.call(
      .post, "/v1/projects/other/accounts:lookup", ["localId": ["a"]], headers: owner)
    #expect(found["users"]?.array?.count == 1)
  }

  @Test(
    arguments: [
      ("emulator-blue", "blue"), ("fake-key", "demo-project"), ("emulator-", "demo-project"),
      ("emulator-a b", "demo-project"), ("registered", "red"), ("emulator-key", "demo-project"),
      ("emulator-own", "red"), ("emulator-demo-worker-1", "demo-worker-1"),
    ])
  func `access is limited to the project of its key`(_ key: String, _ project: String) async throws
  {
    let emulator = try TestEmulator()
    _ = try emulator.key(of: "blue")
    for key in ["registered", "emulator-own"] { try emulator.register(apiKey: key, for: "red") }
    let reply = await emulator.call(
      .post, client + "?key=" + PercentEncoding.queryComponent(key), [:])
    #expect(JSON.claims(ofToken: reply["idToken"]?.string)["aud"]?.string == project)
  }

  @Test(arguments: [("emulator-key", true), ("emulator-demo-project", false), ("key", false)])
  func `access by the key of a project that does not exist has a warning, and creates none`(
    _ key: String, _ warns: Bool
  ) async throws {
    let emulator = try TestEmulator()
    let response = await emulator.answer(
      Request(
        method: .post, path: client, rawQuery: "key=\(key)", headers: ["Host": "localhost"]))
    #expect(response.status == .ok)
    let decisions = response.annotations?.decisions.filter { $0.rule == "apiKey" } ?? []
    let warning = decisions.first.map { "\($0.outcome): \($0.reason)" }
    #expect((warning != nil) == warns)
    if let warning {
      #expect(warning.hasPrefix("warned: "))
      #expect(warning.contains("names the project key, which does not exist"))
      #expect(warning.contains("the request went to demo-project"))
    }
    #expect(try emulator.store.read { try $0.projectIDs() } == ["demo-project"])
  }

  @Test(arguments: ["a%20b", "%00", "a%2Fb", String(repeating: "x", count: 101)])
  func `access needs a name that a project can have`(_ name: String) async throws {
    let reply = await (try TestEmulator()).call(
      .post, "/v1/projects/\(name)/accounts", [:], headers: ["Authorization": "Bearer owner"])
    #expect(reply.status == 400)
    #expect(reply.errorCode == "INVALID_PROJECT_ID")
  }

  @Test(
    arguments: [
      (SingleProjectMode.off, 200, []), (.warn, 200, ["singleProject: warned"]),
      (.refuse, 400, []),
    ] as [(SingleProjectMode, Int, [String])])
  func `access to another project is as the emulator was started`(
    _ mode: SingleProjectMode, _ status: Int, _ decisions: [String]
  ) async throws {
    let emulator = try TestEmulator { $0.singleProject = mode }
    let key = try emulator.key(of: "other")
    let response = await emulator.answer(
      Request(
        method: .post, path: client, rawQuery: "key=\(key)",
        headers: ["Host": "localhost"]))
    #expect(response.status.rawValue == status)
    let notes = response.annotations?.decisions.filter { $0.rule == "singleProject" } ?? []
    #expect(notes.map { "\($0.rule): \($0.outcome)" } == decisions)
    _ = try await emulator.signUp()
  }

  // MARK: Host and Origin

  @Test(
    arguments: [
      ("localhost:9099", 200), ("127.0.0.1:9099", 200), ("[::1]:9099", 200), ("10.0.2.2", 200),
      ("firebase", 200), ("auth.localhost", 200), ("mac.local", 200), ("x.internal:80", 200),
      ("x.test", 200), ("nas.home.arpa", 200), ("allowed.example", 200), ("a.wild.example", 200),
      ("evil.example", 403), ("localhost.evil.example", 403), ("xlocalhost.com", 403),
      ("127.0.0.1.evil.example", 403),
    ])
  func `access is by a host that no stranger can name`(_ host: String, _ status: Int) async throws {
    let emulator = try TestEmulator { $0.allowedHosts = ["allowed.example", ".wild.example"] }
    for path in [client + "?key=k", "/", "/emulator/v1/projects/p/config"] {
      let method: Method = path.hasPrefix("/emulator") || path == "/" ? .get : .post
      let reply = await emulator.call(method, path, headers: ["Host": host])
      #expect(reply.status == status)
    }
  }

  @Test func `access by a strange host is refused with the way out`() async throws {
    let reply = await (try TestEmulator()).call(.get, "/", headers: ["Host": "evil.example"])
    #expect(String(decoding: reply.bytes, as: UTF8.self).contains("--allowed-host"))
  }

  @Test(
    arguments: [
      ("http://localhost:3000", true), ("https://127.0.0.1", true), ("http://app.test", true),
      ("capacitor://localhost", true), ("ionic://localhost", true),
      ("https://app.example:8443", true), ("https://app.example", false),
      ("https://evil.example", false), ("http://localhost.evil.example", false), ("null", false),
      ("file://", false), ("chrome-extension://abc", false),
    ])
  func `access from a web page is any page's as an app, and a local one's as an administrator`(
    _ origin: String, _ isAdmitted: Bool
  ) async throws {
    let emulator = try TestEmulator { $0.allowedOrigins = ["https://app.example:8443"] }
    let asApp = await emulator.call(.post, client + "?key=k", [:], headers: ["Origin": origin])
    #expect(asApp.status == 200)
    #expect(asApp.headers["Access-Control-Allow-Origin"] == origin)
    #expect(asApp.headers["Access-Control-Expose-Headers"] == "X-Emulator-Explain")

    let privileged: [(Method, String, String?)] = [
      (.post, admin, "Bearer owner"), (.post, client, "Bearer owner"),
      (.post, client + "?key=k", "Bearer ya29.x"),
      (.delete, "/emulator/v1/projects/demo-project/accounts", nil),
      (.get, "/emulator/v1/projects/demo-project/config", nil),
    ]
    for (method, path, authorization) in privileged {
      var headers: Headers = ["Origin": origin]
      headers["Authorization"] = authorization
      let reply = await emulator.call(method, path, headers: headers)
      #expect(reply.status == (isAdmitted ? 200 : 403), "\(path)")
      // The page must be able to read a refusal too.
      #expect(reply.headers["Access-Control-Allow-Origin"] == origin)
      if !isAdmitted { #expect(reply.errorMessage?.contains("--allowed-origin") == true) }
    }
  }

  /// Fetch Metadata: what a page of another site loads without an Origin.
  @Test(
    arguments: [
      ("cross-site", "iframe", false), ("cross-site", "frame", false),
      ("cross-site", "embed", false),
      ("cross-site", "object", false), ("cross-site", "image", false),
      ("cross-site", "script", false),
      ("cross-site", "empty", false), ("cross-site", nil, false), ("cross-site", "document", true),
      ("same-site", "iframe", true), ("same-origin", "iframe", true), ("none", "document", true),
      (nil, nil, true),
    ] as [(String?, String?, Bool)])
  func `access of a frame of another site is refused at every control call`(
    site: String?, destination: String?, isAdmitted: Bool
  ) async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let paths = try #require(await emulator.call(.get, "/emulator/openapi.json")["paths"]?.object)
    var headers: Headers = [:]
    headers["Sec-Fetch-Site"] = site
    headers["Sec-Fetch-Dest"] = destination
    let calls = paths.filter { path in
      path.key.hasPrefix("/emulator/v1/") && path.value["get"] != nil
        && !path.key.hasSuffix(":stream")
    }
    #expect(calls.count > 30)
    for call in calls {
      let path = call.key.replacing(/\{\w+\}/, with: "x")
      let reply = await emulator.call(.get, path, headers: headers)
      #expect((reply.status == 403) == !isAdmitted, "\(path): \(reply.text)")
    }
    // An app's own calls are open to every page.
    #expect(await emulator.call(.post, client + "?key=k", [:], headers: headers).status == 200)
  }

  @Test func `access of a frame is allowed where every origin is`() async throws {
    let headers: Headers = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe"]
    let path = "/emulator/v1/projects/demo-project/config"
    let open = try TestEmulator { $0.allowedOrigins = ["*"] }
    #expect(await open.call(.get, path, headers: headers).status == 200)
    let named = try TestEmulator { $0.allowedOrigins = ["https://app.example"] }
    let refused = await named.call(.get, path, headers: headers)
    #expect(refused.status == 403)
    #expect(refused.errorMessage?.contains("--allowed-origin") == true)
  }

  @Test func `access from null is refused even where every origin is allowed`() async throws {
    let emulator = try TestEmulator { $0.allowedOrigins = ["*"] }
    for (origin, status) in [("https://evil.example", 200), ("null", 403)] {
      let reply = await emulator.call(
        .post, admin, headers: ["Origin": origin, "Authorization": "Bearer owner"])
      #expect(reply.status == status)
    }
  }

  @Test func `access is asked for beforehand by browsers`() async throws {
    let reply = await (try TestEmulator()).call(
      .options, client,
      headers: [
        "Origin": "https://app.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-client-version,x-firebase-gmpid",
        "Access-Control-Request-Private-Network": "true",
      ])
    #expect(reply.status == 204)
    #expect(reply.headers["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(
      reply.headers["Access-Control-Allow-Headers"] == "x-client-version,x-firebase-gmpid")
    #expect(reply.headers["Access-Control-Allow-Private-Network"] == "true")
  }

  @Test(arguments: [nil, "token"] as [String?])
  func `access with a token of App Check is accepted, and the request log names it`(
    _ token: String?
  ) async throws {
    var headers: Headers = [:]
    headers["X-Firebase-AppCheck"] = token
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      let reply = await emulator.call(
        .post, client + "?key=k", [:],
        headers: headers)
      #expect(reply.status == 200)
      #expect(
        reply.decisions.filter { $0.hasPrefix("appCheck") }
          == (token == nil ? [] : ["appCheck: allowed"]))
    }
  }
}
