import CCurl
import EmuHTTP
import EmuSystem

extension Transfer {
  func apply(_ request: OutboundRequest) throws(OutboundError) {
    try check(emu_curl_allow_http_only(handle))
    emu_curl_quick_exit(handle)
    // Signals belong to the entire process; the thread has SIGPIPE blocked.
    try set(CURLOPT_NOSIGNAL, to: 1)
    try set(CURLOPT_USERAGENT, to: "auth-emulator")
    try set(CURLOPT_NOPROXY, to: Self.hostsWithoutProxy)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
    try set(CURLOPT_TIMEOUT_MS, to: request.timeout.milliseconds)
    try set(CURLOPT_CONNECTTIMEOUT_MS, to: request.connectTimeout.milliseconds)
    try set(CURLOPT_FOLLOWLOCATION, to: request.followsRedirects ? 1 : 0)
    try set(CURLOPT_MAXREDIRS, to: 5)
    // Rejects a body with a declared size; the collector rejects the others. 0 means no limit, which
    // a receiver has.
    if request.receive == nil {
      try check(
        emu_curl_set_size(
          handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(1, request.maximumResponseBytes))))
    }
    if let body = request.storedBody {
      try upload(body, by: request.method)
    } else {
      try apply(request.method, request.body)
    }
    if let path = request.trustedCertificates { try set(CURLOPT_CAINFO, to: path) }
  }

  private func apply(_ method: Method, _ body: [UInt8]) throws(OutboundError) {
    if !body.isEmpty || [.post, .put, .patch].contains(method) {
      try check(
        emu_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
      // Selects POST, and copies as many bytes as the size says; an empty array has no address.
      try check(
        (body.isEmpty ? [0] : body).withUnsafeBytes {
          emu_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
        })
      // A method by name survives redirects, and POST must become GET where RFC 9110 §15.4 requires
      // it.
      if method != .post { try set(CURLOPT_CUSTOMREQUEST, to: method.rawValue) }
    } else if method == .head {
      try set(CURLOPT_NOBODY, to: 1)
    } else if method != .get {
      try set(CURLOPT_CUSTOMREQUEST, to: method.rawValue)
    }
  }

  private func upload(_ body: any StoredBody, by method: Method) throws(OutboundError) {
    try set(CURLOPT_POST, to: 1)
    try check(emu_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    if method != .post { try set(CURLOPT_CUSTOMREQUEST, to: method.rawValue) }
    try installUpload()
  }

  /// The hosts that the environment exempts from its proxies, and always this machine.
  private static let hostsWithoutProxy: String = {
    let named = environmentVariable("no_proxy") ?? environmentVariable("NO_PROXY")
    return named == "*" ? "*" : "localhost,127.0.0.1,::1," + (named ?? "")
  }()
}

// MARK: - Options by type

extension Transfer {
  func set(_ option: CURLoption, to value: Int) throws(OutboundError) {
    try check(emu_curl_set_number(handle, option, value))
  }

  /// libcurl copies the text.
  func set(_ option: CURLoption, to value: String) throws(OutboundError) {
    try check(value.withCString { emu_curl_set_pointer(handle, option, $0) })
  }

  /// libcurl keeps the pointer, which must remain valid as long as the transfer.
  func set(_ option: CURLoption, to value: UnsafeRawPointer?) throws(OutboundError) {
    try check(emu_curl_set_pointer(handle, option, value))
  }
}

extension Duration {
  /// In milliseconds, one at least: for libcurl, 0 means no limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
    // libcurl rejects values that overflow its own arithmetic, at 32 bits on some machines.
    guard !isTooLong, whole < Int(Int32.max) else { return Int(Int32.max) }
    return max(1, whole + Int(attoseconds / 1_000_000_000_000_000))
  }
}
