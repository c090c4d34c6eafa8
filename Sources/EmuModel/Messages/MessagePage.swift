/// `GET /emulator/v1/projects/{project}/messages`: response.
package struct MessagePage: Codable, Sendable {
  package struct Item: Codable, Sendable {
    /// The code of an e-mail, the session of a text message, or the receipt of a silent push.
    package var id: String
    package var kind: Kind
    /// The recipient's address or number, or the token of a device.
    package var to: String
    /// The purpose of an e-mail, as `sendOobCode` names it.
    package var requestType: String?
    /// The user that it concerns, if any.
    package var localId: String?
    package var code: String
    /// The link in an e-mail.
    package var link: String?
    /// The subject of an e-mail for which the project has configured a template.
    package var subject: String?
    /// The body of such an e-mail.
    package var body: String?
    /// RFC 3339.
    package var createdAt: String
    /// The time at which the code was used; absent until then. RFC 3339.
    package var usedAt: String?
    /// The delivery by a provider's relay; absent where the address is not of a relay.
    package var relay: Relay?

    package init(id: String, kind: Kind, to: String, code: String, createdAt: String) {
      self.id = id
      self.kind = kind
      self.to = to
      self.code = code
      self.createdAt = createdAt
    }
  }

  package enum Kind: String, NamedChoice {
    case email, text, push
  }

  package struct Relay: Codable, Sendable {
    package var providerId: String
    /// `forwarded`, `bounced` or `dropped`.
    package var outcome: String
    /// The reason, as a sentence.
    package var reason: String

    package init(providerId: String, outcome: String, reason: String) {
      self.providerId = providerId
      self.outcome = outcome
      self.reason = reason
    }
  }

  /// The newest first.
  package var messages: [Item]

  package init(messages: [Item]) { self.messages = messages }
}
