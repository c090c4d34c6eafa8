internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/messages`.
enum ListMessages: ReadOperation, DescribedCall {
  static let about =
    "Returns the last e-mails, text messages and silent pushes, used or not, the newest first."
  static let query = [
    "limit": "the maximum number, from 1 to \(maximumLimit); default \(defaultLimit)"
  ]

  struct Input: Decodable, Sendable {
    var limit: Int?
  }

  static let defaultLimit = 50
  static let maximumLimit = 5000

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> MessagePage {
    let limit = input.limit ?? defaultLimit
    try ListUsers.check(limit, atMost: maximumLimit)
    var messages: [(at: Timestamp, item: MessagePage.Item)] = []
    for code in try store.newestOobCodes(in: context.scope, limit: limit) {
      messages.append((code.createdAt, try item(code, in: context, store)))
    }
    for code in try store.newestVerificationCodes(in: context.scope, limit: limit) {
      messages.append((code.createdAt, item(code)))
    }
    // Sorting is stable: of messages with the same time the newest of a kind remains the first.
    return MessagePage(
      messages: messages.sorted { $0.at > $1.at }.prefix(limit).map(\.item))
  }

  private static func item(
    _ code: OobCode, in context: OperationContext, _ store: ReadTransaction
  ) throws -> MessagePage.Item {
    var item = MessagePage.Item(
      id: code.code, kind: .email, to: code.recipient, requestType: code.kind.rawValue,
      localId: code.uid, code: code.code, link: code.link, createdAt: code.createdAt.rfc3339,
      usedAt: code.usedAt?.rfc3339)
    if let template = context.project.emailTemplate(of: code.kind) {
      let name = try store.user(of: code, in: context.scope)?.displayName
      func filled(_ text: String?) -> String? {
        text?.replacing("%LINK%", with: code.link).replacing("%EMAIL%", with: code.email)
          .replacing("%NEW_EMAIL%", with: code.newEmail ?? "")
          .replacing("%APP_NAME%", with: context.project.id)
          .replacing("%DISPLAY_NAME%", with: name ?? "")
      }
      item.subject = filled(template.subject)
      item.body = filled(template.body)
    }
    item.relay = try context.relay(of: code.recipient, store)
    return item
  }

  private static func item(_ code: VerificationCode) -> MessagePage.Item {
    let uid: String? =
      switch code.purpose {
      case .signIn, .app: nil
      case .enrollment(let uid), .secondFactor(let uid, _): uid
      }
    return MessagePage.Item(
      id: code.session, kind: code.purpose == .app ? .push : .text, to: code.phoneNumber,
      localId: uid, code: code.code, createdAt: code.createdAt.rfc3339,
      usedAt: code.usedAt?.rfc3339)
  }
}

/// `DELETE /emulator/v1/projects/{project}/messages`.
enum DeleteMessages: WriteOperation, DescribedCall {
  static let about =
    "Deletes e-mails and text messages with their codes: one by its id, or all."
  static let query = ["id": "the id of one message; without it all"]

  struct Input: Decodable, Sendable {
    var id: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: WriteTransaction
  ) throws -> EmptyMessage {
    let id = input.id
    guard id != "" else {
      throw APIError.invalidArgument("id: the value is empty. Without the field all are deleted.")
    }
    let count = try store.deleteMessages(id, in: context.scope)
    if let id, count == 0 {
      throw APIError.invalidArgument(
        "id: there is no message \(id.prefix(64)). GET messages of the same project lists them.")
    }
    return EmptyMessage()
  }
}

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
