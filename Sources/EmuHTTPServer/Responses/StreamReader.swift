import CMicrohttpd
import EmuHTTP
import EmuSystem
import Synchronization

/// Feeds one streamed body to the daemon.
// Safety: only the worker that owns the connection uses source and rest. Other threads use the
// connection only to resume it, under the lock, while it is suspended and therefore alive.
final class StreamReader: @unchecked Sendable {
  /// The size of the daemon's reads, in bytes.
  static let blockSize = 32 << 10

  private struct State {
    var isSuspended = false
    /// True when a wake-up came after the start of the last pull.
    var isWoken = false
    var isDraining = false
    var isAborted = false
  }

  private let connection: OpaquePointer
  private let state: Shared
  private var source: ResponseStream.Source?
  private var rest: ArraySlice<UInt8> = []

  init(_ stream: ResponseStream, connection: OpaquePointer) {
    self.connection = connection
    let state = Shared(connection)
    self.state = state
    source = stream.open(wake: { state.update { $0.isWoken = true } })
  }

  // MARK: On any thread

  /// Ends the stream when it has nothing to send.
  func drain() { state.update { $0.isDraining = true } }

  func abort() { state.update { $0.isAborted = true } }

  // MARK: On the worker

  /// Copies the next bytes, or suspends the connection when there are none yet.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while rest.isEmpty {
      state.willPull()
      switch source?.next() ?? .abort {
      case .bytes(let bytes): rest = bytes[...]
      case .end: return emu_mhd_end_of_stream
      case .abort: return emu_mhd_end_with_error
      case .wait:
        if let result = state.suspendUnlessWoken() { return result }
      }
    }
    let piece = rest.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }

  private func close() {
    source?.close()
    source = nil
  }

  // MARK: Called by the daemon

  static let read: MHD_ContentReaderCallback = { reader, _, buffer, count in
    guard let reader, let buffer else { return emu_mhd_end_with_error }
    return Unmanaged<StreamReader>.fromOpaque(reader).takeUnretainedValue()
      .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
  }

  static let free: MHD_ContentReaderFreeCallback = { reader in
    guard let reader else { return }
    Unmanaged<StreamReader>.fromOpaque(reader).takeRetainedValue().close()
  }
}

extension StreamReader {
  /// The state shared with other threads; separate, so that a wake-up does not keep the stream
  /// alive.
  // Safety: the connection is used under the lock only, to suspend it on its own worker and to
  // resume it while it is suspended.
  private final class Shared: @unchecked Sendable {
    private let connection: OpaquePointer
    private let state = Mutex(State())

    init(_ connection: OpaquePointer) {
      self.connection = connection
    }

    func update(_ change: (inout State) -> Void) {
      state.withLock { state in
        change(&state)
        guard state.isSuspended else { return }
        state.isSuspended = false
        MHD_resume_connection(connection)
      }
    }

    func willPull() {
      state.withLock { $0.isWoken = false }
    }

    /// Returns the result of a read that has nothing to send; nil to pull again.
    func suspendUnlessWoken() -> Int? {
      state.withLock { state in
        if state.isAborted { return emu_mhd_end_with_error }
        if state.isWoken { return nil }
        if state.isDraining { return emu_mhd_end_of_stream }
        MHD_suspend_connection(connection)
        state.isSuspended = true
        return 0
      }
    }
  }
}
