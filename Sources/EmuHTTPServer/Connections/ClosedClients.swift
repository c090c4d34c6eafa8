import CMicrohttpd
import EmuSystem

/// The clients that have closed their side, also where the daemon does not check.
///
/// Each socket is registered once and costs nothing afterwards: the system reports the end alone,
/// and drops a closed socket.
final class ClosedClients: Sendable {
  private let queue: Int32

  /// - Parameter wakeUp: ends a wait early.
  init(wakeUp: WakeUp) throws(ServerError) {
    #if os(Linux)
      queue = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard queue >= 0 else { throw .startFailed("epoll_create1", errno) }
      add(wakeUp.descriptor, Self.token(of: wakeUp.descriptor, 0), emu_epoll_readable)
    #else
      queue = kqueue()
      guard queue >= 0 else { throw .startFailed("kqueue", errno) }
      _ = fcntl(queue, F_SETFD, FD_CLOEXEC)
      add(wakeUp.descriptor, Self.token(of: wakeUp.descriptor, 0), lowWater: 1)
    #endif
  }

  deinit { _ = close(queue) }

  /// Watches for the end of a connection; called before the daemon has it.
  func watch(_ connection: ClientConnection) {
    let token = Self.token(of: connection.descriptor, connection.serial)
    #if os(Linux)
      add(connection.descriptor, token, emu_epoll_closed)
    #else
      add(connection.descriptor, token, lowWater: .max)
    #endif
  }

  /// Waits, and returns the ended sockets as descriptors with their serial numbers.
  ///
  /// - Parameter time: nil to wait without limit.
  func wait(atMost time: Duration?) -> [(descriptor: Int32, serial: UInt32)] {
    let milliseconds = time.map { Int32(clamping: Int64($0 / .milliseconds(1)) + 1) } ?? -1
    #if os(Linux)
      var events = [epoll_event](repeating: epoll_event(), count: 64)
      let count = epoll_wait(queue, &events, Int32(events.count), milliseconds)
      let tokens = events.prefix(max(0, Int(count))).map { $0.data.u64 }
    #else
      let none = kevent(ident: 0, filter: 0, flags: 0, fflags: 0, data: 0, udata: nil)
      var events: [kevent] = Array(repeating: none, count: 64)
      var time = timespec(
        tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
      let count =
        milliseconds < 0
        ? kevent(queue, nil, 0, &events, Int32(events.count), nil)
        : kevent(queue, nil, 0, &events, Int32(events.count), &time)
      let tokens = Self.reported(
        events.prefix(max(0, Int(count))).map { event in
          (UInt64(UInt(bitPattern: event.udata)), event.flags & UInt16(EV_EOF) != 0)
        })
    #endif
    return tokens.map {
      (Int32(truncatingIfNeeded: $0), UInt32(truncatingIfNeeded: $0 >> 32))
    }
  }

  /// Returns the tokens of the relevant events of kqueue(2). Of a connection only the end counts,
  /// since readable bytes are not an end. Of the wake-up, which has the serial number 0, each event
  /// counts.
  static func reported(_ events: [(token: UInt64, isEnd: Bool)]) -> [UInt64] {
    events.filter { $0.isEnd || $0.token >> 32 == 0 }.map(\.token)
  }

  private static func token(of descriptor: Int32, _ serial: UInt32) -> UInt64 {
    UInt64(serial) << 32 | UInt64(UInt32(bitPattern: descriptor))
  }

  #if os(Linux)
    private func add(_ descriptor: Int32, _ token: UInt64, _ events: UInt32) {
      var event = epoll_event(events: events, data: epoll_data_t(u64: token))
      // Without memory for it, the time limit ends the request.
      _ = epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event)
    }
  #else
    private func add(_ descriptor: Int32, _ token: UInt64, lowWater: Int) {
      var change = kevent(
        ident: UInt(descriptor), filter: Int16(EVFILT_READ), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_LOWAT), data: lowWater,
        udata: UnsafeMutableRawPointer(bitPattern: UInt(token)))
      _ = kevent(queue, &change, 1, nil, 0, nil)
    }
  #endif
}
