internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The signed payload of a server-to-server notification.
struct AppleNotification: Sendable {
  var event: AppleEvent
  var person: Person
  var issuerName: String
  /// The bundle id of the app, or the Services ID.
  var audience: String
  var id: String
  var issuedAt: Timestamp
  var options: AppleIssuerOptions

  /// In seconds.
  private static let lifetime: Int64 = 86_400

  var claims: JSONObject {
    [
      "iss": .string(issuerName), "aud": .string(audience), "iat": .int(issuedAt.seconds),
      "exp": .int(issuedAt.seconds + Self.lifetime), "jti": .string(id),
      "events": options.eventsAsObject
        ? .object(events) : .string(JSON.object(events).serialized()),
    ]
  }

  private var events: JSONObject {
    var events: JSONObject = [
      "type": .string(event.rawValue), "sub": .string(person.subject),
      "event_time": .int(options.eventTimeInSeconds ? issuedAt.seconds : issuedAt.milliseconds),
    ]
    if event.reportsEmail {
      events.setText("email", person.visibleEmail)
      // A text here, whatever the encoding in ID tokens.
      events["is_private_email"] = "true"
    }
    return events
  }

  /// Signs with the issuer's key for ID tokens; never call it on the writer's thread.
  func sign(for issuer: any FakeIssuer, with services: IssuerServices) throws -> String {
    services.declareKeys(of: issuer.tokens)
    let key = try services.keys.signingKey(of: issuer.id, algorithm: issuer.algorithms[0])
    return try JWTSigner.sign(
      claims: JSON.object(claims).serializedBytes(), key: key, type: issuer.provider.tokenType)
  }
}
