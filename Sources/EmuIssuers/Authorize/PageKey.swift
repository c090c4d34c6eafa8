internal import EmuModel
internal import Synchronization

/// The key that seals forms of pages, generated at first use after each start.
final class PageKey: Sendable {
  private let ids: IDGenerator
  private let made = Mutex<[UInt8]?>(nil)

  init(_ ids: IDGenerator) { self.ids = ids }

  var bytes: [UInt8] {
    made.withLock { key in
      let bytes = key ?? ids.randomBytes(32)
      key = bytes
      return bytes
    }
  }
}
