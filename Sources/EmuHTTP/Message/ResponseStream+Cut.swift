internal import Synchronization

extension ResponseStream {
  /// The same stream up to the middle of its first piece.
  ///
  /// - Parameter end: what follows: `.end` for an answer that looks whole, `.abort` for a connection that
  ///   is cut.
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
  /// The same without the second half of its body.
  ///
  /// - Parameter isConnectionCut: whether the client sees that something is missing; else half of the
  ///   body comes as a whole answer.
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
