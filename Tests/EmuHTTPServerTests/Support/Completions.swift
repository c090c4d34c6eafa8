import EmuHTTP
import Foundation
import Synchronization

/// Deferred answers that the test completes, from any thread.
final class Completions: Sendable {
  private let waiting = Mutex<[Deferred.Completion]>([])

  func answer() -> Answer {
    .later(Deferred { completion in self.waiting.withLock { $0.append(completion) } })
  }

  /// Waits until a number of answers are open and returns them.
  func take(_ count: Int, within seconds: Double = 300) -> [Deferred.Completion] {
    let deadline = Date.now.addingTimeInterval(seconds)
    while Date.now < deadline {
      let taken = waiting.withLock { waiting -> [Deferred.Completion]? in
        guard waiting.count >= count else { return nil }
        defer { waiting = [] }
        return waiting
      }
      if let taken { return taken }
      Thread.sleep(forTimeInterval: 0.001)
    }
    return []
  }
}
