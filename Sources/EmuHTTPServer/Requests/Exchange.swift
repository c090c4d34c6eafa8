import CMicrohttpd
import EmuHTTP
import EmuSystem
import Synchronization

/// One request on one connection, from its first line to the last byte of its response.
///
/// The daemon calls ``proceed(method:piece:)`` from the worker thread that owns the connection:
/// with the headers, with each piece of the body, at its end, and once more after a resumption.
/// Other threads use only `complete`, `drain` and `abort`, which take the lock.
// Safety: only the worker that owns the connection uses the state outside the lock. Other threads
// use the connection only to resume it, under the lock, while it is suspended and therefore alive
// (microhttpd manual, MHD_resume_connection).
final class Exchange: RequestClient, @unchecked Sendable {
  private enum Stage {
    case headers
    case body(BodyLimits)
    /// The body is rejected; the rest is read and discarded, then the rejection is sent.
    case discarding(Refusal, remaining: Int)
    case answering
  }

  private struct Waiting {
    var isSuspended = false
    var isAborted = false
    var isDraining = false
    var isCompleted = false
    /// True when the daemon has ended the request.
    var isOver = false
    var thunk: Deferred.Thunk?
    var stream: StreamReader?
  }

  /// The bytes beyond its limit that are read of a body before the connection is closed. A client
  /// that is still sending would not see the response.
  private static let overflowLimit = 64 << 20

  private let connection: OpaquePointer
  private let client: ClientConnection
  private let context: ServerContext
  private let target: String
  private var stage = Stage.headers
  private var request = Request(method: .get, path: "/")
  private var isHead = false
  /// A body that is too long for memory.
  private var file: BodyFile?
  private let waiting = Mutex(Waiting())

  init(
    _ context: ServerContext, connection: OpaquePointer, of client: ClientConnection,
    target: UnsafePointer<CChar>
  ) {
    self.context = context
    self.connection = connection
    self.client = client
    self.target = String(cString: target)
  }

  // MARK: On the worker

