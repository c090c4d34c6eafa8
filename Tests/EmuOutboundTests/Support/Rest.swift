import EmuHTTP
import Synchronization

final class Rest: Sendable {
  private let bytes: Mutex<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) {
    self.bytes = Mutex(bytes[...])
  }

  func next(_ count: Int) -> ResponseStream.Chunk {
    bytes.withLock { bytes in
      guard !bytes.isEmpty else { return .end }
      defer { bytes = bytes.dropFirst(count) }
      return .bytes(Array(bytes.prefix(count)))
    }
  }
}
