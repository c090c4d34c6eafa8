import EmuServer
import EmuStore
import EmuTestSupport
import Testing

@Suite final class `Access`: EmulatorSuite {
  private let client = "/identitytoolkit.googleapis.com/v1/accounts:signUp"
  private let admin = "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts"

  // MARK: Keys and bearers

  @Test(arguments: ["Bearer nobody", "Bearer", "Bearer ", "Bearer YA29.x"])
  func `access is refused with any other bearer`(_ authorization: String) async throws {
    for path in [admin, client + "?key=k"] {
      let reply = await emulator.post(path, [:], headers: ["Authorization": authorization])
      reply.expect(golden: "access/invalidBearer", status: 401)
      #expect(reply.headers["WWW-Authenticate"] == "Bearer")
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["Basic b3duZXI6", "owner", "Digest x", nil])
  func `access without a bearer is an app's, by key`(_ authorization: String?) async throws {
    var headers: Headers = [:]
    headers["Authorization"] = authorization
    #expect(await emulator.post(client + "?key=k", [:], headers: headers).status == 200)
    for query in ["", "?key=", "?other=x"] {
      let keyless = await emulator.post(client + query, [:], headers: headers)
      keyless.expect(golden: "access/missingKey", status: 403)
    }
    for query in ["", "?key=k"] {
      let privileged = await emulator.post(admin + query, [:], headers: headers)
      privileged.expect(golden: "access/missingBearer", status: 401)
    }
    #expect(await emulator.userCount() == 1)
  }

  @Test(
    arguments: [
      ("Bearer owner", 200, nil), ("bearer owner", 200, nil), ("BEARER OWNER", 200, nil),
      ("Bearer   owner", 200, nil), (" Bearer owner", 200, nil), ("Bearer ya29.x y", 200, nil),
      ("Bearer ", 401, "authError"), ("Bearer", 401, "authError"),
      ("Bearer someone", 401, "authError"), ("Bearer owner x", 401, "authError"),
      ("Basic owner", 401, "required"), ("Bearerowner", 401, "required"),
      ("owner", 401, "required"), ("", 401, "required"), (nil, 401, "required"),
    ] as [(String?, Int, String?)])
  func `access of administrators is by a bearer that is the owner or looks like Google's`(
    _ header: String?, _ status: Int, _ reason: String?
  ) async throws {
    var headers: Headers = [:]
    headers["Authorization"] = header
    let reply = await (try TestEmulator()).post(admin + ":lookup", [:], headers: headers)
    reply.expect(status, ["error.errors.0.reason": reason.map(JSON.string)])
  }

  // MARK: Projects

  @Test func `access of an administrator names a project in body or path`() async throws {
    _ = await emulator.post(
      client, ["targetProjectId": "other", "localId": "a"],
      headers: ["Authorization": "Bearer owner"])
    #expect(await emulator.userCount() == 0)
    let found = await emulator.admin("accounts:lookup", ["localId": ["a"]], project: "other")
    #expect(found["users"]?.array?.count == 1)
  }

  @Test(arguments: [
    "emulator-blue": "blue", "fake-key": "demo-project", "emulator-": "demo-project",
    "emulator-a b": "demo-project", "registered": "red", "emulator-key": "demo-project",
    "emulator-own": "red", "emulator-demo-worker-1": "demo-worker-1",
  ])
  func `access is to the project of its key`(_ key: String, _ project: String) async throws {
    _ = try emulator.key(of: "blue")
    for key in ["registered", "emulator-own"] { try emulator.register(apiKey: key, for: "red") }
    let reply = await emulator.post(client + "?key=" + PercentEncoding.queryComponent(key), [:])
    #expect(reply.claims["aud"]?.string == project)
  }

  @Test(arguments: [("emulator-key", true), ("emulator-demo-project", false), ("key", false)])
  func `access by the key of a project that does not exist has a warning, and creates none`(
    _ key: String, _ warns: Bool
  ) async throws {
    let reply = await emulator.call(.post, client + "?key=\(key)")
    #expect(reply.status == 200)
    let decisions = reply.annotations.decisions.filter { $0.rule == .apiKey }
    #expect(decisions.isEmpty != warns)
    for decision in decisions.prefix(1) {
      #expect("\(decision.outcome)" == "warned")
      #expect(decision.reason.text.contains("names the project key, which does not exist"))
      #expect(decision.reason.text.contains("the request went to demo-project"))
    }
    #expect(try emulator.store.read { try $0.projectIDs() } == ["demo-project"])
  }

  @Test(arguments: ["a%20b", "%00", "a%2Fb", String(repeating: "x", count: 101)])
  func `access needs a name that a project can have`(_ name: String) async throws {
    let reply = await (try TestEmulator()).admin("accounts", project: name)
    reply.expect(400, code: "INVALID_PROJECT_ID")
  }

  @Test(arguments: [SingleProjectMode.off, .warn, .refuse])
  func `access to another project is as the emulator was started`(
    _ mode: SingleProjectMode
  ) async throws {
    let emulator = try TestEmulator { $0.singleProject = mode }
    let reply = await emulator.call(.post, client + "?key=\(try emulator.key(of: "other"))")
    let note = reply.annotations.decisions.first { $0.rule == .singleProject }
    let warning = "other is named, but this emulator is meant for demo-project alone"
    #expect(note?.reason.text == (mode == .warn ? warning : nil))
    let refusal = "This emulator serves demo-project alone (--single-project), not other."
    #expect((reply.status == 400 && reply.text.contains(refusal)) == (mode == .refuse))
    #expect((reply.status == 200) == (mode != .refuse))
    _ = try await emulator.signUp()
  }

  // MARK: Host and Origin

  @Test(arguments: [
    "localhost:9099": 200, "127.0.0.1:9099": 200, "[::1]:9099": 200, "10.0.2.2": 200,
    "firebase": 200, "auth.localhost": 200, "mac.local": 200, "x.internal:80": 200, "x.test": 200,
    "nas.home.arpa": 200, "allowed.example": 200, "a.wild.example": 200, "evil.example": 403,
    "localhost.evil.example": 403, "xlocalhost.com": 403, "127.0.0.1.evil.example": 403,
    "auth.corp.example": 200, "auth.corp.example:8443": 200, "other.corp.example": 403,
    "sub.auth.corp.example": 403,
  ])
  func `access is by a host that no stranger can name`(_ host: String, _ status: Int) async throws {
    let emulator = try TestEmulator {
      $0.allowedHosts = ["allowed.example", ".wild.example"]
      $0.publicURL = "https://auth.corp.example:8443"
    }
    for (method, path): (Method, String) in [
      (.post, client + "?key=k"), (.get, "/"), (.get, "/emulator/v1/projects/p/config"),
    ] {
      #expect(await emulator.call(method, path, headers: ["Host": host]).status == status)
    }
  }

  @Test(arguments: [
    "http://localhost:3000": true, "https://127.0.0.1": true, "http://app.test": true,
    "capacitor://localhost": true, "ionic://localhost": true, "https://app.example:8443": true,
    "https://app.example": false, "https://evil.example": false, "null": false, "file://": false,
    "http://localhost.evil.example": false, "chrome-extension://abc": false,
    "http://203.0.113.5:9099": true, "http://203.0.113.5": false,
    "http://203.0.113.6:9099": false, "http://192.168.1.20:3000": true,
  ])
  func `access from a web page is any page's as an app, and a local one's as an administrator`(
    _ origin: String, _ isAdmitted: Bool
  ) async throws {
    let emulator = try TestEmulator(isStored: true) {
      $0.allowedOrigins = ["https://app.example:8443"]
      $0.publicURL = "http://203.0.113.5:9099/"
    }
    let asApp = await emulator.post(client + "?key=k", [:], headers: ["Origin": origin])
    #expect(asApp.status == 200)
    #expect(asApp.headers["Access-Control-Allow-Origin"] == origin)
    #expect(asApp.headers["Access-Control-Expose-Headers"] == "X-Emulator-Explain")

    let privileged: [(Method, String, String?)] = [
      (.post, admin, "Bearer owner"), (.post, client, "Bearer owner"),
      (.post, client + "?key=k", "Bearer ya29.x"),
      (.delete, "/emulator/v1/projects/demo-project/accounts", nil),
      (.get, "/emulator/v1/projects/demo-project/config", nil),
      (.post, "/emulator/v1/issuers/google.com/keys:rotate", nil),
      (.post, "/emulator/v1/reset", nil),
    ]
    for (method, path, authorization) in privileged {
      var headers: Headers = ["Origin": origin]
      headers["Authorization"] = authorization
      let reply = await emulator.call(method, path, headers: headers)
      #expect(reply.status == (isAdmitted ? 200 : 403), "\(path)")
      // The page must be able to read a refusal too.
      #expect(reply.headers["Access-Control-Allow-Origin"] == origin)
      if !isAdmitted {
        #expect(reply.errorMessage?.contains("Privileged calls are refused") == true)
      }
    }
  }

  /// Fetch Metadata: what a page of another site loads without an Origin.
  @Test(
    arguments: [
      ("cross-site", "iframe", false), ("cross-site", "frame", false), (nil, nil, true),
      ("cross-site", "embed", false), ("cross-site", "object", false), ("cross-site", nil, false),
      ("cross-site", "image", false), ("cross-site", "script", false),
      ("cross-site", "empty", false), ("cross-site", "document", true), ("none", "document", true),
      ("same-site", "iframe", true), ("same-origin", "iframe", true),
    ] as [(String?, String?, Bool)])
  func `access of a frame of another site is refused at every control call`(
    site: String?, destination: String?, isAdmitted: Bool
  ) async throws {
    let emulator = try TestEmulator(isStored: true)
    let paths = try #require(await emulator.get("/emulator/openapi.json")["paths"]?.object)
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
      let reply = await emulator.get(path, headers: headers)
      #expect((reply.status == 403) == !isAdmitted, "\(path): \(reply.text)")
    }
    // An app's own calls are open to every page.
    #expect(await emulator.post(client + "?key=k", [:], headers: headers).status == 200)
  }

