package import EmuModel
package import EmuOutbound
internal import EmuHTTP
internal import Synchronization

/// Sends events of created and deleted accounts to the Functions emulator. Events of one account
/// stay in order; different accounts are handled in parallel.
///
/// An event that cannot be sent is logged and dropped; no request waits for it.
package final class UserTriggers: Sendable {
  private typealias Finish = @Sendable () -> Void

  /// The limit of waiting events; further ones are dropped.
  static let limit = 10_000

  /// The events by project, tenant and uid.
  private let queue: DeliveryQueue<[String?]>
  /// The reason why nothing receives the events; nil after a success.
  private let absence = Mutex<String?>(nil)
  private let host: FunctionsHost
  private let outbound: OutboundClient
  private let timeLimit: Duration
  private let onNotice: @Sendable (String) -> Void

  /// - Parameters:
  ///   - timeLimit: the time in which the Functions emulator must acknowledge an event.
  ///   - onNotice: receives a sentence for each failed delivery, on any thread.
  package init(
    _ host: FunctionsHost, outbound: OutboundClient, timeLimit: Duration,
    onNotice: @escaping @Sendable (String) -> Void
  ) {
    self.host = host
    queue = DeliveryQueue(limit: Self.limit) {
      onNotice(
        "\(Self.limit) events wait for the Functions emulator, so further ones are left out. Is it "
          + "stuck?")
    }
    self.outbound = outbound
    self.timeLimit = timeLimit
    self.onNotice = onNotice
  }

  /// Queues an event and returns immediately.
  func send(_ event: UserEvent) {
    let account = [event.projectID, event.tenantID, event.user.uid]
    queue.add(for: account) { self.deliver(event, $0) }
  }

  /// Stops accepting events, and waits for the queued ones to be sent, at most the given duration.
  package func close(waiting duration: Duration) {
    let count = queue.close(waiting: duration)
    guard count > 0 else { return }
    onNotice("The emulator stops. Events that were not sent to the Functions emulator: \(count).")
  }

  private func deliver(_ event: UserEvent, _ finish: @escaping Finish) {
    host.findAddress(by: outbound) { found in
      switch found {
      case .success(let host):
        self.absence.withLock { $0 = nil }
        self.send(event.messages[...], to: host, event, finish)
      case .failure(let problem):
        // Logged once, because an emulator hub often runs without functions.
        let isNew = self.absence.withLock { absence in
          defer { absence = problem.message }
          return absence != problem.message
        }
        guard isNew else { return finish() }
        self.fail(event, problem.message, adding: ", and further failures are not logged", finish)
      }
    }
  }

  /// Sends the forms of an event one after the other.
  private func send(
    _ messages: ArraySlice<(contentType: String, body: [UInt8])>, to host: String,
    _ event: UserEvent, _ finish: @escaping Finish
  ) {
    guard let message = messages.first else { return finish() }
    var request = OutboundRequest(
      .post, "http://\(host)/functions/projects/\(event.projectID)/trigger_multicast",
      headers: ["Content-Type": message.contentType], body: message.body)
    request.timeout = timeLimit
    outbound.send(request) { result in
      switch result {
      case .success(let response) where (200..<300).contains(response.status.rawValue):
        self.send(messages.dropFirst(), to: host, event, finish)
      case .success(let response):
        self.fail(event, "\(host) answers \(response.status.rawValue)", finish)
      case .failure(let error): self.fail(event, error.message, finish)
      }
    }
  }

  private func fail(
    _ event: UserEvent, _ reason: String, adding addition: String = "", _ finish: Finish
  ) {
    onNotice(
      "The event that user \(event.user.uid) of \(event.projectID) was "
        + "\(event.kind == .created ? "created" : "deleted") was not sent\(addition): \(reason)")
    finish()
  }
}
