import CMicrohttpd
import EmuHTTP

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The functions that the daemon calls, on its worker threads: each only finds the object that
/// its context stands for and calls a typed method.
extension Daemon {
  /// The request line has come: the exchange is made here, as this is the only place where the
  /// target is still as the client sent it. `completed` releases it.
  static let begin:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { context, target, connection in
      guard let context, let target, let connection else { return nil }
      let exchange = Exchange(
        Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue(),
        connection: connection, target: String(cString: target))
      return Unmanaged.passRetained(exchange).toOpaque()
    }

  /// Headers, a piece of the body, or the end of the request; and again after a resumption.
  static let handle:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result = { _, _, _, method, _, bytes, count, slot in
      guard let method, let count, let slot, let exchange = slot.pointee else { return .NO }
      let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
      count.pointee = 0
      return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .proceed(method: method, piece: piece)
    }

  /// The request is over, whatever became of it.
  static let completed:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void = { _, _, slot, _ in
      guard let slot, let exchange = slot.pointee else { return }
      slot.pointee = nil
      Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().end()
    }

  /// Paths and queries stay as they were sent; the router and the form parser decode them.
  static let unescape:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
    ) -> Int = { _, _, text in
      text.map { strlen($0) } ?? 0
    }
}
