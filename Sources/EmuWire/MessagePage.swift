/// `GET /emulator/v1/projects/{project}/messages`: answer.
package struct MessagePage: Codable, Sendable {
  package struct Item: Codable, Sendable {
    /// The code of an e-mail, or the session of a text message.
    package var id: String
    package var kind: Kind
    /// The address or number that it went to.
    package var to: String
    /// What an e-mail is for, as `sendOobCode` names it.
    package var requestType: String?
    /// The user that it is about, where there is one.
    package var localId: String?
    package var code: String
    /// What an e-mail carries.
    package var link: String?
    /// RFC 3339.
    package var createdAt: String
    /// When the code was used; absent until then. RFC 3339.
    package var usedAt: String?
    /// What a provider's relay does with the e-mail; absent where the address is not of a relay.
    package var relay: Relay?

    package init(id: String, kind: Kind, to: String, code: String, createdAt: String) {
      self.id = id
      self.kind = kind
      self.to = to
      self.code = code
      self.createdAt = createdAt
    }
  }

  package enum Kind: String, Codable, Sendable {
    case email, text
  }

  package struct Relay: Codable, Sendable {
    package var providerId: String
    /// `forwarded`, `bounced` or `dropped`.
    package var outcome: String
    /// A sentence for people.
    package var because: String

    package init(providerId: String, outcome: String, because: String) {
      self.providerId = providerId
      self.outcome = outcome
      self.because = because
    }
  }

  /// The newest first.
  package var messages: [Item]

  package init(messages: [Item]) { self.messages = messages }
}
