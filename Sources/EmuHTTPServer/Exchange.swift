import CMicrohttpd
import EmuHTTP
import Synchronization

/// One request on one connection, from its first line to the last byte of its response.
///
/// The daemon calls ``proceed(method:piece:)`` from the worker thread that owns the connection:
/// with the headers, with each piece of the body, at its end, and once more after a resumption.
/// Others reach an exchange only through `complete`, `drain` and `abort`, which take the lock.
// Safety: what the lock does not guard is touched only by the one worker that owns the
// connection; the connection is used elsewhere only to resume it, under the lock, while it is
// suspended and therefore alive (microhttpd manual, MHD_resume_connection).
final class Exchange: @unchecked Sendable {
  private enum Stage {
    case headers
    case body(limit: Int)
    /// Too much has come; the rest is read and dropped, then 413 is sent.
    case overflow(remaining: Int)
    case answering
  }

  private struct Waiting {
    var isSuspended = false
    var isAborted = false
    var isDraining = false
    var thunk: Deferred.Thunk?
    var stream: StreamReader?
  }

  /// How far a body may pass its limit before the connection is cut instead of read to its end,
  /// in bytes. A client that is still sending would not see the answer.
  private static let overflowLimit = 64 << 20

  let connection: OpaquePointer
  private let context: ServerContext
  private let target: String
  private var stage = Stage.headers
  private var request = Request(method: .get, path: "/")
  private let waiting = Mutex(Waiting())

  init(_ context: ServerContext, connection: OpaquePointer, target: String) {
    self.context = context
    self.connection = connection
    self.target = target
  }

  // MARK: On the worker

  func proceed(method: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer) -> MHD_Result {
    switch stage {
    case .headers:
      guard context.exchanges.begin(self) else { return .NO }
      readHead(method: method)
      return prepareForBody()
    case .body(let limit):
      if piece.isEmpty { return respond() }
      if request.body.count + piece.count <= limit {
        request.body.append(contentsOf: piece)
      } else {
        request.body = []
        stage = .overflow(remaining: Self.overflowLimit)
      }
      return .YES
    case .overflow(let remaining):
      if piece.isEmpty { return answerTooLarge() }
      stage = .overflow(remaining: remaining - piece.count)
      return remaining > piece.count ? .YES : .NO
    case .answering:
      return answerLater()
    }
  }

  /// The daemon has finished with the request.
  func end() {
    context.exchanges.end(self)
  }

  private func readHead(method: UnsafePointer<CChar>) {
    let (path, query) = Request.split(target: target)
    request = Request(
      method: Method(rawValue: String(cString: method)), path: path, rawQuery: query,
      headers: readHeaders(),
      remoteAddress: emu_mhd_client_address(connection).flatMap { IPLiteral.text(of: $0) },
      isSecure: context.isSecure)
  }

  private func readHeaders() -> Headers {
    var headers = Headers(capacity: 12)
    withUnsafeMutablePointer(to: &headers) { pointer in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let context else { return .NO }
          context.assumingMemoryBound(to: Headers.self).pointee
            .add(Exchange.text(name, nameCount), Exchange.text(value, valueCount))
          return .YES
        }, pointer)
    }
    return headers
  }

  /// The bytes as text; what is not UTF-8 is repaired.
  private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func prepareForBody() -> MHD_Result {
    let limit = context.configuration.bodyLimit(request.method, request.path)
    let declared = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
    stage = .body(limit: limit)
    guard declared > limit else {
      // Trust the declaration only so far: it costs a client nothing to write a large number.
      request.body.reserveCapacity(min(declared, 1 << 20))
      return .YES
    }
    stage = .overflow(remaining: .max)
    // A client that asks first, or has too much to wait for, is answered before it sends.
    let isAsking = request.headers["Expect"] != nil
    return isAsking || declared - limit > Self.overflowLimit ? answerTooLarge() : .YES
  }

  private func answerTooLarge() -> MHD_Result {
    stage = .answering
    return queue(context.configuration.tooLarge(request))
  }

  private func respond() -> MHD_Result {
    stage = .answering
    // Moved out, so that the responder does not share it and nothing lingers while it waits.
    var request = Request(method: .get, path: "/")
    swap(&request, &self.request)
    switch context.responder.respond(to: request) {
    case .ready(let response):
      return queue(response)
    case .later(let deferred):
      deferred.start { thunk in self.complete(thunk) }
      return answerLater()
    }
  }

  /// Queues the response if it has come, else suspends the connection until it does.
  private func answerLater() -> MHD_Result {
    let (thunk, isAborted) = waiting.withLock { waiting in
      if waiting.thunk == nil, !waiting.isAborted {
        MHD_suspend_connection(connection)
        waiting.isSuspended = true
      }
      defer { waiting.thunk = nil }
      return (waiting.thunk, waiting.isAborted)
    }
    if let thunk { return queue(thunk()) }
    return isAborted ? .NO : .YES
  }

  private func queue(_ response: Response) -> MHD_Result {
    guard let outgoing = OutgoingResponse(response, connection: connection) else { return .NO }
    if context.exchanges.isDraining { outgoing.add("Connection", "close") }
    if let stream = outgoing.stream {
      waiting.withLock { waiting in
        waiting.stream = stream
        if waiting.isDraining { stream.drain() }
        if waiting.isAborted { stream.abort() }
      }
    }
    return outgoing.queue(on: connection)
  }

  // MARK: On any thread

  /// Takes the answer over; the first one counts.
  private func complete(_ thunk: @escaping Deferred.Thunk) {
    waiting.withLock { waiting in
      guard waiting.thunk == nil else { return }
      waiting.thunk = thunk
      resume(&waiting)
    }
  }

  /// Lets a stream that has nothing to send end.
  func drain() {
    waiting.withLock { waiting in
      waiting.isDraining = true
      waiting.stream?.drain()
    }
  }

  /// Wakes the connection, if it is suspended, so that it can be closed.
  func abort() {
    waiting.withLock { waiting in
      waiting.isAborted = true
      waiting.stream?.abort()
      resume(&waiting)
    }
  }

  private func resume(_ waiting: inout Waiting) {
    guard waiting.isSuspended else { return }
    waiting.isSuspended = false
    MHD_resume_connection(connection)
  }
}
