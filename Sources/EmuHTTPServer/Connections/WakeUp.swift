internal import EmuSystem
internal import Synchronization

/// Wakes a thread that polls, or ends it: a pipe whose reading end becomes readable.
final class WakeUp: Sendable {
  let descriptor: Int32
  private let writing: Int32
  private let isOver = Atomic(false)

  init() throws(ServerError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .startFailed("pipe", errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    _ = close(descriptor)
    _ = close(writing)
  }

  /// Wakes the thread, from any thread; a second signal before it is read adds nothing.
  func signal() {
    var byte: UInt8 = 0
    // A full pipe wakes as well.
    _ = write(writing, &byte, 1)
  }

  /// True once the thread is to end.
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Wakes the thread for the last time.
  func end() {
    isOver.store(true, ordering: .releasing)
    signal()
  }

  /// Discards the signals so far.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
