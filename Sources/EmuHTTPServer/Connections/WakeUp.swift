internal import EmuSystem
internal import Synchronization

/// Wakes a thread that polls: a pipe whose reading end becomes readable.
final class WakeUp: Sendable {
  let descriptor: Int32
  private let writing: Int32

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

  /// Discards the signals so far.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}

/// A flag that one thread sets once for another.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() { value.store(true, ordering: .releasing) }
}
