/// Reads bytes of a file at an offset, fewer where it ends before; nil with `errno` for one that cannot be
/// read.
package func readBytes(of descriptor: Int32, from offset: Int, count: Int) -> [UInt8]? {
  var isRead = true
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    while filled < count {
      let read = pread(
        descriptor, buffer.baseAddress.map { UnsafeMutableRawPointer($0 + filled) },
        count - filled, off_t(offset + filled))
      if read < 0, errno == EINTR { continue }
      isRead = read >= 0
      guard read > 0 else { return }
      filled += read
    }
  }
  return isRead ? bytes : nil
}

/// Writes bytes into a file at an offset; false with `errno` for a failure.
package func writeBytes(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int
) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = pwrite(
      descriptor, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count,
      off_t(offset + rest.startIndex))
    if written < 0, errno == EINTR { continue }
    guard written > 0 else { return false }
    rest = rest.dropFirst(written)
  }
  return true
}
