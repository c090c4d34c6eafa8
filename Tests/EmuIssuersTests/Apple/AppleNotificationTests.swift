import EmuHTTPServer
import EmuJOSE
import EmuIdentity
import Synchronization
import EmuTestSupport
import Testing

@testable import EmuIssuers
@testable import EmuModel

/// docs/reference/apple.md#notifications.
@Suite final class `issuers: Apple's server-to-server notifications`: AppleSuite {
  /// An app's server, which answers with the given statuses, and afterwards with 200.
  final class AppServer: Responder {
    private let statuses: Mutex<[Int]>
    private let received = Mutex<[Request]>([])

    init(_ statuses: [Int] = []) { self.statuses = Mutex(statuses) }

    var requests: [Request] { received.withLock { $0 } }

    func respond(to request: Request) -> Answer {
      received.withLock { $0.append(request) }
      let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
      return .ready(.empty(Status(rawValue: status)))
    }
  }

  /// A schedule without waits, which records the requested pauses.
  final class Pauses: Sendable {
    private let list = Mutex<[Duration]>([])
    var taken: [Duration] { list.withLock { $0 } }

    var schedule: DeliverySchedule {
      DeliverySchedule(pauses: [.seconds(1), .seconds(60), .seconds(3600)]) { pause, run in
        self.list.withLock { $0.append(pause) }
        run()
      }
    }
  }

