import EmuSystem
import Foundation

/// A port on 127.0.0.1 that accepts connections and never sends anything.
final class SilentListener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        let bound = unsafe bind(descriptor, pointer, size)
        return unsafe bound == 0 ? getsockname(descriptor, pointer, &size) : bound
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard code == 0, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  /// Sends a text to the next client, and closes its connection.
  func answer(_ text: String) {
    let descriptor = descriptor
    Thread.detachNewThread {
      let client = accept(descriptor, nil, nil)
      var request = [UInt8](repeating: 0, count: 4096)
      _ = unsafe recv(client, &request, request.count, 0)
      let bytes = Array(text.utf8)
      _ = unsafe send(client, bytes, bytes.count, 0)
      close(client)
    }
  }

  deinit {
    close(descriptor)
  }
}