  /// - Parameter version: of the request line: `HTTP/1.1`.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, piece: UnsafeRawBufferPointer
  ) -> MHD_Result {
    switch stage {
    case .headers:
      guard !context.connections.isClosed else { return .NO }
      request = RequestHead.read(
        target: target, method: method, from: connection, isSecure: context.isSecure)
      isHead = request.method == .head
      if let refusal = refusalOfHead(version: version) { return refuse(refusal) }
      return prepareForBody()
    case .body(let limits):
      if piece.isEmpty { return respond() }
      client.received(piece.count)
      keep(piece, limits)
      return .YES
    case .discarding(let refusal, let remaining):
      if piece.isEmpty { return refuse(refusal) }
      client.received(piece.count)
      stage = .discarding(refusal, remaining: remaining - piece.count)
      if remaining > piece.count { return .YES }
      context.configuration.onNotice("A request for \(path) was cut off: its rest is too long.")
      sendUnqueued(context.configuration.refuse(refusal, request))
      return .NO
    case .answering:
      return answerLater()
    }
  }

  /// Ends the request, whatever became of it.
  ///
  /// The daemon reads the end of a client's stream before it requests the response of a resumed
  /// connection, and then ends that connection. So the response is created and sent here.
  func end() {
    let unqueued = waiting.withLock { waiting in
      defer { (waiting.thunk, waiting.isOver) = (nil, true) }
      return waiting.thunk
    }
    if let unqueued { sendUnqueued(unqueued()) }
    client.end()
  }

  /// Sends a response past the daemon, which then closes the connection.
  ///
  /// Only as much as the system has room for, and nothing over TLS, whose session is the daemon's.
  private func sendUnqueued(_ response: Response) {
    guard !context.isSecure, let bytes = response.bytes else { return }
    client.send(OutgoingResponse.head(of: response, count: bytes.count) + (isHead ? [] : bytes))
  }

  private func refusalOfHead(version: UnsafePointer<CChar>) -> Refusal? {
    let limit = context.configuration.targetLimit
    if target.utf8.count > limit { return .targetTooLong(limit: limit) }
    if target.utf8.contains(where: { $0 <= 32 || $0 == 127 }) {
      return .malformed(
        "The path or query of this request has a space or a control character. Encode it, as %20.")
    }
    return RequestFraming.problem(in: request.headers, version: String(cString: version))
      .map { .malformed($0) }
  }

  private func keep(_ piece: UnsafeRawBufferPointer, _ limits: BodyLimits) {
    let count = (file?.count ?? request.body.count) + piece.count
    guard count <= limits.total else { return discard(.bodyTooLarge) }
    guard file != nil || count > limits.inMemory else {
      return request.body.append(contentsOf: piece)
    }
    do throws(BodyFile.Failure) {
      if let file { return try file.append(piece) }
      let file = try BodyFile()
      try file.append(request.body)
      try file.append(piece)
      request.body = []
      self.file = file
    } catch {
      discard(.bodyNotKept(error.description))
    }
  }

  private func discard(_ refusal: Refusal) {
    request.body = []
    file = nil
    stage = .discarding(refusal, remaining: Self.overflowLimit)
  }

  private var isChunked: Bool { request.headers["Transfer-Encoding"] != nil }

  private func prepareForBody() -> MHD_Result {
    let declared = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
    let limits = limits(declared: declared)
    stage = .body(limits)
    guard declared > limits.total else {
      // Reserve a bounded part of the declared length: a client can declare any number.
      request.body.reserveCapacity(min(declared, 1 << 20))
      return .YES
    }
    stage = .discarding(.bodyTooLarge, remaining: .max)
    // A client that asks first, or has too much to send, gets the response before it sends.
    let isAsking = request.headers["Expect"] != nil
    return isAsking || declared - limits.total > Self.overflowLimit ? refuse(.bodyTooLarge) : .YES
  }

  /// Returns the maximum length of the body; the configuration is called only when needed.
  private func limits(declared: Int) -> BodyLimits {
    let configuration = context.configuration
    // The daemon reads no more than the declared length, or nothing where there is none.
    if declared <= configuration.shortBody, !isChunked {
      return BodyLimits(total: configuration.shortBody, inMemory: configuration.shortBody)
    }
    return configuration.bodyLimits(request.method, request.path)
  }

  private func refuse(_ refusal: Refusal) -> MHD_Result {
    stage = .answering
    var response = context.configuration.refuse(refusal, request)
    // The end of a malformed request is unknown, so nothing is read after it.
    if case .malformed = refusal { response.headers["Connection"] = "close" }
    return queue(response)
  }

  private func respond() -> MHD_Result {
    stage = .answering
    client.enter(.waiting)
    // Moved out, so that the responder does not share it and nothing remains while it waits.
    var request = Request(method: .get, path: "/")
    swap(&request, &self.request)
    request.storedBody = file
    request.client = self
    file = nil
    switch context.responder.respond(to: request) {
    case .ready(let response):
      return queue(response)
    case .later(let deferred):
      deferred.start { thunk in self.complete(thunk) }
      return answerLater()
    }
  }

  /// Queues the response if it exists, otherwise suspends the connection until it does.
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
    if requestsClose { outgoing.add("Connection", "close") }
    // The last chunk would follow the response to HEAD as well.
    if isHead, outgoing.stream != nil { outgoing.sendUnframed() }
    client.enter(
      outgoing.stream == nil ? .sending : .streaming, bytes: response.bytes?.count ?? 0)
    if let stream = outgoing.stream {
      waiting.withLock { waiting in
        waiting.stream = stream
        if waiting.isDraining { stream.drain() }
        if waiting.isAborted { stream.abort() }
      }
    }
    return outgoing.queue(on: connection)
  }

  private var requestsClose: Bool {
    let connections = context.connections
    return !connections.isServing
      && client.requestsClose(context.configuration.timeouts, in: connections.situation)
  }

  // MARK: On any thread

  /// Records the response; the first one counts.
  private func complete(_ thunk: @escaping Deferred.Thunk) {
    let isUnsent = waiting.withLock { waiting in
      guard !waiting.isCompleted else { return false }
      waiting.isCompleted = true
      waiting.thunk = waiting.isOver ? nil : thunk
      resume(&waiting)
      return waiting.isOver
    }
    // Without a connection it is created for the request log alone.
    if isUnsent { _ = thunk() }
  }

  /// Ends an idle stream.
  func drain() {
    waiting.withLock { waiting in
      waiting.isDraining = true
      waiting.stream?.drain()
    }
  }

  var hasDisconnected: Bool { waiting.withLock(\.isAborted) }

  /// Wakes the connection, if it is suspended, so that it can be closed.
  func abort() {
    waiting.withLock { waiting in
      waiting.isAborted = true
      waiting.stream?.abort()
      resume(&waiting)
    }
  }

  /// The path of the request, for messages.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// Returns the log message about a request that took too long.
  func cutNotice(while stage: ConnectionState.Stage, after time: Duration) -> String {
    let seconds = time.components.seconds
    return stage == .receiving
      ? "A request for \(path) was cut off: after \(seconds) s it had not arrived in full."
      : "The answer to a request for \(path) was cut off: after \(seconds) s its client had not read it."
  }

  private func resume(_ waiting: inout Waiting) {
    guard waiting.isSuspended else { return }
    waiting.isSuspended = false
    MHD_resume_connection(connection)
  }
}
