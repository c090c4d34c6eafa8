internal import Synchronization

extension ResponseStream {
  /// Returns the stream up to the middle of its first piece.
  ///
  /// - Parameter end: the end of the stream: `.end` for a seemingly complete response, `.abort` for
  ///   a closed connection.
  package func cut(then end: Chunk) -> ResponseStream {
    ResponseStream { wake in
      let source = open(wake: wake)
      let isCut = Atomic<Bool>(false)
      return Source {
        guard !isCut.load(ordering: .relaxed) else { return end }
        switch source.next() {
        case .bytes(let bytes) where !bytes.isEmpty:
          isCut.store(true, ordering: .relaxed)
          return .bytes(Array(bytes.prefix(bytes.count / 2)))
        case .end:
          return end
        case let other: return other
        }
      } close: {
        source.close()
      }
    }
  }
}

extension Response {
  /// Returns the response without the second half of its body.
  ///
  /// - Parameter isConnectionCut: true when the client must notice the missing half; otherwise half
  ///   of the body is sent as a complete response.
  package func halved(isConnectionCut: Bool) -> Response {
    var response = self
    switch body {
    case .bytes(let bytes) where !isConnectionCut:
      response.body = .bytes(Array(bytes.prefix(bytes.count / 2)))
    case .bytes(let bytes):
      // A body of unknown length is the one that can end too early.
      let channel = ByteChannel(limit: max(1, bytes.count))
      channel.send(bytes)
      channel.finish()
      response.body = .stream(channel.stream.cut(then: .abort))
    case .stream(let stream):
      response.body = .stream(stream.cut(then: isConnectionCut ? .abort : .end))
    case .dropped: break
    }
    return response
  }
}
