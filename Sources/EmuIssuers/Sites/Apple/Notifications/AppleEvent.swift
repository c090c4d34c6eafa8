internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A notification of Apple to an app's server, with its effect at Apple.
///
/// Source: docs/reference/apple.md#notifications.
enum AppleEvent: String, Sendable, CaseIterable {
  case emailDisabled = "email-disabled"
  case emailEnabled = "email-enabled"
  case consentRevoked = "consent-revoked"
  case accountDeleted = "account-deleted"
  /// The same event in older documents and some payloads.
  case accountDelete = "account-delete"

  var reportsEmail: Bool { self == .emailDisabled || self == .emailEnabled }

  /// Returns the reason why the event is impossible for a person, as a sentence; nil if it is
  /// possible.
  func problem(for person: Person) -> String? {
    guard reportsEmail, !person.hideEmail else { return nil }
    return "\(person.subject) hides no address, so there is no relay to switch; PATCH the account "
      + "with hideEmail first."
  }

  /// Returns the claim `events` about a person.
  func claim(about person: Person, at time: Timestamp, _ options: AppleIssuerOptions) -> JSON {
    var events: JSONObject = [
      "type": .string(rawValue), "sub": .string(person.subject),
      "event_time": .int(options.eventTimeInSeconds ? time.seconds : time.milliseconds),
    ]
    if reportsEmail {
      events.setText("email", person.visibleEmail)
      // A text here, whatever the encoding in ID tokens.
      events["is_private_email"] = "true"
    }
    return options.eventsAsObject
      ? .object(events) : .string(JSON.object(events).serialized())
  }

  /// Applies the event.
  ///
  /// - Parameter client: the only client whose consent is revoked; nil for all, as when the account
  ///   is deleted.
  /// - Returns: the change, as a sentence.
  func apply(
    to person: Person, client: String?, at now: Timestamp, _ writer: WriteTransaction
  ) throws -> String {
    var person = person
    switch self {
    case .emailDisabled, .emailEnabled:
      let forwards = self == .emailEnabled
      guard person.relayForwards != forwards else { return "Nothing changed." }
      person.relayForwards = forwards
      try writer.update(person)
      return "Mail to the relay address is \(forwards ? "forwarded again" : "dropped from now on")."
    case .consentRevoked: return try Self.revoke(of: person, client: client, at: now, writer)
    case .accountDeleted, .accountDelete:
      guard person.deletedAt == nil else { return "Nothing changed." }
      person.deletedAt = now
      try writer.update(person)
      return try "The account is deleted. " + Self.revoke(of: person, client: nil, at: now, writer)
    }
  }

  private static func revoke(
    of person: Person, client: String?, at now: Timestamp, _ writer: WriteTransaction
  ) throws -> String {
    let consents = try writer.reader.consents(of: person).filter { consent in
      consent.isActive && consent.clientID == client ?? consent.clientID
    }
    for consent in consents { try writer.revoke(consent, at: now) }
    return consents.isEmpty
      ? "There was no active consent."
      : "Revoked, with every code and token: \(consents.map(\.clientID).joined(separator: ", "))."
  }
}
