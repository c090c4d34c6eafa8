internal import EmuModel
internal import Synchronization

/// The events of sign-ins by redirect that the app's page has not asked for yet.
///
/// The page that signs in leaves the event in its `sessionStorage`; a browser that keeps the storage of
/// frames apart for each site at the top does not show it to the frame in an app's page of another
/// site. So it waits here as well, for the browser and the origin that it belongs to.
final class PendingRedirects: Sendable {
  struct Key: Sendable, Hashable {
    var apiKey: String
    var appName: String
    /// The origin of the app's page.
    var origin: String
    /// The browser, as far as it names itself.
    var userAgent: String
  }

  private static let limit = 256
  /// Later the person has given up, and the app no longer waits.
  private static let lifetime = Duration.seconds(600)
  private let events = Mutex<(order: [Key], byKey: [Key: (event: String, keptAt: Timestamp)])>(
    ([], [:]))

  /// Keeps an event as JSON, in place of an earlier one of the same page; the oldest goes first.
  func keep(_ event: String, for key: Key, at now: Timestamp) {
    events.withLock { events in
      if events.byKey.updateValue((event, now), forKey: key) != nil {
        events.order.removeAll { $0 == key }
      }
      events.order.append(key)
      if events.order.count > Self.limit { events.byKey[events.order.removeFirst()] = nil }
    }
  }

  /// Hands out an event, once.
  func take(_ key: Key, at now: Timestamp) -> String? {
    events.withLock { events in
      guard let (event, keptAt) = events.byKey.removeValue(forKey: key) else { return nil }
      events.order.removeAll { $0 == key }
      return now.since(keptAt) < Self.lifetime ? event : nil
    }
  }
}
