internal import EmuModel
internal import EmuStore

/// A message with what its receivers need, by the state of the store when it was sent.
struct ForwardedMessage: Sendable {
  /// The body of the webhook's request.
  struct Notification: Codable, Sendable {
    var project: String
    var tenant: String?
    /// As in `GET /emulator/v1/projects/{project}/messages`.
    var message: MessagePage.Item
  }

  var notification: Notification
  /// The e-mail; nil for a text message and a push.
  var mail: MailText?

  init(
    _ message: OutgoingMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws {
    let item =
      switch message.content {
      case .email(let code): try ListMessages.item(code, in: context, store)
      case .text(let code), .push(let code): ListMessages.item(code)
      }
    notification = Notification(
      project: message.projectID, tenant: message.tenantID, message: item)
    guard case .email(let code) = message.content else { return }
    let template = context.project.emailTemplate(of: code.kind)
    mail = MailText(
      sender: "\(template?.senderLocalPart ?? "noreply")@\(message.projectID).firebaseapp.com",
      senderName: template?.senderDisplayName, recipient: item.to, replyTo: template?.replyTo,
      subject: item.subject ?? code.purpose.prefix(1).uppercased() + code.purpose.dropFirst(),
      body: item.body ?? message.sentence, isHTML: template?.bodyFormat == .html,
      date: code.createdAt, id: String(code.code.prefix(32)))
  }
}
