internal import EmuModel
internal import Synchronization

/// The events of sign-ins by redirect that an app's page has not requested yet.
///
/// The page of a sign-in stores the event in its `sessionStorage`. A browser that partitions the
/// storage of frames by top-level site does not show it to the frame in an app of another site. So
/// the event is also stored here, for its browser and origin.
final class PendingRedirects: Sendable {
  struct Key: Sendable, Hashable {
    var apiKey: String
    var appName: String
    /// The origin of the app's page.
    var origin: String
    var userAgent: String
  }

  private static let limit = 256
  /// The time after which the app no longer waits.
  private static let lifetime = Duration.seconds(600)
  private let events = Mutex<[Key: (event: String, keptAt: Timestamp)]>([:])

  /// Stores an event as JSON, and replaces an earlier one of the same page. The oldest is dropped
  /// first.
  func keep(_ event: String, for key: Key, at now: Timestamp) {
    events.withLock { events in
      if events.count >= Self.limit, events[key] == nil,
        let oldest = events.min(by: { $0.value.keptAt < $1.value.keptAt })?.key
      {
        events[oldest] = nil
      }
      events[key] = (event, now)
    }
  }

  func take(_ key: Key, at now: Timestamp) -> String? {
    events.withLock { events in
      guard let (event, keptAt) = events.removeValue(forKey: key) else { return nil }
      return now.since(keptAt) < Self.lifetime ? event : nil
    }
  }
}
