internal import EmuModel

/// `GET /emulator/v1/projects/{project}/messages`: response.
struct MessagePage: Codable, Sendable {
  struct Item: Codable, Sendable {
    /// The code of an e-mail, the session of a text message, or the receipt of a silent push.
    var id: String
    var kind: Kind
    /// The recipient's address or number, or the token of a device.
    var to: String
    /// The purpose of an e-mail, as `sendOobCode` names it.
    var requestType: String?
    /// The user that it concerns, if any.
    var localId: String?
    var code: String
    var link: String?
    /// The subject of an e-mail for which the project has configured a template.
    var subject: String?
    /// The body of such an e-mail.
    var body: String?
    /// RFC 3339.
    var createdAt: String
    /// The time at which the code was used; absent until then. RFC 3339.
    var usedAt: String?
    /// The delivery by a provider's relay; absent where the address is not of a relay.
    var relay: Relay?
  }

  enum Kind: String, NamedChoice {
    case email, text, push
  }

  struct Relay: Codable, Sendable {
    var providerId: String
    /// `forwarded`, `bounced` or `dropped`.
    var outcome: String
    /// The reason, as a sentence.
    var reason: String
  }

  /// The newest first.
  var messages: [Item]
}
