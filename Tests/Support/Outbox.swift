package import EmuModel
internal import Synchronization

/// The messages that an emulator would have sent.
package final class Outbox: Sendable {
  private let list = Mutex<[OutgoingMessage]>([])

  package init() {}

  /// Every e-mail and text message, the oldest first.
  package var messages: [OutgoingMessage] { list.withLock { $0 } }

  package func add(_ message: OutgoingMessage) { list.withLock { $0.append(message) } }
}
