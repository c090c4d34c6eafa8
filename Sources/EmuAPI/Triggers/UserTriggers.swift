package import EmuModel
package import EmuOutbound
internal import EmuHTTP
internal import EmuThread

/// Sends events of created and deleted accounts to the Functions emulator. Events of one account
/// stay in order; different accounts are handled in parallel.
///
/// An event that cannot be sent is logged and dropped; no request waits for it.
package final class UserTriggers: Sendable {
  private struct Account: Hashable {
    var projectID: String
    var tenantID: String?
    var uid: String

    init(of event: UserEvent) {
      projectID = event.projectID
      tenantID = event.tenantID
      uid = event.user.uid
    }
  }

  private struct State {
    /// The waiting events by account; the first of each is being sent.
    var queues: [Account: [UserEvent]] = [:]
    var count = 0
    /// The number of dropped events since the queue was last full.
    var omitted = 0
    /// The reason why nothing receives the events; nil after a success.
    var absence: String?
    var isClosed = false
  }

  /// The limit of waiting events; further ones are dropped.
  static let limit = 10_000

  private let state = Monitor(State())
  private let address: FunctionsAddress
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
    address = FunctionsAddress(host, outbound: outbound)
    self.outbound = outbound
    self.timeLimit = timeLimit
    self.onNotice = onNotice
  }

  /// Queues an event and returns immediately.
  func send(_ event: UserEvent) {
    enum Next {
      case deliver
      case wait
      case omit
    }
    let account = Account(of: event)
    let next: Next = state.withLock { state in
      guard !state.isClosed else { return .wait }
      guard state.count < Self.limit else {
        state.omitted += 1
        return state.omitted == 1 ? .omit : .wait
      }
      state.count += 1
      state.queues[account, default: []].append(event)
      return state.queues[account]?.count == 1 ? .deliver : .wait
    }
    switch next {
    case .deliver: deliver(event, account)
    case .wait: return
    case .omit:
      onNotice(
        "\(Self.limit) events wait for the Functions emulator, so further ones are left out. Is it "
          + "stuck?")
    }
  }

  /// Stops accepting events, and waits for the queued ones to be sent.
  ///
  /// Blocks for at most the given duration; never call it on the client's thread.
  package func close(waiting duration: Duration) {
    let left = state.withLock { state in
      state.isClosed = true
      return state.count
    }
    guard left > 0 else { return }
    let deadline = ContinuousClock.now + duration
    let count = state.wait(until: { $0.count == 0 }, before: { _ in deadline }) { state in
      defer {
        state.queues = [:]
        state.count = 0
      }
      return state.count
    }
    guard count > 0 else { return }
    onNotice("The emulator stops. Events that were not sent to the Functions emulator: \(count).")
  }

  private func deliver(_ event: UserEvent, _ account: Account) {
    address.find { found in
      switch found {
      case .success(let host):
        self.state.withLock { $0.absence = nil }
        self.send(event.messages[...], to: host, event, account)
      case .failure(let problem): self.miss(event, account, problem.message)
      }
    }
  }

  /// Sends the forms of an event one after the other.
  private func send(
    _ messages: ArraySlice<(contentType: String, body: [UInt8])>, to host: String,
    _ event: UserEvent, _ account: Account
  ) {
    guard let message = messages.first else { return finish(account) }
    var request = OutboundRequest(
      .post, "http://\(host)/functions/projects/\(event.projectID)/trigger_multicast",
      headers: ["Content-Type": message.contentType], body: message.body)
    request.timeout = timeLimit
    outbound.send(request) { result in
      switch result {
      case .success(let response) where (200..<300).contains(response.status.rawValue):
        self.send(messages.dropFirst(), to: host, event, account)
      case .success(let response):
        self.fail(event, account, "\(host) answers \(response.status.rawValue)")
      case .failure(let error):
        self.address.forget()
        self.fail(event, account, error.message)
      }
    }
  }

  /// Records an unreachable receiver. It is logged once, because an emulator hub often runs without
  /// functions.
  private func miss(_ event: UserEvent, _ account: Account, _ reason: String) {
    let isNew = state.withLock { state in
      defer { state.absence = reason }
      return state.absence != reason
    }
    guard isNew else { return finish(account) }
    fail(event, account, reason, ", and further failures are not logged")
  }

  private func fail(
    _ event: UserEvent, _ account: Account, _ reason: String, _ addition: String = ""
  ) {
    onNotice(
      "The event that user \(event.user.uid) of \(event.projectID) was "
        + "\(event.kind == .created ? "created" : "deleted") was not sent\(addition): \(reason)")
    finish(account)
  }

  /// Continues with the next event of the account.
  private func finish(_ account: Account) {
    let next = state.update { state -> UserEvent? in
      guard var queue = state.queues.removeValue(forKey: account) else { return nil }
      queue.removeFirst()
      state.count -= 1
      if state.count < Self.limit / 2 { state.omitted = 0 }
      if !queue.isEmpty { state.queues[account] = queue }
      return queue.first
    }
    if let next { deliver(next, account) }
  }
}