  @Test func `access of pages is allowed by a star, but for null`() async throws {
    let frame: Headers = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe"]
    let path = "/emulator/v1/projects/demo-project/config"
    let open = try TestEmulator { $0.allowedOrigins = ["*"] }
    #expect(await open.get(path, headers: frame).status == 200)
    for (origin, status) in [("https://evil.example", 200), ("null", 403)] {
      let headers: Headers = ["Origin": origin, "Authorization": "Bearer owner"]
      #expect(await open.call(.post, admin, headers: headers).status == status)
    }
    let named = try TestEmulator { $0.allowedOrigins = ["https://app.example"] }
    await named.get(path, headers: frame).expect(403, saying: "--allowed-origin")
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
    #expect(reply.headers["Access-Control-Allow-Headers"] == "x-client-version,x-firebase-gmpid")
    #expect(reply.headers["Access-Control-Allow-Private-Network"] == "true")
  }

  @Test(arguments: [nil, "token"])
  func `access with a token of App Check is logged`(_ token: String?) async throws {
    var headers: Headers = [:]
    headers["X-Firebase-AppCheck"] = token
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      let reply = await emulator.post(client + "?key=k", [:], headers: headers)
      #expect(reply.status == 200)
      let noted = reply.decisions.filter { $0.hasPrefix("appCheck") }
      #expect(noted == (token == nil ? [] : ["appCheck: allowed"]))
    }
  }

  @Test func `issuers' controls serve one project where only one is wanted`() async throws {
    let emulator = try TestEmulator(isStored: true) { $0.singleProject = .refuse }
    for (query, status) in [("", 200), ("?project=demo-project", 200), ("?project=other", 400)] {
      let reply = await emulator.post("/emulator/v1/issuers/oidc.corp/tokens\(query)", [:])
      #expect(reply.status == status, "\(query): \(reply.json.serialized())")
    }
    let warning = try TestEmulator(isStored: true) { $0.singleProject = .warn }
    await warning.post("/emulator/v1/issuers/oidc.corp/tokens?project=other", [:]).expect(200)
  }
}
