import EmuHTTP
import Synchronization
import Testing

@Suite struct `halved responses` {
  private enum End { case whole, cut }

  /// Returns the part of a body that a client would read, and its end.
  private func read(_ response: Response) -> (bytes: [UInt8], end: End) {
    guard case .stream(let stream) = response.body else { return (response.bytes ?? [], .whole) }
    let source = stream.open(wake: {})
    defer { source.close() }
    var bytes: [UInt8] = []
    while true {
      switch source.next() {
      case .bytes(let piece): bytes += piece
      case .wait: continue
      case .end: return (bytes, .whole)
      case .abort: return (bytes, .cut)
      }
    }
  }

  private func streamed(_ pieces: [[UInt8]]) -> Response {
    let channel = ByteChannel()
    for piece in pieces { channel.send(piece) }
    channel.finish()
    return .stream(channel.stream, type: "a/b")
  }

  @Test(arguments: [false, true])
  func `halved responses have half of their bytes, and end whole or cut`(isCut: Bool) {
    let answers: [(Response, [UInt8])] = [
      (.text("0123456"), Array("012".utf8)), (.empty(), []), (streamed([[1, 2, 3, 4]]), [1, 2]),
      (streamed([]), []),
    ]
    for (answer, bytes) in answers {
      let halved = answer.halved(isConnectionCut: isCut)
      #expect(halved.status == answer.status)
      let (read, end) = read(halved)
      #expect(read == bytes)
      #expect(end == (isCut ? .cut : .whole))
    }
  }

  @Test func `halved responses that are dropped remain dropped`() {
    guard case .dropped = Response.dropped.halved(isConnectionCut: true).body else {
      Issue.record("it has a body")
      return
    }
  }

  @Test func `halved streams are closed once`() {
    let closed = Counter()
    let stream = ResponseStream { _ in
      ResponseStream.Source(next: { .bytes([1, 2]) }, close: { closed.add() })
    }
    let halved = Response.stream(stream, type: "a/b").halved(isConnectionCut: true)
    #expect(read(halved).bytes == [1])
    #expect(closed.count == 1)
  }
}

private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}
