/// An account at one of our fake issuers.
package struct Person: Sendable, Hashable {
  /// The provider id of the person's issuer.
  package var issuer: String
  /// The issuer's id of the person.
  package var subject: String
  package var email: String?
  /// The store's integer key; 0 before the person is stored.
  package var key: Int64 = 0
  package var emailVerified = true
  package var name = PersonName()
  package var picture: String?
  /// Apple: true when the person hides the address with the private relay.
  package var hideEmail = false
  /// Apple: the address that apps see when it is hidden.
  package var relayEmail: String?
  /// Apple: true when mail to the relay address is forwarded to the person.
  package var relayForwards = true
  /// Apple: the deletion time of the account; nil while it exists.
  package var deletedAt: Timestamp?
  /// Apple: the transfer of the person from a former team, with its time.
  package var transfer: PersonTransfer?
  /// Microsoft: the tenant's GUID.
  package var tenant: String?
  /// More claims for every token, as JSON text.
  package var claims: String?

  /// The address that apps see.
  package var visibleEmail: String? { hideEmail ? relayEmail : email }
}

extension Person {
  package init(issuer: String, subject: String, email: String? = nil) {
    self.init(issuer: issuer, subject: subject, email: email, key: 0)
  }
}

/// Apple: the transfer of a person from one team to another, as the new team sees it.
package struct PersonTransfer: Sendable, Hashable {
  /// The id that travels between the teams.
  package var subject: String
  package var at: Timestamp

  package init(subject: String, at: Timestamp) {
    self.subject = subject
    self.at = at
  }

  /// The lifetime of the transfer id and of its claim in tokens.
  package static let lifetime = Duration.seconds(60 * 86_400)
}

/// A person's full name and its parts.
package struct PersonName: Sendable, Hashable {
  package var full: String?
  package var given: String?
  package var family: String?

  package init(full: String? = nil, given: String? = nil, family: String? = nil) {
    self.full = full
    self.given = given
    self.family = family
  }

  /// The full name, joined from the parts when it was not given.
  package var display: String? {
    if let full { return full }
    let parts = [given, family].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
