internal import EmuHTTP
internal import EmuJSON
package import EmuOutbound

/// Sends each message also to a mail server and to a webhook, each in the order of the messages.
///
/// A message that cannot be delivered is logged and dropped; no request waits for it.
package final class MessageForwarder: Sendable {
  private enum Receiver: String {
    case mailServer = "--smtp-forward"
    case webhook = "--message-webhook"
  }

  private static let limit = 1000

  private let mailServer: String?
  private let webhook: String?
  private let outbound: OutboundClient
  private let onNotice: @Sendable (String) -> Void
  private let queue: DeliveryQueue<Receiver>

  /// - Parameters:
  ///   - mailServer: `host:port` of a server that speaks SMTP.
  ///   - webhook: the URL to post messages to.
  ///   - onNotice: receives a sentence for each failed delivery, on any thread.
  /// - Returns: nil without a receiver.
  package init?(
    mailServer: String?, webhook: String?, outbound: OutboundClient,
    onNotice: @escaping @Sendable (String) -> Void
  ) {
    guard mailServer != nil || webhook != nil else { return nil }
    self.mailServer = mailServer
    self.webhook = webhook
    self.outbound = outbound
    self.onNotice = onNotice
    queue = DeliveryQueue(limit: Self.limit) {
      onNotice(
        "\(Self.limit) messages wait for --smtp-forward or --message-webhook, so further ones are "
          + "left out. Check that both answer.")
    }
  }

  /// Queues a message and returns immediately.
  func forward(_ message: ForwardedMessage) {
    if let webhook {
      // Texts and numbers, which can always be encoded.
      let body = (try? JSONEncoding.encode(message.notification)) ?? []
      let headers: Headers = ["Content-Type": "application/json"]
      var request = OutboundRequest(.post, webhook, headers: headers, body: body)
      // Its status counts, and its body may have any length.
      request.receive = { _ in true }
      send(request, message, to: .webhook)
    }
    guard let mailServer, let mail = message.mail else { return }
    if let address = mail.unsendable {
      let reason = "the address of the \(address) has characters that SMTP does not allow."
      return log(message, .mailServer, reason)
    }
    var request = OutboundRequest(.post, "smtp://\(mailServer)/localhost", body: mail.bytes)
    request.envelope = .init(from: mail.sender, to: mail.recipient)
    send(request, message, to: .mailServer)
  }

  /// Stops accepting messages, and waits for the queued ones to be sent, at most the given duration.
  package func close(waiting duration: Duration) {
    let count = queue.close(waiting: duration)
    guard count > 0 else { return }
    onNotice("The emulator stops. Messages that were not forwarded: \(count).")
  }

  private func send(
    _ request: OutboundRequest, _ message: ForwardedMessage, to receiver: Receiver
  ) {
    queue.add(for: receiver) { finish in
      self.outbound.send(request) { result in
        switch result {
        case .success(let response) where (200..<300).contains(response.status.rawValue): break
        case .success(let response):
          self.log(message, receiver, "the answer is \(response.status.rawValue).")
        case .failure(let error): self.log(message, receiver, error.message)
        }
        finish()
      }
    }
  }

  private func log(_ message: ForwardedMessage, _ receiver: Receiver, _ reason: String) {
    onNotice(
      "The message to \(message.notification.message.to) was not forwarded by "
        + "\(receiver.rawValue): \(reason)")
  }
}
