import CCurl

/// The functions that libcurl calls on the client's thread: each only finds the transfer of its
/// context and calls a typed method.
extension Transfer {
  func installCallbacks() throws(OutboundError) {
    // The loop owns the transfer for as long as its handle runs.
    let context = Unmanaged.passUnretained(self).toOpaque()
    try set(CURLOPT_HEADERDATA, to: UnsafeRawPointer(context))
    try set(CURLOPT_WRITEDATA, to: UnsafeRawPointer(context))
    try check(
      emu_curl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Transfer.from(context).collector.add(headerLine: line) ? line.count : 0
      })
    try check(
      emu_curl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return Transfer.from(context).collector.add(body: piece) ? piece.count : 0
      })
  }

  /// Has the body fetched piece by piece.
  func installUpload() throws(OutboundError) {
    try set(CURLOPT_READDATA, to: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    try check(
      emu_curl_set_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
        guard let context else { return 0 }
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return Transfer.from(context).fill(buffer) ?? Int(CURL_READFUNC_ABORT)
      })
  }

  private static func from(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }
}
