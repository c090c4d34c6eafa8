import CMicrohttpd
import EmuSystem

/// The functions that the daemon calls, on its worker threads: each only finds the object of its
/// context and calls a typed method.
extension Daemon {
  /// A connection was given to its worker, or is about to be closed.
  static let connected:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_ConnectionNotificationCode
    ) -> Void = { context, connection, slot, code in
      guard let context, let connection, let slot else { return }
      let connections =
        Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue().connections
      if code == .CONNECTION_NOTIFY_STARTED {
        // Released when it is closed.
        slot.pointee = connections[emu_mhd_descriptor(connection)].map {
          Unmanaged.passRetained($0).toOpaque()
        }
      } else if let client = slot.pointee {
        slot.pointee = nil
        connections.remove(Unmanaged<ClientConnection>.fromOpaque(client).takeRetainedValue())
      }
    }

  /// The request line was received. The exchange is created here, as only here the target is still
  /// unchanged. `completed` releases it.
  static let begin:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { context, target, connection in
      guard let context, let target, let connection,
        let client = emu_mhd_socket_context(connection)
      else { return nil }
      let connected = Unmanaged<ClientConnection>.fromOpaque(client).takeUnretainedValue()
      let exchange = Exchange(
        Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue(),
        connection: connection, of: connected, target: target)
      // The daemon would split the query into fields that are not used, and lacks memory for some
      // hundreds of them: without separators it finds one.
      var rest = strchr(target, Int32(UInt8(ascii: "?")))
      while let mark = rest {
        mark.pointee = 1
        rest = strchr(mark, Int32(UInt8(ascii: "&")))
      }
      connected.begin(exchange)
      return Unmanaged.passRetained(exchange).toOpaque()
    }

  /// Headers, a piece of the body, or the end of the request; called again after a resumption.
  static let handle:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result = { _, _, _, method, version, bytes, count, slot in
      guard let method, let version, let count, let slot, let exchange = slot.pointee else {
        return .NO
      }
      let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
      count.pointee = 0
      return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .proceed(method: method, version: version, piece: piece)
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

  /// Leaves paths and queries unchanged; the router and the form parser decode them.
  static let unescape:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
    ) -> Int = { _, _, text in
      text.map { strlen($0) } ?? 0
    }
}
