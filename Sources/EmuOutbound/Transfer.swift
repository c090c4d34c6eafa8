import CCurl
import EmuHTTP

/// One request and its response: the owner of an easy handle.
///
/// Used on the client's thread only.
final class Transfer {
  let handle: UnsafeMutableRawPointer
  /// The collected parts of the response.
  var collector: ResponseCollector

  /// The unsent part of a body that is read piece by piece.
  private var upload: (body: any StoredBody, offset: Int)?
  private let host: String
  private let completion: Submission.Completion
  // libcurl writes here while the transfer runs.
  private let errorText: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle that is ready to run.
  ///
  /// - Throws: `invalidURL`, `invalidRequest`, `other`.
  init(_ submission: Submission) throws(OutboundError) {
    let request = submission.request
    let target = try Target(request.url)
    let fields = try HeaderLines.lines(of: request, host: target.host)
    guard let handle = emu_curl_easy_init() else {
      throw OutboundError(.other, "There is no memory for a request to \(target.host).")
    }
    self.handle = handle
    host = target.host
    completion = submission.completion
    collector = ResponseCollector(
      maximumBodyBytes: request.maximumResponseBytes, receive: request.receive)
    upload = request.storedBody.map { ($0, 0) }
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    for field in fields { self.fields = emu_curl_slist_append(self.fields, field) ?? self.fields }
    try set(CURLOPT_URL, to: target.url)
    try set(CURLOPT_HTTPHEADER, to: self.fields)
    try set(CURLOPT_ERRORBUFFER, to: errorText)
    try apply(request)
    try installCallbacks()
  }

  deinit {
    emu_curl_easy_cleanup(handle)
    emu_curl_slist_free_all(fields)
    errorText.deallocate()
  }

  /// Completes with libcurl's result of the transfer.
  func finish(_ result: CURLcode) {
    if collector.isTooLarge {
      completion(.failure(.tooLarge(host)))
    } else if result == CURLE_OK {
      completion(
        .success(
          OutboundResponse(
            status: Status(rawValue: emu_curl_status(handle)), headers: collector.headers,
            body: collector.body)))
    } else {
      completion(.failure(.transfer(result, detail: String(cString: errorText), host: host)))
    }
  }

  func cancel() {
    completion(.failure(.cancelled(host)))
  }

  /// Fills a buffer with the next bytes to send.
  ///
  /// - Returns: the number of bytes; nil when the body cannot be read.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let (body, offset) = upload else { return 0 }
    guard let piece = try? body.bytes(from: offset, count: buffer.count) else { return nil }
    buffer.copyBytes(from: piece)
    upload = (body, offset + piece.count)
    return piece.count
  }

  /// Translates a rejected option into an error.
  func check(_ result: CURLcode) throws(OutboundError) {
    guard result == CURLE_OK else { throw .transfer(result, detail: "", host: host) }
  }
}