  /// Runs an app's server during a closure.
  static func withServer(
    _ statuses: [Int] = [], _ body: (AppServer, _ url: String) async throws -> Void
  ) async throws {
    let app = AppServer(statuses)
    let server = HTTPServer(HTTPServer.Configuration(), responder: app)
    let addresses = try server.start()
    defer { server.stop() }
    try await body(app, try #require(addresses.first?.url) + "/apple")
  }

  @Test(arguments: [
    ("email-disabled", true), ("email-enabled", true), ("consent-revoked", false),
    ("account-deleted", false), ("account-delete", false),
  ])
  func `each type is signed and sent as Apple does`(type: String, reportsEmail: Bool) async throws {
    try await Self.withServer { app, url in
      let bench = try await Bench.apple()
      let relay = try await bench.hideAnn()
      let reply = try await bench.notify(type, ["endpoint": .string(url)]).expect(200)
      #expect(reply["delivered"] == true)
      #expect(
        reply["deliveries"] == [["copy": 1, "attempt": 1, "waitedMilliseconds": 0, "status": 200]])
      let request = try #require(app.requests.first)
      #expect(app.requests.count == 1)
      #expect(request.method == .post)
      #expect(request.path == "/apple")
      #expect(request.headers["Content-Type"] == "application/json")
      let body = try JSON(parsing: request.body)
      #expect(body == ["payload": reply["payload"] ?? .null])

      let token = try await bench.verified(body["payload"], by: "apple.com")
      #expect(token.header.type == nil)
      #expect(token.claims["iss"] == .string(token.expectedIssuer))
      #expect(token.claims["aud"] == .string(AppleApp.bundleID))
      #expect(token.claims["iat"] == .int(Bench.start.seconds))
      #expect(token.claims["exp"] == .int(Bench.start.seconds + 86_400))
      #expect(token.claims["jti"]?.string?.isEmpty == false)
      let events = try JSON(parsing: #require(token.claims["events"]?.string, "a text"))
      var expected: JSONObject = [
        "type": .string(type), "sub": .string(AppleApp.ann),
        "event_time": .int(Bench.start.milliseconds),
      ]
      if reportsEmail {
        expected["email"] = .string(relay)
        expected["is_private_email"] = "true"
      }
      #expect(events == .object(expected))
    }
  }

  @Test func `events may be an object in seconds, as the documents print them`() async throws {
    let bench = try await Bench.apple(
      AppleApp.config(AppleIssuerOptions(eventsAsObject: true, eventTimeInSeconds: true)))
    let reply = try await bench.notify("consent-revoked", ["clientId": "com.example.other"])
    reply.expect([
      "claims.aud": "com.example.other",
      "claims.events": [
        "type": "consent-revoked", "sub": .string(AppleApp.ann),
        "event_time": .int(Bench.start.seconds),
      ], "delivered": false, "deliveries": [],
    ])
    #expect(reply["hint"]?.string?.contains("notificationEndpoint") == true)
  }

  @Test(
    arguments: [
      [], [AppleApp.bundleID], ["com.example.other"], ["com.example.other", AppleApp.bundleID],
    ] as [[String]])
  func `an event is for the project's app, whatever has consent`(clients: [String]) async throws {
    for client in clients { _ = try await bench.signInAnn(["clientId": .string(client)]) }
    try await bench.notify("consent-revoked").expect(["claims.aud": .string(AppleApp.bundleID)])
    // Nothing of a consent is left.
    #expect(try await bench.notify("consent-revoked")["effect"] == "There was no active consent.")
  }

  @Test(
    arguments: [
      ("consent-revoked", AppleApp.bundleID, ["revoked", "authorized"]),
      ("consent-revoked", "com.example.other", ["authorized", "revoked"]),
      ("consent-revoked", nil, ["revoked", "revoked"]),
      ("account-deleted", "com.example.other", ["notFound", "notFound"]),
    ] as [(String, String?, [String])])
  func `an event for one app revokes its consent alone, unless the account is deleted`(
    type: String, client: String?, states: [String]
  ) async throws {
    let clients = [AppleApp.bundleID, "com.example.other"]
    for client in clients { _ = try await bench.signInAnn(["clientId": .string(client)]) }
    var fields: JSONObject = [:]
    fields.setText("clientId", client)
    try await bench.notify(type, fields).expect(200)
    for (client, state) in zip(clients, states) {
      #expect(try await bench.credentialState(client) == state)
    }
  }

  @Test func `a refused event is sent again after each pause, and then dropped`() async throws {
    for (statuses, isDelivered) in [([500, 302, 404], true), ([500, 500, 500, 503], false)] {
      try await Self.withServer(statuses) { app, url in
        let pauses = Pauses()
        let bench = try await Bench.apple(
          AppleApp.config(AppleIssuerOptions(notificationEndpoint: url)),
          schedule: pauses.schedule)
        let reply = try await bench.notify("consent-revoked")
        #expect(reply["delivered"] == .bool(isDelivered))
        #expect(pauses.taken == [.seconds(1), .seconds(60), .seconds(3600)])
        let tried = reply["deliveries"]?.array ?? []
        #expect(tried.map { $0["attempt"]?.int } == [1, 2, 3, 4])
        #expect(tried.map { $0["waitedMilliseconds"]?.int } == [0, 1000, 60_000, 3_600_000])
        #expect(tried.last?["status"] == (isDelivered ? 200 : 503))
        #expect(Set(app.requests.map(\.body)).count == 1, "the same text every time")
      }
    }
  }

  @Test func `an unavailable server is reported, and the event has happened`() async throws {
    let pauses = Pauses()
    let bench = try await Bench.apple(schedule: pauses.schedule)
    _ = try await bench.signInAnn()
    // No server listens on port 1.
    let reply = try await bench.notify("consent-revoked", ["endpoint": "http://127.0.0.1:1/"])
    reply.expect(200, ["delivered": false])
    #expect(reply["deliveries"]?.array?.count == 4)
    #expect(reply["deliveries"]?[0]?["error"]?.string?.isEmpty == false)
    #expect(reply["effect"] == "Revoked, with every code and token: com.example.app.")
    #expect(try await bench.credentialState() == "revoked")
  }

  /// Row 24 of docs/pitfalls.md#pitfalls.
  @Test func `a notification may be delivered twice, with the same id`() async throws {
    try await Self.withServer { app, url in
      let bench = try await Bench.apple()
      let reply = try await bench.notify(
        "consent-revoked", ["endpoint": .string(url), "copies": 2])
      #expect(reply["deliveries"]?.array?.map { $0["copy"]?.int } == [1, 2])
      try #require(app.requests.count == 2)
      #expect(app.requests[0].body == app.requests[1].body)
      let again = try await bench.notify("consent-revoked")
      #expect(again["claims"]?["jti"] != reply["claims"]?["jti"])
      #expect(again["effect"] == "There was no active consent.")
    }
  }

  @Test(
    arguments: [
      (["type": "password-changed"], 400, "type must be one of email-disabled"),
      (["type": .null], 400, "type must be one of"),
      (["sub": "nobody"], 404, "no account nobody"), (["sub": .null], 400, "sub must name"),
      (["endpoint": "ftp://x"], 400, "endpoint: write an http or https URL"),
      (["endpoint": "http://x y"], 400, "endpoint: write"),
      (["endpoint": "http://127.0.0.1:99999/"], 400, "endpoint: write"),
      (["copies": 0], 400, "copies must be 1 to 10"), (["copies": 11], 400, "copies must be"),
      (["clientId": ""], 400, "clientId: write 1 to 512 bytes"),
      (["endpont": "x"], 400, "endpont: there is no such field; did you mean endpoint?"),
      (["type": "email-disabled"], 400, "hides no address"),
    ] as [(JSONObject, Int, String)])
  func `an invalid event is refused, and changes nothing`(
    fields: JSONObject, status: Int, message: String
  ) async throws {
    _ = try await bench.signInAnn()
    try await bench.notify("account-deleted", fields).expectRefusal(message, status: status)
    #expect(try await bench.credentialState() == "authorized")
  }

  @Test func `other issuers than Apple send no notifications`() async throws {
    let bench = try Bench()
    let reply = await bench.post(
      "/emulator/v1/issuers/google.com/notifications", ["type": "consent-revoked", "sub": "x"])
    #expect(reply.status == 404)
  }
}
