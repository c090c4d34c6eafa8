internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound
internal import EmuIdentity
internal import EmuStore

/// `POST issuers/apple.com/notifications`: applies an event to a person at Apple, and notifies the
/// app's server as Apple does.
struct NotificationCall: Sendable {
  struct Input: Decodable, Sendable {
    var type: String?
    var sub: String?
    /// The target; by default the configured endpoint.
    var endpoint: String?
    /// The audience, whose consent alone is revoked. By default it is the project's app, else a
    /// client with the person's consent, and every consent is revoked.
    var clientId: String?
    /// The number of deliveries: Apple may repeat a notification.
    var copies: Int64?
  }

  private static let mostCopies: Int64 = 10
  private static let patience = Duration.seconds(5)
  /// The lifetime of the signed payload in seconds.
  private static let lifetime: Int64 = 86_400

  private let call: IssuerCall
  private let issuer: any FakeIssuer
  private let endpoint: String?
  private let client: String?
  private let copies: Int
  private let event: AppleEvent
  private let person: Person
  /// The signed payload.
  private let claims: JSONObject

  static func answer(_ call: IssuerCall) throws -> ControlAnswer<NotificationReport> {
    try NotificationCall(call, call.input(Input.self)).answer().uncached
  }

  private init(_ call: IssuerCall, _ input: Input) throws {
    self.call = call
    issuer = try call.apple()
    guard let event = input.type.flatMap(AppleEvent.init(rawValue:)) else {
      throw ControlError.invalid(
        "type must be one of \(AppleEvent.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let project = try call.project()
    let config = project.providers[issuer.id]
    self.event = event
    person = try call.person(input.sub, in: project.people(of: issuer))
    if let problem = event.problem(for: person) { throw ControlError.invalid(problem) }
    let options = config?.appleIssuer ?? .current
    endpoint = input.endpoint ?? options.notificationEndpoint
    if let problem = endpoint.flatMap(WebAddress.problem) {
      throw ControlError.invalid("endpoint: \(problem).")
    }
    let copies = input.copies ?? 1
    guard (1...Self.mostCopies).contains(copies) else {
      throw ControlError.invalid("copies must be 1 to \(Self.mostCopies).")
    }
    self.copies = Int(copies)
    client = input.clientId
    try ControlError.check(input.clientId, "clientId", limit: AccountLimits.clientID)
    let issuerName = IssuerName.name(
      of: issuer.provider, person: person, issuer.options, configured: config?.issuer,
      baseURL: call.baseURL)
    let audience =
      try input.clientId ?? config.flatMap(issuer.defaultClient) ?? Self.client(of: person, call)
      ?? IssuerTraits.unconfiguredClient
    claims = [
      "iss": .string(issuerName), "aud": .string(audience), "iat": .int(call.now.seconds),
      "exp": .int(call.now.seconds + Self.lifetime), "jti": .string(call.services.ids.urlSafe(22)),
      "events": event.claim(about: person, at: call.now, options),
    ]
  }

  /// Returns a client with the person's consent; nil without one.
  private static func client(of person: Person, _ call: IssuerCall) throws -> String? {
    try call.services.store.read { reader in
      try reader.consents(of: person).first(where: \.isActive)?.clientID
    }
  }

  /// Signs the payload, changes the store, and delivers after the commit.
  private func answer() throws -> ControlAnswer<NotificationReport> {
    let payload = try call.signed(claims, by: issuer, type: issuer.provider.tokenType)
    return call.write { writer in
      guard let person = try writer.reader.person(key: person.key) else {
        throw ControlError.notFound(
          "\(person.subject) was deleted meanwhile; POST /emulator/v1/issuers/\(issuer.id)/accounts "
            + "makes the account again.")
      }
      return try event.apply(to: person, client: client, at: call.now, writer)
    } then: { (effect: String, finish: @escaping @Sendable (NotificationReport) -> Void) in
      call.explanation.add(.notification, .chose, Reason(effect))
      guard let endpoint else { return finish(report(payload, effect, [])) }
      delivery(of: payload, to: endpoint).run { attempts in
        finish(report(payload, effect, attempts))
      }
    }
  }

  private func delivery(of payload: String, to endpoint: String) -> Delivery {
    let body: JSON = ["payload": .string(payload)]
    var request = OutboundRequest(
      .post, endpoint, headers: ["Content-Type": "application/json"],
      body: body.serializedBytes())
    request.timeout = Self.patience
    return Delivery(
      client: call.services.outbound, schedule: call.services.deliverySchedule, request: request,
      copies: copies)
  }

  private func report(
    _ payload: String, _ effect: String, _ attempts: [Delivery.Attempt]
  ) -> NotificationReport {
    let hint = "Nothing was sent: name an endpoint, or seed appleIssuer.notificationEndpoint."
    return NotificationReport(
      payload: payload, claims: claims, effect: effect,
      delivered: attempts.count(where: \.wasTaken) == copies,
      deliveries: attempts, endpoint: endpoint,
      hint: endpoint == nil ? hint : nil)
  }
}
